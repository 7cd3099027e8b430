import { css } from 'lit';

export const heatMapStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    --label: 76px;
  }
  .settings {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 14px;
    margin-block-end: 8px;
  }
  .settings > * {
    margin: 0;
    padding: 0;
  }
  .settings .gate {
    display: contents;
  }
  .cell {
    /* Two lines, so that the picture stays in its place. */
    min-height: 2lh;
    margin: 0 0 6px;
    font: 16px/1.4 var(--_serif);
    overflow-wrap: anywhere;
  }
  .cell b {
    font-family: var(--_sans);
    font-size: 15px;
  }
  .map {
    position: relative;
    display: grid;
    grid-template: var(--label) auto / var(--label) minmax(0, 1fr);
    max-width: calc(640px + var(--label));
  }
  .axis-name {
    align-self: end;
    padding: 0 6px 12px 0;
    color: var(--_soft);
    font-size: 11px;
    line-height: 1.2;
    text-align: end;
  }
  .labels {
    position: relative;
    overflow: hidden;
    color: var(--_soft);
    font-size: 11px;
    line-height: 14px;
  }
  .labels span {
    position: absolute;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .labels .here {
    background: var(--_paper);
    color: var(--_ink);
    font-weight: 650;
  }
  /* As far over both ends as half a line, so that the first and the last name are whole. */
  .labels.query {
    margin-block: -7px;
  }
  .labels.key {
    margin-inline: -7px;
  }
  .labels.query span {
    right: 0;
    top: calc((100% - 14px) * var(--at));
    max-width: 100%;
    padding-right: 6px;
  }
  .labels.key span {
    bottom: 0;
    left: calc((100% - 14px) * var(--at));
    width: 14px;
    max-height: 100%;
    padding-bottom: 5px;
    /* Reads upwards. */
    writing-mode: sideways-lr;
  }
  .frame {
    position: relative;
    aspect-ratio: var(--shape, 1);
    outline: 1px solid var(--_line);
    background: var(--_wash);
  }
  canvas {
    display: block;
    width: 100%;
    height: 100%;
    image-rendering: pixelated;
    cursor: crosshair;
    /* Read by the script, which paints again once it has changed: nothing of it is seen. */
    color: light-dark(#000, #fff);
    transition: color 1ms !important;
  }
  .line,
  .spot,
  .previous,
  .progress {
    position: absolute;
    pointer-events: none;
  }
  .line {
    background: light-dark(#1b1d24a0, #e9e9eca0);
    box-shadow: 0 0 0 1px light-dark(#fffefb70, #16181d70);
  }
  .line.across {
    inset: calc(var(--query) - 0.5px) 0 auto;
    height: 1px;
  }
  .line.down {
    inset: 0 auto 0 calc(var(--key) - 0.5px);
    width: 1px;
  }
  .spot {
    inset: calc(var(--chosen-query) - 5px) auto auto calc(var(--chosen-key) - 5px);
    width: 10px;
    height: 10px;
    border: 2px solid var(--_ink);
    box-shadow: 0 0 0 1px var(--_paper), inset 0 0 0 1px var(--_paper);
  }
  .previous {
    visibility: hidden;
    inset: var(--painted, 0%) 0 0;
    background: color-mix(in srgb, var(--_paper) 45%, transparent);
    overflow: hidden;
  }
  .previous span {
    position: absolute;
    inset: auto 6px 6px auto;
    padding: 1px 8px;
    border-radius: 4px;
    background: var(--_paper);
    font: italic 14px/1.5 var(--_serif);
  }
  .previous span:empty {
    display: none;
  }
  .late .previous {
    visibility: visible;
  }
  .progress {
    inset: 0 auto auto 0;
    width: var(--painted, 0%);
    height: 2px;
    background: var(--_accent);
  }
  .progress[hidden] {
    display: none;
  }
  .steppers {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 20px;
    margin: 10px 0 6px;
    color: var(--_soft);
  }
  .stepper {
    display: inline-flex;
    align-items: center;
    gap: 4px;
  }
  .stepper button {
    min-width: 28px;
    padding: 0;
    font-size: 16px;
    line-height: 1;
    color: var(--_ink);
  }
  .stepper button:disabled {
    border-style: dashed;
    cursor: default;
    color: var(--_soft);
  }
  .stepper input {
    width: 68px;
    text-align: end;
    color: var(--_ink);
  }
  .colours {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
  }
  .colours label {
    display: flex;
    align-items: center;
    gap: 6px;
    max-width: 22em;
    min-height: 28px;
  }
  .note {
    margin: 2px 0 0;
    color: var(--_soft);
    font: 14px/1.4 var(--_serif);
  }
  .failed {
    color: var(--_error);
  }
  @container (max-width: 480px) {
    .map {
      --label: 52px;
    }
  }
  @media (pointer: coarse) {
    .stepper button {
      min-width: 40px;
    }
  }
`;
