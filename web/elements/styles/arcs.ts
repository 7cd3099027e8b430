import { css } from 'lit';

export const arcsStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  .controls {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 14px;
  }
  .controls label {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    color: var(--_soft);
  }
  .controls output {
    min-width: 46px;
    color: var(--_ink);
  }
  .threshold {
    width: 150px;
    min-height: 24px;
    accent-color: var(--_accent);
  }
  .note {
    color: var(--_soft);
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
  }
  .choices [aria-pressed='true'] {
    background: var(--_ink);
    color: var(--_paper);
    border-color: var(--_ink);
  }
  .reading {
    min-height: 3em;
    margin: 8px 0;
    max-width: 44em;
    font: 16px/1.5 var(--_serif);
  }
  .reading b {
    font-weight: 600;
  }
  .number {
    font-family: var(--_sans);
    font-size: 15px;
  }
  .arcs {
    --line: 24px;
    display: grid;
    grid-template-columns: fit-content(150px) minmax(80px, 420px) fit-content(150px);
    gap: 0 4px;
    align-items: end;
    justify-content: start;
  }
  .arcs.many {
    --line: 20px;
  }
  .arcs > svg {
    width: 100%;
    cursor: pointer;
    touch-action: manipulation;
  }
  .arcs > :is(svg, .side) {
    align-self: start;
  }
  .arcs > svg {
    margin-block-start: 22px;
  }
  path {
    fill: none;
    stroke: var(--step);
    vector-effect: non-scaling-stroke;
  }
  path.chosen {
    stroke: var(--_ink);
  }
  path.below {
    stroke-dasharray: 4 4;
  }
  path.halo {
    stroke: var(--_paper);
  }
  .side {
    min-width: 0;
  }
  .title {
    height: 22px;
    color: var(--_soft);
    font-size: 12px;
  }
  .query {
    text-align: end;
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    height: var(--line);
  }
  li button {
    display: block;
    width: 100%;
    min-height: 0;
    height: var(--line);
    padding: 0 6px;
    border: 0;
    border-radius: 3px;
    background: none;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    text-align: inherit;
  }
  li button bdi {
    overflow-wrap: normal;
  }
  li button:hover {
    background: var(--_wash);
  }
  li [aria-pressed='true'] {
    outline: 2px solid var(--_ink);
    outline-offset: -2px;
    font-weight: 650;
  }
  li button:focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: -1px;
  }
  .legend {
    display: block;
    max-width: 100%;
    margin-block-start: 8px;
  }
  .legend text {
    fill: var(--_soft);
    font: 11px var(--_sans);
  }
  @container (max-width: 480px) {
    .arcs {
      grid-template-columns: fit-content(108px) minmax(80px, 1fr) fit-content(108px);
    }
  }
`;
