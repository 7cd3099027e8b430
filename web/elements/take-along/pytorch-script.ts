import { type Library, pythonScript } from './python-script.ts';
import type { ScriptParts } from './script-parts.ts';

/** "The same in PyTorch". */
export function pytorchScript(parts: ScriptParts): string {
  return pythonScript(parts, PYTORCH);
}

const PYTORCH: Library = {
  name: 'PyTorch',
  imports: 'import torch',
  matrix: (text) => `torch.tensor(${text})`,
  empty: (rows, cols) => `torch.zeros(${rows}, ${cols})`,
  visible: (causal, hidden) =>
    [
      `visible = torch.ones(len(tokens), len(key_tokens), dtype=torch.bool)${causal ? '.tril()  # no query sees a later key' : ''}`,
      ...(hidden.length > 0 ? [`visible[:, [${hidden.join(', ')}]] = False`] : []),
    ].join('\n'),
  kept: (text) =>
    `torch.tensor([[[bit == "1" for bit in row] for row in head] for head in ${text}], dtype=torch.bool)`,
  attend: ({ dropout, overflows }) => `
def attend(Q, K, V, kept):
    scores = Q @ K.T
    seen = (scale * scores).masked_fill(~visible, -math.inf)
    # A query that sees no key has shares of 0/0, which are none.
    weights = torch.softmax(seen, dim=1).masked_fill(~visible, 0)
${dropout ? `    weights = (weights * ${dropout.rate < 1 ? '(1 / (1 - rate))' : '0'}).masked_fill(~kept, 0)\n` : ''}${overflows ? '    V = V.masked_fill(~visible.any(dim=0)[:, None], 0)  # what nobody sees is not read\n' : ''}    return scores, weights, weights @ V
`,
  sideBySide: 'torch.cat([z for _, _, z in attended], dim=1)',
};
