import { css } from 'lit';

/** "Take it along": cards side by side where there is room, scripts across all of them. */
export const takeAlongStyles = css`
  .ways {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr));
    gap: 20px 36px;
    margin-block-start: 16px;
  }
  .way {
    min-width: 0;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--_line);
  }
  .way.dragged {
    outline: 2px dashed var(--_accent);
    outline-offset: 6px;
  }
  details.way {
    grid-column: 1 / -1;
  }
  summary {
    cursor: pointer;
  }
  summary h3 {
    display: inline;
  }
  details[open] summary {
    margin-block-end: 6px;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    margin-block-end: 6px;
    font: 13px/1.4 var(--_sans);
  }
  .buttons label {
    display: flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
    color: var(--_soft);
  }
  .buttons select {
    min-width: 0;
    max-width: 100%;
    color: var(--_ink);
  }
  button:disabled {
    color: var(--_soft);
    cursor: default;
  }
  .said {
    /* It keeps its line, so that nothing moves when there is something to say. */
    min-height: 1.5em;
    margin: 0;
    overflow-wrap: anywhere;
    font-size: 15px;
  }
  .failure {
    color: var(--_error);
    font-size: 15px;
  }
  textarea {
    width: 100%;
    padding: 6px;
    border: 1px solid var(--_line);
    border-radius: 6px;
    background: var(--_wash);
    font: 12px/1.4 ui-monospace, monospace;
  }
  pre {
    max-height: 26em;
    margin: 8px 0 0;
    padding: 10px 12px;
    overflow: auto;
    background: var(--_wash);
    font: 12px/1.45 ui-monospace, 'SF Mono', Consolas, 'DejaVu Sans Mono', monospace;
    tab-size: 4;
  }
  @media print {
    :host {
      display: none;
    }
  }
`;
