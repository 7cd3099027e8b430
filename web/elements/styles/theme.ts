import { css } from 'lit';

/**
 * Colours and type that every view shares. A page that embeds them sets the public `--attention-…` properties; the
 * private ones, with their defaults, are what the rules use.
 */
export const theme = css`
  :host {
    --_ink: var(--attention-ink, light-dark(#1b1d24, #e9e9ec));
    --_soft: var(--attention-soft, light-dark(#5a5d68, #a6a9b4));
    --_paper: var(--attention-paper, light-dark(#fffefb, #16181d));
    --_wash: var(--attention-wash, light-dark(#f3f1ec, #20232a));
    --_line: var(--attention-line, light-dark(#d9d6cd, #383c46));
    --_accent: var(--attention-accent, light-dark(#2b3b9c, #b5ceff));
    --_error: var(--attention-error, light-dark(#a3271b, #ff9d8f));
    --_sans: var(--attention-sans, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif);
    --_serif: var(--attention-serif, Charter, 'Bitstream Charter', Georgia, 'Noto Serif', serif);
    color: var(--_ink);
    font: 13px/1.4 var(--_sans);
    font-variant-numeric: tabular-nums lining-nums;
    box-sizing: border-box;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: inherit;
  }
  /* As everywhere but in pages without a doctype. */
  table {
    font: inherit;
    text-align: inherit;
    white-space: inherit;
  }
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  button,
  select,
  .field {
    min-height: 28px;
    padding: 2px 8px;
    border: 1px solid var(--_line);
    border-radius: 6px;
    background: var(--_paper);
  }
  button {
    cursor: pointer;
  }
  button:hover {
    border-color: var(--_soft);
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  /* A token may be as long as a pasted address: in sentences it breaks, in headers of tables it is cut off. */
  bdi {
    overflow-wrap: anywhere;
  }
  th bdi {
    overflow-wrap: normal;
  }
  math {
    font-family: 'STIX Two Math', 'Cambria Math', 'Latin Modern Math', 'DejaVu Math TeX Gyre', 'Noto Sans Math', math;
  }
  math mn {
    font-family: var(--_sans);
    font-variant-numeric: tabular-nums lining-nums;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (pointer: coarse) {
    button,
    select,
    .field {
      min-height: 40px;
    }
  }
  @media print {
    * {
      print-color-adjust: exact;
    }
    button,
    select,
    .controls,
    .change {
      display: none !important;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    * {
      transition: none !important;
      animation: none !important;
    }
  }
`;
