import { css } from 'lit';

/**
 * What a page's style sheets may not change in an element that it embeds. Their rules end at the shadow root, but what is
 * inherited comes through, and a rule as `* { … !important }` takes hold of the element itself. Where the element's own
 * rule is `!important` too, it wins.
 *
 * Where the element stands is the page's: its margins, width, float and the like are left alone.
 */
export const isolation = css`
  :host {
    color: var(--_ink) !important;
    font: 13px/1.4 var(--_sans) !important;
    font-variant-numeric: tabular-nums lining-nums !important;
    letter-spacing: normal !important;
    word-spacing: normal !important;
    text-align: start !important;
    text-indent: 0 !important;
    text-transform: none !important;
    text-shadow: none !important;
    white-space: normal !important;
    word-break: normal !important;
    hyphens: manual !important;
    line-break: auto !important;
    writing-mode: horizontal-tb !important;
    visibility: visible !important;
    cursor: auto !important;
    list-style: none !important;
    border-collapse: separate !important;
    border-spacing: 0 !important;
    caption-side: top !important;
    empty-cells: show !important;
    quotes: auto !important;
    -webkit-text-fill-color: currentcolor !important;
    -webkit-text-stroke: 0 !important;
    /* Names that pages use for properties of their own. */
    --row: initial !important;
    --cell: initial !important;
    --label: initial !important;
    --square: initial !important;
    --roomy: initial !important;
    --tight: initial !important;
    --step: initial !important;
    --lane-left: initial !important;
    --lane-top: initial !important;
  }
  :host([theme='light']) {
    color-scheme: light !important;
  }
  :host([theme='dark']) {
    color-scheme: dark !important;
  }
  :host([theme='auto']) {
    color-scheme: light dark !important;
  }
`;
