import { css } from 'lit';

export const windowStyles = css`
  h3 {
    margin-block-start: 28px;
  }
  .asked {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 18px;
    margin-block: 4px 8px;
  }
  .check {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: 28px;
  }
  .state {
    margin-block-end: 10px;
  }
  ol,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .windows {
    max-width: 960px;
  }
  .windows > li {
    display: grid;
    grid-template-columns: 116px minmax(0, 1fr);
    gap: 4px 14px;
    align-items: start;
    padding-block: 8px;
    border-block-start: 1px solid var(--_line);
  }
  .which {
    display: grid;
    gap: 2px;
    justify-items: start;
  }
  .which [aria-pressed='true'] {
    background: var(--_ink);
    color: var(--_paper);
    border-color: var(--_ink);
  }
  .pairs {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 2px;
  }
  .pair {
    display: grid;
    min-width: 28px;
    max-width: 100%;
    padding-inline: 5px;
    text-align: center;
    font: 16px/1.35 var(--_serif);
  }
  .pair > span {
    position: relative;
    padding-block-end: 1px;
    border-block-end: 2px solid transparent;
  }
  .pair.shared .input {
    border-block-end-color: light-dark(#8495c7, #637096);
  }
  .pair .target {
    color: var(--_soft);
    font-style: italic;
  }
  .more {
    align-self: center;
    padding-inline: 6px;
    color: var(--_soft);
  }
  .pager {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    padding-block-start: 10px;
    border-block-start: 1px solid var(--_line);
  }
  .pager button {
    min-width: 32px;
  }
  .pager button:disabled {
    color: var(--_soft);
    border-style: dashed;
    cursor: default;
  }
  .pager span {
    padding-inline: 6px;
  }
  .formulas {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 28px;
  }
  .sums {
    align-items: center;
    margin-block-end: 8px;
  }
  .sign {
    font-size: 20px;
  }
  .twice {
    margin-block-start: 10px;
  }
  @container (max-width: 520px) {
    .windows > li {
      grid-template-columns: minmax(0, 1fr);
    }
    .which {
      display: flex;
      align-items: baseline;
      gap: 10px;
    }
  }
`;
