import { AttentionExplorer } from './attention-explorer.ts';
import { AttentionGuidedRead } from './attention-guided-read.ts';
import { AttentionLedger } from './attention-ledger.ts';
import { AttentionOutput } from './attention-output.ts';
import { AttentionProjections } from './attention-projections.ts';
import { AttentionSentence } from './attention-sentence.ts';
import { AttentionStrip } from './attention-strip.ts';
import { AttentionTokens } from './attention-tokens.ts';
import { AttentionTrace } from './attention-trace.ts';
import { AttentionWhatGoesWrong } from './attention-what-goes-wrong.ts';
import { AttentionWhereNumbersComeFrom } from './attention-where-numbers-come-from.ts';

const ELEMENTS = {
  'attention-explorer': AttentionExplorer,
  'attention-guided-read': AttentionGuidedRead,
  'attention-ledger': AttentionLedger,
  'attention-output': AttentionOutput,
  'attention-projections': AttentionProjections,
  'attention-sentence': AttentionSentence,
  'attention-strip': AttentionStrip,
  'attention-tokens': AttentionTokens,
  'attention-trace': AttentionTrace,
  'attention-what-goes-wrong': AttentionWhatGoesWrong,
  'attention-where-numbers-come-from': AttentionWhereNumbersComeFrom,
};

/** Makes the elements known. A page may load the script twice; the first one stays. */
export function defineElements(): void {
  for (const [name, element] of Object.entries(ELEMENTS)) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}

export { Exploration } from './exploration.ts';
export { AttentionExplorer };
