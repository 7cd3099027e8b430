import { AttentionWeights } from '../attention-weights.ts';
import { defineElements as defineViews } from '../index.ts';
import { EmbeddedExplorer } from './embedded-explorer.ts';

export { loadAttention } from '../../api/load.ts';
export { matrix } from '../../api/matrix.ts';
export { AttentionWeights, EmbeddedExplorer as AttentionExplorer };

/** Makes the elements known; importing this module has done it already. A second script of them changes nothing. */
export function defineElements(): void {
  // First, since who comes first stays: the page's own explorer has none of the attributes.
  if (!customElements.get('attention-explorer'))
    customElements.define('attention-explorer', EmbeddedExplorer);
  defineViews();
  if (!customElements.get('attention-weights')) customElements.define('attention-weights', AttentionWeights);
}

// A module may be imported where there is no document, by servers that render pages.
if (typeof customElements !== 'undefined') defineElements();
