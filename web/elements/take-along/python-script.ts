import type { PythonMatrix, ScriptParts } from './script-parts.ts';

/** What differs from one library to the other. */
export interface Library {
  readonly name: string;
  readonly imports: string;
  matrix(text: string): string;
  empty(rows: number, cols: number): string;
  /** Statements that make `visible`, L × S: which query sees which key. */
  visible(causal: boolean, hidden: readonly number[]): string;
  kept(text: string): string;
  /** The function `attend(Q, K, V, kept)`, of one head. */
  attend(parts: ScriptParts): string;
  /** The heads' contexts, side by side. */
  readonly sideBySide: string;
}

/**
 * A Python script, with its numbers in it, that computes what is shown and prints it as it is shown. Both libraries'
 * have the same parts in the same order.
 */
export function pythonScript(parts: ScriptParts, library: Library): string {
  return `${[
    opening(parts, library),
    given(parts, library),
    `${library.attend(parts).trim()}\n`,
    computation(parts, library),
    printing(parts),
  ].join('\n\n')}`;
}

function opening({ about, decimals }: ScriptParts, { name, imports }: Library): string {
  return `# Scaled dot-product attention in ${name}: ${about.join(', ')}.
#
#     scores = Q·Kᵀ      weights = softmax(scale·scores)      context = weights·V
#
# Computed in float32 and printed with ${decimals} decimals. Where a number lies halfway between two roundings, its last
# decimal may be another one: libraries add up in different orders.
import math
import sys

${imports}`;
}

function given(parts: ScriptParts, library: Library): string {
  const matrix = ({ rows, cols, text }: PythonMatrix) =>
    rows * cols === 0 ? library.empty(rows, cols) : library.matrix(text);
  const { projections, output, dropout } = parts;
  return [
    `tokens = ${parts.tokens}`,
    `key_tokens = ${parts.keyTokens ?? 'tokens'}`,
    `X = ${matrix(parts.inputs)}`,
    `X_keys = ${parts.keyInputs ? matrix(parts.keyInputs) : 'X'}`,
    ...(projections
      ? [
          `W_Q = ${matrix(projections.query)}`,
          `W_K = ${matrix(projections.key)}`,
          `W_V = ${matrix(projections.value)}`,
        ]
      : []),
    ...(output ? [`W_O = ${matrix(output.weight)}`, `b_O = ${library.matrix(output.bias)}`] : []),
    `heads = ${parts.heads}`,
    `scale = ${parts.scale}`,
    library.visible(parts.causal, parts.hidden),
    dropout ? `rate = ${dropout.rate}\nkept = ${library.kept(dropout.kept)}` : 'kept = [None] * heads',
  ].join('\n');
}

function computation({ projections, output }: ScriptParts, { sideBySide }: Library): string {
  return `Q = ${projections ? 'X @ W_Q' : 'X'}
K = ${projections ? 'X_keys @ W_K' : 'X_keys'}
V = ${projections ? 'X_keys @ W_V' : 'X_keys'}
d = Q.shape[1] // heads
columns = [slice(head * d, (head + 1) * d) for head in range(heads)]
attended = [attend(Q[:, c], K[:, c], V[:, c], kept[head]) for head, c in enumerate(columns)]
context = ${sideBySide}${output ? '\noutput = context @ W_O + b_O' : ''}
`;
}

/** As the page writes numbers: fixed decimals, U+2212 for minus, never −0; of a weight that is not quite nothing, that it is less. */
function printing({ decimals, projections, output, only }: ScriptParts): string {
  const rows = only === undefined ? everyRow(projections !== undefined) : oneRow(only);
  return `def number(x, is_weight=False):
    x = float(x)
    if not math.isfinite(x):
        return "NaN" if math.isnan(x) else "−∞" if x < 0 else "∞"
    units = abs(x) * 10**${decimals}
    if units > 2**53 - 1:
        mantissa, exponent = f"{x:.3e}".split("e")
        return f"{mantissa}e{int(exponent):+d}".replace("-", "−")
    units = math.floor(units) + (units % 1 >= 0.5)
    if is_weight and x > 0 and units == 0:
        return f"<{1 / 10**${decimals}:.${decimals}f}"
    return ("−" if x < 0 and units else "") + f"{units / 10**${decimals}:.${decimals}f}"


def show(title, row_names, column_names, cell):
    """One line a row; the last column is as wide as its numbers need."""
    lines = [["", *column_names]]
    lines += [[name, *(cell(i, j) for j in range(len(column_names)))] for i, name in enumerate(row_names)]
    widths = [max(map(len, column)) for column in zip(*lines)]
    print(f"\\n{title}")
    for line in lines:
        print("  ".join(text.rjust(width) for text, width in zip(line, widths)))


def components(table):
    return [str(j + 1) for j in range(table.shape[1])]


sys.stdout.reconfigure(encoding="utf-8")
${rows}${output ? `\n${outputRows(only)}` : ''}
`;
}

/** A hidden pair's weight is a point. */
function everyRow(projected: boolean): string {
  const qkv = `    show(f"queries Q{of}", tokens, components(Q[:, c]), lambda i, j: number(Q[i, c][j]))
    show(f"keys K{of}", key_tokens, components(K[:, c]), lambda i, j: number(K[i, c][j]))
    show(f"values V{of}", key_tokens, components(V[:, c]), lambda i, j: number(V[i, c][j]))
`;
  return `for head, (c, (scores, weights, z)) in enumerate(zip(columns, attended)):
    of = f", head {head + 1}" if heads > 1 else ""
${projected ? qkv : ''}    show(f"scores ω{of}", tokens, key_tokens, lambda i, j: number(scores[i, j]))
    show(f"weights α{of}", tokens, key_tokens, lambda i, j: number(weights[i, j], True) if visible[i, j] else "·")
    show(f"context z{of}", tokens, components(z), lambda i, j: number(z[i, j]))`;
}

function oneRow(query: number): string {
  return `query = ${query}  # from 0; all of them would be too many to read
for head, (scores, weights, z) in enumerate(attended):
    of = f"{tokens[query]}, head {head + 1}" if heads > 1 else tokens[query]
    rows = [scores[query], weights[query]]
    show(
        f"scores ω and weights α of {of}",
        key_tokens,
        ["ω", "α"],
        lambda i, j: number(rows[j][i], j == 1) if j == 0 or visible[query, i] else "·",
    )
    show(f"context z of {of}", [tokens[query]], components(z), lambda i, j: number(z[query, j]))`;
}

function outputRows(only: number | undefined): string {
  return only === undefined
    ? 'show("output y", tokens, components(output), lambda i, j: number(output[i, j]))'
    : 'show(f"output y of {tokens[query]}", [tokens[query]], components(output), lambda i, j: number(output[query, j]))';
}
