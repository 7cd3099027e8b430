import { css } from 'lit';

export const projectionStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  .figure {
    --gap: 16px;
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 24px var(--gap);
    padding: 4px;
  }
  .group {
    display: grid;
    align-items: end;
    grid-template: '. . right' auto 'left . product' auto / auto var(--gap) auto;
  }
  .right-factor {
    grid-area: right;
    justify-self: end;
  }
  .left-factor {
    grid-area: left;
  }
  .product {
    grid-area: product;
  }
  .product table {
    --lane-left: var(--gap);
    --lane-top: 46px;
  }
  small {
    color: var(--_soft);
    font-size: 11.5px;
  }
  /* Side by side, one X at the left serves all three. */
  @container (min-width: 720px) {
    .group + .group .left-factor {
      display: none;
    }
    .group + .group {
      grid-template: 'right' auto 'product' auto / auto;
    }
    .group + .group .product table {
      --lane-left: 0px;
    }
  }
  @container (max-width: 719px) {
    .figure {
      --gap: 8px;
    }
    .figure table {
      --label: 66px;
    }
    .figure .matrix caption small {
      display: none;
    }
  }
`;
