import { css } from 'lit';

/** What the sections to read have in common: prose, cards and small tables. */
export const sectionStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  h2 {
    margin: 40px 0 4px;
    font: 600 22px/1.3 var(--_serif);
  }
  h3 {
    margin: 0 0 4px;
    font: 600 18px/1.3 var(--_serif);
  }
  p,
  dl {
    margin: 0 0 10px;
    max-width: 44em;
    font: 16px/1.5 var(--_serif);
  }
  .lead {
    font-size: 17px;
  }
  .note,
  small {
    color: var(--_soft);
  }
  .note {
    font-size: 15px;
  }
  .word {
    font-style: italic;
  }
  .cards {
    display: grid;
    gap: 28px;
    margin-block-start: 20px;
  }
  .card {
    min-width: 0;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--_line);
  }
  @container (min-width: 960px) {
    .card {
      display: grid;
      grid-template-columns: minmax(260px, 1fr) minmax(0, 800px);
      gap: 0 36px;
    }
  }
  .tables {
    display: flex;
    flex-wrap: wrap;
    gap: 16px 24px;
    align-items: start;
    min-width: 0;
  }
  .small {
    --cell: 44px;
    max-width: 100%;
  }
  .small.wrong,
  .small.right {
    padding-inline-start: 13px;
    background: linear-gradient(var(--_ink) 0 0) 3px 0 / 2px 100% no-repeat;
  }
  .small.wrong {
    background: repeating-linear-gradient(135deg, var(--_error) 0 2px, transparent 2px 5px) 0 0 / 8px 100% no-repeat;
  }
  .small:dir(rtl) {
    background-position-x: 100%;
  }
  .verdict {
    white-space: nowrap;
  }
  .wrong .verdict {
    color: var(--_error);
  }
  .small table {
    border-spacing: 1px;
    border-collapse: separate;
    font-size: 12px;
  }
  .small caption {
    padding-block-end: 4px;
    text-align: start;
    font-size: 13px;
    line-height: 1.35;
  }
  .small :is(td, th) {
    height: 24px;
    padding: 0 3px;
    text-align: end;
    font-weight: 400;
    white-space: nowrap;
  }
  .small th {
    max-width: 62px;
    overflow: hidden;
    text-overflow: ellipsis;
    color: var(--_soft);
  }
  .small thead th {
    max-width: var(--cell);
    vertical-align: bottom;
  }
  .small thead th.corner,
  .small thead th.words {
    max-width: 92px;
    white-space: normal;
  }
  .small th.words bdi {
    display: inline-block;
    max-width: 76px;
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: bottom;
    white-space: nowrap;
  }
  .small th.words small {
    display: block;
  }
  .small tr.words th {
    max-width: 130px;
    white-space: normal;
  }
  .small td {
    min-width: var(--cell);
  }
  .small td.corner {
    min-width: 0;
  }
  .small td.sum {
    font-weight: 650;
  }
  .small td.hidden {
    background: repeating-linear-gradient(135deg, var(--_wash) 0 3px, light-dark(#e2dfd7, #2d313a) 3px 4.5px);
  }
  .small tfoot :is(td, th) {
    border-block-start: 1px solid var(--_ink);
    font-weight: 650;
    color: var(--_ink);
  }
  .small tr.best :is(td, th) {
    font-weight: 650;
    color: var(--_ink);
  }
  @container (max-width: 759px) {
    .small {
      --cell: 33px;
    }
    .small :is(td, th) {
      padding: 0 2px;
    }
    .small tbody tr:not(.words) th {
      max-width: 54px;
    }
    .tables {
      gap: 16px 12px;
    }
  }
  @container (max-width: 340px) {
    .small {
      --cell: 29px;
    }
    .small table {
      border-spacing: 0;
      font-size: 11px;
    }
    .small tbody tr:not(.words) th {
      max-width: 44px;
    }
    .small.wrong,
    .small.right {
      padding-inline-start: 10px;
    }
  }
`;
