import { css } from 'lit';

export const legendStyles = css`
  .legend {
    display: block;
    max-width: 100%;
  }
  .legend .swatch {
    fill: var(--step);
  }
  .legend text {
    fill: var(--_soft);
    font: 11px var(--_sans);
    font-variant-numeric: tabular-nums lining-nums;
  }
  .legend .even {
    fill: var(--_ink);
  }
  .legend .tick {
    stroke: var(--_ink);
    stroke-width: 1.5;
  }
`;
