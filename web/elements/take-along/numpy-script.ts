import { type Library, pythonScript } from './python-script.ts';
import type { ScriptParts } from './script-parts.ts';

/** "The same in NumPy". */
export function numpyScript(parts: ScriptParts): string {
  return pythonScript(parts, NUMPY);
}

const NUMPY: Library = {
  name: 'NumPy',
  imports: 'import numpy as np',
  matrix: (text) => `np.array(${text}, dtype=np.float32)`,
  empty: (rows, cols) => `np.zeros((${rows}, ${cols}), dtype=np.float32)`,
  visible: (causal, hidden) =>
    [
      causal
        ? 'visible = np.tri(len(tokens), len(key_tokens), dtype=bool)  # no query sees a later key'
        : 'visible = np.ones((len(tokens), len(key_tokens)), dtype=bool)',
      ...(hidden.length > 0 ? [`visible[:, [${hidden.join(', ')}]] = False`] : []),
    ].join('\n'),
  kept: (text) => `np.array([[[bit == "1" for bit in row] for row in head] for head in ${text}])`,
  attend: ({ dropout, overflows }) => `
def attend(Q, K, V, kept):
    scores = Q @ K.T
    seen = np.where(visible, np.float32(scale) * scores, np.float32(-np.inf))
    # The largest becomes e⁰ = 1, so that nothing overflows, and the total is at least 1 where anything is seen.
    largest = np.max(seen, axis=1, keepdims=True, initial=np.finfo(np.float32).min)
    exponentials = np.exp(seen - largest)
    weights = exponentials / np.maximum(1, exponentials.sum(axis=1, keepdims=True))
${dropout ? `    weights = np.where(kept, weights * np.float32(${dropout.rate < 1 ? '1 / (1 - rate)' : '0'}), np.float32(0))\n` : ''}${overflows ? '    V = np.where(visible.any(axis=0)[:, None], V, np.float32(0))  # what nobody sees is not read\n' : ''}    return scores, weights, weights @ V
`,
  sideBySide: 'np.concatenate([z for _, _, z in attended], axis=1)',
};
