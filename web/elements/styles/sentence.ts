import { css } from 'lit';

/** The text boxes, the controls beside the first, and what is said of the text. */
export const sentenceStyles = css`
  :host {
    display: block;
    position: relative;
    container-type: inline-size;
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 10px 20px;
  }
  .text {
    flex: 1 1 22em;
    min-width: 0;
  }
  label {
    color: var(--_soft);
    font-size: 12px;
  }
  textarea {
    display: block;
    width: 100%;
    min-height: 44px;
    max-height: 9em;
    padding: 4px 2px;
    border: 0;
    border-block-end: 1.5px solid var(--_line);
    border-radius: 0;
    background: none;
    font: 24px/1.4 var(--_serif);
    resize: none;
    field-sizing: content;
  }
  textarea:focus-visible {
    outline: 0;
    border-block-end-color: var(--_accent);
    box-shadow: 0 1.5px 0 var(--_accent);
  }
  .keys-text {
    margin-block-start: 14px;
  }
  .keys-text textarea {
    min-height: 34px;
    max-height: 6em;
    font-size: 18px;
  }
  .controls {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: end;
  }
  .controls label {
    display: grid;
    gap: 2px;
  }
  .controls label.check {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 28px;
    color: var(--_ink);
    font-size: 13px;
  }
  .controls select {
    color: var(--_ink);
    font-size: 13px;
  }
  .part,
  .said,
  .progress {
    margin: 6px 0 0;
    color: var(--_soft);
  }
  .said:empty,
  .progress:empty {
    margin: 0;
  }
  .said b {
    color: var(--_error);
  }
  .said bdi {
    overflow-wrap: anywhere;
  }
  progress {
    width: 120px;
    height: 6px;
    margin-inline-end: 6px;
    vertical-align: middle;
    accent-color: var(--_accent);
  }
  /* Wherever the page is scrolled to. */
  .drop:popover-open {
    inset: 12px;
    display: grid;
    width: auto;
    height: auto;
    margin: 0;
    color: var(--_ink);
    place-items: center;
    border: 2px dashed var(--_accent);
    border-radius: 8px;
    background: color-mix(in srgb, var(--_paper) 88%, transparent);
    font: 600 17px/1.4 var(--_serif);
    text-align: center;
    pointer-events: none;
  }
  @container (max-width: 480px) {
    .controls {
      flex: 1 1 100%;
      flex-wrap: nowrap;
      gap: 8px 10px;
    }
    .controls label:first-child {
      flex: 1 1 auto;
      min-width: 0;
    }
    .controls select {
      min-width: 0;
      width: 100%;
    }
    textarea {
      font-size: 20px;
      min-height: 36px;
    }
  }
  .empty {
    margin: 20px 0;
    font: 17px/1.5 var(--_serif);
  }
`;
