import { css, unsafeCSS } from 'lit';
import { colourRules } from '../colour.ts';

const WIDTHS = Array.from({ length: 11 }, (_, i) => i + 3)
  .map(
    (chars) => `
  .chars-${chars} { --roomy: ${Math.max(54, Math.ceil(chars * 7.6 + 7))}px; --tight: ${Math.max(42, Math.ceil(chars * 6.8 + 3))}px }
  .compact .chars-${chars} { --cell: var(--tight) }`,
  )
  .join('');

/** Colours by class; kept apart so that rules about single cells can override them. */
export const cellColours = css`
  ${unsafeCSS(colourRules())}
  ${unsafeCSS(WIDTHS)}
`;

/** A matrix drawn as a table: cells on one grid, no borders, outlines for what is chosen and where it comes from. */
export const matrixStyles = css`
  table.matrix {
    --row: 28px;
    border-spacing: 0;
    border-collapse: separate;
  }
  .named {
    position: relative;
  }
  .name {
    height: 24px;
    line-height: 24px;
    font-size: 13px;
    white-space: nowrap;
  }
  /* Out of the flow, so that it widens no table; lanes pass behind it. */
  .name > span {
    position: absolute;
    inset-inline-start: var(--label, 84px);
    z-index: 1;
    height: 22px;
    padding-inline-end: 4px;
    background: var(--_paper);
  }
  .no-rows > .name > span {
    inset-inline-start: 0;
  }
  .matrix td,
  .matrix th {
    padding: 0;
    height: var(--row);
    font-weight: 400;
  }
  .matrix tbody td {
    position: relative;
    width: var(--cell, var(--roomy, 54px));
    min-width: var(--cell, var(--roomy, 54px));
    max-width: var(--cell, var(--roomy, 54px));
    padding-inline: 2px 5px;
    border: 1.5px solid transparent;
    text-align: end;
    font-size: 13px;
    line-height: 1;
    white-space: nowrap;
    overflow: visible;
    cursor: pointer;
    transition: background-color 120ms;
  }
  .compact .matrix tbody td {
    font-size: 12px;
    padding-inline-end: 3px;
  }
  .matrix tbody td:focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 0;
    z-index: 4;
  }
  .matrix th.token {
    color: var(--_ink);
    cursor: pointer;
  }
  .matrix th {
    color: var(--_soft);
    font-size: 12px;
  }
  .matrix tbody th {
    text-align: end;
    padding-inline-end: min(8px, var(--label, 84px));
    width: var(--label, 84px);
    min-width: var(--label, 84px);
    max-width: var(--label, 84px);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: 13px;
  }
  .matrix thead th {
    width: var(--cell, var(--roomy, 54px));
    max-width: var(--cell, var(--roomy, 54px));
    padding-inline: 1px 5px;
    text-align: end;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    height: 22px;
  }
  .matrix th.shown {
    font-weight: 650;
    color: var(--_ink);
  }
  .matrix thead .corner {
    height: 22px;
    text-align: end;
    width: auto;
    max-width: none;
    padding-inline: 0 min(8px, var(--label, 84px));
    color: var(--_soft);
    font-size: 11px;
    white-space: nowrap;
  }
  .matrix.no-rows tbody th,
  .matrix.no-rows .corner {
    width: 0;
    min-width: 0;
    max-width: 0;
    padding: 0;
    font-size: 0;
  }
  .matrix.no-columns thead :is(th, td) {
    height: 0;
    padding-block: 0;
    font-size: 0;
    line-height: 0;
  }
  /* A weight that is hidden has no number: a hatched blank. Its score has one, that is not used. */
  .matrix td.hidden {
    background: repeating-linear-gradient(
      135deg,
      var(--_wash) 0 3px,
      light-dark(#e2dfd7, #2d313a) 3px 4.5px
    );
    color: var(--_soft);
  }
  .matrix td.source {
    border-style: dashed;
  }
  .matrix td.source.top {
    border-top-color: var(--_ink);
  }
  .matrix td.source.bottom {
    border-bottom-color: var(--_ink);
  }
  .matrix td.source.left {
    border-left-color: var(--_ink);
  }
  .matrix td.source.right {
    border-right-color: var(--_ink);
  }
  .matrix td.chosen {
    z-index: 3;
    outline: 2px solid var(--_ink);
    outline-offset: -1px;
    box-shadow: 0 0 0 3px var(--_paper);
    border-radius: 1px;
    font-weight: 650;
  }
  .matrix td.lit {
    z-index: 2;
    outline: 2px solid var(--_ink);
    outline-offset: -2px;
  }
  .matrix.editable tbody td {
    cursor: ew-resize;
    user-select: none;
  }
  .matrix td.edited {
    font-style: italic;
    text-decoration: underline dotted 1px;
    text-underline-offset: 3px;
  }
  .matrix td.wrong {
    outline: 2px solid var(--_error);
    outline-offset: -2px;
  }
  .matrix input.edit {
    position: absolute;
    inset: -1.5px auto -1.5px -1.5px;
    z-index: 5;
    width: max(100% + 3px, 84px);
    padding: 0 4px;
    border: 2px solid var(--_accent);
    border-radius: 2px;
    background: var(--_paper);
    color: var(--_ink);
    font-size: max(13px, 1em);
    user-select: text;
  }
  .matrix input.edit[aria-invalid='true'] {
    border-color: var(--_error);
  }
  /* Many tokens: squares of colour, with numbers in the chosen row, upright, and in the chosen column. */
  .dense .matrix {
    --row: clamp(15px, var(--square), 28px);
  }
  .dense .matrix tbody :is(td, th) {
    transition: none;
    font-size: 12px;
    line-height: 1;
  }
  .dense :is(.scores, .weights, .keys) tbody td:not(.in-column) {
    width: var(--square);
    min-width: var(--square);
    max-width: var(--square);
    padding: 0;
    overflow: hidden;
  }
  .dense :is(.queries, .scores, .weights, .context) tbody tr.tall :is(td, th) {
    height: 52px;
  }
  .dense :is(.scores, .weights) tbody tr.tall td:not(.in-column) {
    writing-mode: vertical-rl;
    text-align: center;
    font-size: 11px;
  }
  .dense :is(.scores, .weights, .keys) thead th {
    width: auto;
    max-width: var(--square);
  }
  .dense :is(.weights, .keys) thead th {
    height: 80px;
    padding: 0 0 5px;
    text-align: center;
    vertical-align: bottom;
    font-size: 11.5px;
    line-height: 1;
  }
  .dense :is(.weights, .keys) thead th > * {
    display: inline-block;
    max-height: 72px;
    writing-mode: vertical-rl;
    vertical-align: bottom;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* Turned, an emoji of several characters would fall apart into them. */
  .dense thead th > bdi.emoji {
    text-orientation: sideways;
  }
  .dense thead th > bdi.one.emoji {
    writing-mode: horizontal-tb;
    font-size: min(11.5px, calc(var(--square) * 0.7));
    overflow: visible;
    text-overflow: clip;
  }
  /* Hairlines from the sources' outlines to the chosen cell. */
  .lanes .matrix td.lane-across {
    border-block-color: light-dark(#1b1d2480, #e9e9ec80);
  }
  .lanes .matrix td.lane-down {
    border-inline-color: light-dark(#1b1d2480, #e9e9ec80);
  }
  .lanes td.lane-from-left::before,
  .lanes td.lane-from-top::after {
    content: '';
    position: absolute;
    pointer-events: none;
    border: 0 solid light-dark(#1b1d2480, #e9e9ec80);
  }
  .lanes td.lane-from-left::before {
    inset: -1.5px auto -1.5px calc(-1 * var(--lane-left, 0px) - 1.5px);
    width: var(--lane-left, 0px);
    border-block-width: 1.5px;
  }
  .lanes td.lane-from-top::after {
    inset: calc(-1 * var(--lane-top, 0px) - 1.5px) -1.5px auto -1.5px;
    height: var(--lane-top, 0px);
    border-inline-width: 1.5px;
  }
`;
