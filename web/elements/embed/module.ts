import { AttentionExplorer } from '../attention-explorer.ts';
import { AttentionWeights } from '../attention-weights.ts';
import { defineElements as defineExplorer } from '../index.ts';

export { loadAttention } from '../../api/load.ts';
export { matrix } from '../../api/matrix.ts';
export { AttentionExplorer, AttentionWeights };

/** Makes the elements known; importing this module has done it already. A second script of them changes nothing. */
export function defineElements(): void {
  defineExplorer();
  if (!customElements.get('attention-weights')) customElements.define('attention-weights', AttentionWeights);
}

// A module may be imported where there is no document, by servers that render pages.
if (typeof customElements !== 'undefined') defineElements();
