import { css } from 'lit';

export const ledgerStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  table {
    width: 100%;
    border-spacing: 0;
    table-layout: auto;
  }
  caption {
    text-align: start;
    font: italic 15px/1.5 var(--_serif);
    padding: 0 0 4px 2px;
  }
  th {
    font-weight: 400;
    text-align: start;
    max-width: 92px;
    padding: 0 6px 0 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  th.token {
    position: relative;
    padding-inline-end: 28px;
    cursor: pointer;
  }
  .token .eye {
    position: absolute;
    inset: 2px 0 auto auto;
    width: 26px;
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
  tr.shown > th {
    font-weight: 650;
  }
  .names th {
    color: var(--_soft);
    text-align: end;
    padding: 6px 4px 2px 0;
  }
  .names th:first-child {
    text-align: start;
  }
  td {
    height: 32px;
    padding: 0 4px 0 2px;
    border: 1.5px solid transparent;
    text-align: end;
    white-space: nowrap;
    cursor: pointer;
  }
  td.run {
    cursor: default;
    padding: 0;
  }
  .run div {
    display: flex;
  }
  .run button {
    min-height: 32px;
    padding: 0 6px;
    border: 1.5px solid transparent;
    border-radius: 0;
    font-variant-numeric: inherit;
  }
  .query {
    position: sticky;
    top: 0;
    z-index: 5;
    background: var(--_paper);
  }
  .source {
    border-style: dashed !important;
  }
  .source.top {
    border-top-color: var(--_ink) !important;
  }
  .source.bottom {
    border-bottom-color: var(--_ink) !important;
  }
  .source.left {
    border-left-color: var(--_ink) !important;
  }
  .source.right {
    border-right-color: var(--_ink) !important;
  }
  td.chosen,
  button.chosen {
    position: relative;
    outline: 2px solid var(--_ink);
    outline-offset: -1px;
    box-shadow: 0 0 0 3px var(--_paper);
    font-weight: 650;
    z-index: 2;
  }
  .lit {
    outline: 2px solid var(--_ink);
    outline-offset: -2px;
  }
  td.hidden {
    background: repeating-linear-gradient(135deg, var(--_wash) 0 3px, light-dark(#e2dfd7, #2d313a) 3px 4.5px);
    color: var(--_soft);
  }
  tfoot td,
  tfoot th {
    border-block-start: 1.5px solid var(--_ink);
  }
  .order {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 28px;
    color: var(--_soft);
  }
  .total {
    cursor: default;
    color: var(--_soft);
  }
  .legend {
    margin-block-start: 10px;
  }
  .reading {
    margin: 4px 0 0;
    font: italic 15px/1.45 var(--_serif);
  }
  /* Values that do not fit beside the scores are drawn smaller; below the narrowest phone only the chosen key's. */
  .wide-values td {
    font-size: 12px;
    padding-inline: 0 2px;
  }
  @container (max-width: 339px) {
    tr:not(.shown) > td[data-table='values'] {
      color: transparent;
      background: none;
    }
    th {
      max-width: 62px;
    }
    td {
      font-size: 12px;
      padding-inline: 0 2px;
    }
  }
`;
