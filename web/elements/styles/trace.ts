import { css } from 'lit';

export const traceStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  section {
    min-height: 136px;
    padding: 10px 16px 12px;
    border-block-start: 2px solid var(--_ink);
    background: var(--_wash);
    overflow: auto;
  }
  .meaning {
    margin: 0 0 6px;
    font: 16px/1.45 var(--_serif);
    color: var(--_ink);
  }
  @container (max-width: 480px) {
    section {
      padding: 8px 12px;
    }
    .meaning {
      font-size: 14.5px;
      line-height: 1.35;
    }
    .line {
      font-size: 14px;
      line-height: 1.65;
    }
  }
  .token {
    font-style: italic;
  }
  .line {
    font-size: 15px;
    line-height: 1.75;
  }
  .piece {
    display: inline-block;
    white-space: nowrap;
    margin-inline-end: 3px;
  }
  .term {
    border-radius: 4px;
    cursor: default;
  }
  .term:hover {
    background: var(--_paper);
    box-shadow: 0 0 0 2px var(--_paper), 0 0 0 3px var(--_ink);
  }
  .result {
    font-weight: 700;
  }
  small {
    color: var(--_soft);
    font-size: 12px;
  }
  .fact {
    margin-inline: 8px;
    color: var(--_soft);
    font: 15px/1.45 var(--_serif);
  }
  .line > .fact:first-child {
    margin-inline-start: 0;
  }
`;
