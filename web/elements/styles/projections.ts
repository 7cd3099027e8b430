import { css } from 'lit';

export const projectionStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  .figure {
    --gap: 24px;
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
  .side-by-side {
    display: flex;
    gap: 2px;
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
  .origins {
    margin: 0 0 8px;
    color: var(--_soft);
  }
  /* Side by side, one X at the left serves all three; of two texts X serves Q, and X′ K and V. */
  @container (min-width: 620px) {
    .group + .group .left-factor {
      display: none;
    }
    .group + .group {
      grid-template: 'right' auto 'product' auto / auto;
    }
    .group + .group .product table {
      --lane-left: 0px;
    }
    .two-texts .group:nth-child(2) .left-factor {
      display: block;
    }
    .two-texts .group:nth-child(2) {
      grid-template: '. . right' auto 'left . product' auto / auto var(--gap) auto;
    }
    .two-texts .group:nth-child(2) .product table {
      --lane-left: var(--gap);
    }
  }
  /* The texts are of different lengths, the projections are not: their rows are the common line. */
  .figure.two-texts {
    align-items: start;
  }
  @container (max-width: 759px) {
    .figure {
      --gap: 14px;
    }
    .figure table {
      --label: 66px;
    }
  }
  @container (max-width: 349px) {
    .figure .matrix {
      --cell: var(--tight);
    }
    .figure .matrix tbody td {
      padding-inline: 0 3px;
      font-size: 12px;
    }
    .figure table.matrix {
      --label: 50px;
    }
  }
  @container (max-width: 619px) {
    .figure {
      --gap: 8px;
    }
    .figure table {
      --label: 66px;
    }
    .figure .name small {
      display: none;
    }
  }
`;
