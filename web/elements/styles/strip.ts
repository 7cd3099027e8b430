import { css, unsafeCSS } from 'lit';
import { LINE_WIDTHS, MOST_PULLED, ROOM_ABOVE, STACK_WIDTHS } from '../strip-fit.ts';

/** From which container width on a strip with these classes is on one line, or broken in two. */
const layouts = unsafeCSS(
  [
    ...STACK_WIDTHS.map(
      (w) => `@container (min-width:${w}px){.stack-${w}{--strip-display:flex;--ledger-display:none}}`,
    ),
    ...Array.from({ length: MOST_PULLED + 1 }, (_, rows) => `.pull-${rows}{--pulled:-${rows * 28}px}`),
    ...LINE_WIDTHS.map(
      (w) =>
        `@container (min-width:${w}px){.line-${w}{--strip-display:flex;--ledger-display:none;--direction:row;--align:flex-end;--pull:var(--pulled);--few-right:aside;--room-above:${ROOM_ABOVE}px;--context-columns:var(--on-line);--context-areas:var(--areas-on-line);--row-label:0px;--gate-direction:column;--gate-justify:flex-end}}`,
    ),
  ].join('\n'),
);

export const stripStyles = css`
  :host {
    display: block;
    container-type: inline-size;
    --label: 84px;
    --gap: 16px;
    --on-line: minmax(0, 1fr) 92px auto var(--gap) auto;
    --on-stack: auto var(--gap) auto;
    --areas-on-line: 'aside aside aside aside aside' '. gate left . product';
    --areas-on-stack: 'gate gate gate' 'aside aside aside' 'right right right' 'left . product';
  }
  .strip {
    display: var(--strip-display, none);
    flex-direction: var(--direction, column);
    align-items: var(--align, flex-start);
    justify-content: flex-start;
    gap: 20px 0;
    padding-block: 4px;
    /* V is taller than Kᵀ: it may stand beside the tokens above. */
    margin-block-start: var(--pull, 0);
    pointer-events: none;
  }
  .block {
    display: grid;
    align-items: end;
  }
  .block > * {
    pointer-events: auto;
  }
  attention-ledger {
    display: var(--ledger-display, block);
  }
  .scores-block {
    grid-template: 'aside . right' auto 'left . product' auto / auto var(--gap) auto;
  }
  .context-block {
    grid-template-columns: var(--context-columns, var(--on-stack));
    grid-template-areas: var(--context-areas, var(--areas-on-stack));
  }
  /* Of few keys the tables are narrower than what stands above them. */
  .few-keys .context-block {
    min-width: var(--room-above, 330px);
  }
  .few-keys .context-block .right-factor {
    grid-area: var(--few-right, right);
  }
  .fewest-keys .scores-block small {
    display: none;
  }
  .aside {
    grid-area: aside;
    align-self: end;
    padding-block-end: 12px;
  }
  .right-factor {
    grid-area: right;
    justify-self: end;
  }
  .scores-block .aside {
    contain: inline-size;
    min-width: 140px;
  }
  .context-block .aside {
    justify-self: start;
  }
  .context-block .right-factor {
    grid-area: aside;
  }
  /* It widens no table under it. */
  .context-block .gate {
    contain: inline-size;
  }
  .left-factor {
    grid-area: left;
  }
  .product {
    grid-area: product;
  }
  .product table {
    --lane-left: var(--gap);
    --lane-top: 24px;
  }
  .context-block .left-factor table {
    --lane-left: 0px;
  }
  .context-block .product table {
    --lane-top: 46px;
  }
  /* Many tokens: the ledger of the chosen query stands beside, with its column of V. */
  .many {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 24px 40px;
  }
  .many attention-ledger {
    display: block;
    flex: 1 1 320px;
    max-width: 460px;
  }
  .context-block .product .name > span,
  .context-block .right-factor .name > span {
    inset-inline: auto 0;
  }
  small {
    color: var(--_soft);
    font-size: 11.5px;
  }
  .reading {
    margin: 6px 8px 0;
    font-family: var(--_serif);
    font-size: 15px;
    font-style: italic;
    max-width: 15em;
  }

  /* What cross-attention is, above the strip. */
  .two-texts {
    max-width: 46em;
    margin: 0 0 16px;
    font: 17px/1.5 var(--_serif);
  }

  /* On one line α's rows are named by the line itself. */
  .context-block .left-factor {
    --label: var(--row-label, 84px);
  }
  .context-block .weights tbody th {
    font-size: min(13px, var(--label));
  }
  .with-weights th.lead,
  .with-weights td.standing {
    width: 80px;
    min-width: 80px;
    max-width: 110px;
    text-align: end;
    padding-inline-end: 6px;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .with-weights th.lead {
    cursor: default;
  }
  .with-weights td.standing .chosen {
    outline: 2px solid var(--_ink);
    outline-offset: -1px;
    font-weight: 650;
  }
  .with-weights td.standing .nothing {
    visibility: hidden;
  }
  .with-weights td.standing span.hidden {
    vertical-align: middle;
    width: 52px;
    height: 26px;
    background: repeating-linear-gradient(135deg, var(--_wash) 0 3px, light-dark(#e2dfd7, #2d313a) 3px 4.5px);
  }
  .with-weights td.standing span {
    display: inline-block;
    padding: 6px 5px;
    line-height: 13px;
  }

  .under td {
    text-align: end;
    height: 24px;
  }
  ${layouts}
`;
