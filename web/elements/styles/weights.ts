import { css } from 'lit';

/** `<attention-weights>`: a table that takes the width that it needs, and no more than there is. */
export const weightsStyles = css`
  :host {
    display: block;
    margin-block: 1em;
    padding: 8px;
    background: var(--_paper);
  }
  .frame {
    container-type: inline-size;
  }
  .scroll {
    overflow-x: auto;
    /* Room for the outlines at its edges. */
    padding: 3px;
    margin: -3px;
  }
  table {
    border-collapse: separate;
    border-spacing: 0;
    --name: clamp(44px, 18cqi, 84px);
    --share: calc((100cqi - var(--name)) / var(--columns));
  }
  table.numbers {
    --width: clamp(var(--least), var(--share), 60px);
  }
  table.colours {
    --width: clamp(8px, var(--share), 28px);
  }
  th,
  td {
    padding: 0;
    font-weight: 400;
  }
  th {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    cursor: pointer;
  }
  th.shown {
    font-weight: 650;
  }
  thead .corner {
    max-width: none;
    padding-inline-end: 8px;
    color: var(--_soft);
    font-size: 11px;
    text-align: end;
    cursor: auto;
  }
  tbody th {
    width: var(--name);
    min-width: var(--name);
    max-width: var(--name);
    padding-inline-end: 8px;
    text-align: end;
  }
  thead th {
    max-width: var(--width);
    height: 24px;
    padding-inline: 1px 4px;
    text-align: end;
    font-size: 12px;
  }
  td {
    width: var(--width);
    min-width: var(--width);
    max-width: var(--width);
    height: 28px;
    padding-inline: 1px 4px;
    text-align: end;
    line-height: 1;
    white-space: nowrap;
    cursor: pointer;
  }
  .tight td {
    padding-inline-end: 2px;
    font-size: 12px;
  }
  /* Squares of colour, with numbers in the chosen row, upright, and in the chosen column. */
  .colours td {
    height: clamp(14px, var(--width), 28px);
    font-size: 0;
  }
  .colours tr.shown td {
    height: calc(var(--least) + 6px);
    padding: 0;
    font-size: 11px;
    text-align: center;
    writing-mode: vertical-rl;
  }
  .colours td.in-column {
    width: max(var(--width), var(--least));
    min-width: max(var(--width), var(--least));
    max-width: max(var(--width), var(--least));
    padding-inline: 1px 3px;
    font-size: 12px;
    text-align: end;
    writing-mode: horizontal-tb;
  }
  .colours tbody th {
    font-size: 12px;
    line-height: 1;
  }
  .turned thead th:not(.corner) {
    height: 80px;
    padding: 0 0 4px;
    text-align: center;
    vertical-align: bottom;
    line-height: 1;
  }
  .turned thead th > bdi {
    display: inline-block;
    max-height: 74px;
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: bottom;
    writing-mode: vertical-rl;
  }
  .turned thead bdi.emoji {
    text-orientation: sideways;
  }
  .turned thead bdi.one.emoji {
    writing-mode: horizontal-tb;
    font-size: 11px;
  }
  td.hidden {
    background: repeating-linear-gradient(
      135deg,
      var(--_wash) 0 3px,
      light-dark(#e2dfd7, #2d313a) 3px 4.5px
    );
  }
  td.chosen {
    position: relative;
    z-index: 1;
    outline: 2px solid var(--_ink);
    outline-offset: -1px;
    box-shadow: 0 0 0 3px var(--_paper);
    font-weight: 650;
  }
  td:focus-visible {
    position: relative;
    z-index: 2;
    outline: 3px solid var(--_accent);
    outline-offset: 0;
  }
  .picture {
    width: min(100%, 640px);
    margin-block-end: 12px;
  }
  canvas {
    display: block;
    width: 100%;
    height: auto;
    border: 1px solid var(--_line);
    image-rendering: pixelated;
    cursor: crosshair;
    /* Read by the script that paints it. */
    color: light-dark(#fff, #000);
  }
  .reading {
    /* As many lines as it may need, so that nothing below it moves. */
    min-height: 2lh;
    margin: 8px 0 4px;
    color: var(--_soft);
    font: 14px/1.4 var(--_serif);
    overflow-wrap: anywhere;
  }
  @container (min-width: 560px) {
    .reading {
      min-height: 1lh;
    }
  }
  .reading :is(bdi, b) {
    color: var(--_ink);
  }
  .note {
    margin: 2px 0 0;
    color: var(--_soft);
    font: 13px/1.4 var(--_serif);
  }
  .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    margin-block-end: 6px;
    color: var(--_soft);
  }
  .controls select {
    min-height: 24px;
    color: var(--_ink);
  }
  ::slotted([slot='caption']) {
    display: block;
    margin-block-start: 8px;
    font: 15px/1.45 var(--_serif);
  }
  .failure {
    padding: 10px 14px;
    border-inline-start: 4px solid var(--_error);
    background: var(--_wash);
    font: 15px/1.5 var(--_serif);
    overflow-wrap: anywhere;
  }
  .failure b {
    color: var(--_error);
  }
  .fallback {
    font: 17px/1.5 var(--_serif);
  }
`;
