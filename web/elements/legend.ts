import { html, svg, type TemplateResult } from 'lit';
import { STEPS } from './colour.ts';
import { formatNumber } from './number-format.ts';

const EDGE = 8;
const WEIGHT_WIDTH = 216;
const SIGNED_WIDTH = 136;

/**
 * The scale of weights, 0 to 1 by their square roots, with a tick at the even share.
 *
 * @param byRow the strongest colour is not the weight 1's but that of each row's largest
 */
export function weightLegend(keys: number, byRow = false): TemplateResult {
  const at = (share: number) => EDGE + Math.sqrt(share) * (WEIGHT_WIDTH - 2 * EDGE);
  const even = keys > 0 ? 1 / keys : 0;
  const strongest = byRow ? 'the largest weight of the row, strongest' : '1, strongest';
  return html`<svg
    class="legend"
    role="img"
    aria-label=${`Colours of weights: from 0, palest, to ${strongest}.${byRow ? '' : ` An even share is 1/${keys}.`}`}
    viewBox="0 0 ${WEIGHT_WIDTH} 46"
    width=${WEIGHT_WIDTH}
    height="46"
  >
    ${swatches((step) => `w${step}`, STEPS, WEIGHT_WIDTH, 16)}
    ${
      byRow
        ? svg`<text x=${EDGE} y="42">0</text><text x=${WEIGHT_WIDTH - EDGE} y="42" text-anchor="end">the row’s largest</text>`
        : [0, 0.05, 0.25, 0.5, 1].map(
            (share) => svg`<text x=${at(share)} y="42" text-anchor="middle">${share}</text>`,
          )
    }
    ${
      keys > 1 && !byRow
        ? svg`<path class="tick" d="M${at(even)} 13V31" /><text class="even" x=${at(even)} y="10" text-anchor="middle">1/${keys}</text>`
        : ''
    }
  </svg>`;
}

/** The scale of signed numbers, as far as the table's largest magnitude. */
export function signedLegend(extent: number, decimals: number): TemplateResult {
  const end = compact(extent, decimals);
  const label = (x: number, anchor: string, text: string) =>
    svg`<text x=${x} y="36" text-anchor=${anchor}>${text}</text>`;
  return html`<svg
    class="legend"
    role="img"
    aria-label=${`Colours of signed numbers: from −${end} through 0 to ${end}.`}
    viewBox="0 0 ${SIGNED_WIDTH} 40"
    width=${SIGNED_WIDTH}
    height="40"
  >
    ${swatches((step) => (step < STEPS ? `n${STEPS - step}` : `s${step - STEPS}`), 2 * STEPS, SIGNED_WIDTH, 8)}
    ${label(EDGE, 'start', `−${end}`)}${label(SIGNED_WIDTH / 2, 'middle', '0')}${label(SIGNED_WIDTH - EDGE, 'end', `+${end}`)}
  </svg>`;
}

/** Three labels share the scale, so that one has room for so many characters. */
const LABEL_CHARS = 6;

function compact(extent: number, decimals: number): string {
  for (let places = Math.min(decimals, 2); places >= 0; places--) {
    const text = formatNumber(extent, places);
    if (text.length <= LABEL_CHARS) return text;
  }
  return extent.toExponential(1).replace('+', '');
}

function swatches(nameOf: (step: number) => string, steps: number, total: number, top: number) {
  const width = (total - 2 * EDGE) / (steps + 1);
  return Array.from(
    { length: steps + 1 },
    (_, step) =>
      svg`<rect class="swatch ${nameOf(step)}" x=${EDGE + step * width} y=${top} width=${width + 0.4} height="12" />`,
  );
}
