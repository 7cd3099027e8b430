import { html, nothing, type TemplateResult } from 'lit';
import { mathml } from 'lit/html.js';
import { signedClass } from './colour.ts';
import type { Exploration } from './exploration.ts';
import { formula, symbol } from './formula.ts';
import { signedLegend } from './legend.ts';
import { formatInput, formatNumber } from './number-format.ts';
import { positionVector } from './positions.ts';
import { vectorsOf } from './sequence.ts';
import { type SmallTable, smallTable } from './small-table.ts';
import { tokenName } from './token-name.ts';

/** Rows of the tables; of more tokens the first. */
const ROWS = 8;

/** P(p, 2i) and P(p, 2i + 1). */
export function positionFormula(): TemplateResult {
  const column = (content: unknown) =>
    mathml`<mi>P</mi><mo form="prefix">(</mo><mi>p</mi><mo separator="true">,</mo>${content}<mo form="postfix">)</mo><mo>=</mo>`;
  const even = mathml`<mrow><mn>2</mn><mi>i</mi></mrow>`;
  const angle = mathml`<mo form="prefix">(</mo><mi>p</mi><mo>/</mo><msup><mn>10000</mn><mrow><mn>2</mn><mi>i</mi><mo>/</mo><mi>d</mi></mrow></msup><mo form="postfix">)</mo>`;
  return html`<p class="formulas">
    ${formula(mathml`<mrow>${column(even)}<mi>sin</mi>${angle}</mrow>`)}
    ${formula(mathml`<mrow>${column(mathml`<mrow>${even}<mo>+</mo><mn>1</mn></mrow>`)}<mi>cos</mi>${angle}</mrow>`)}
  </p>`;
}

/** Each token's vector, its place's, and their sum. */
export function positionSums({ tokens, state, settings, decimals }: Exploration): TemplateResult {
  const shown = tokens.slice(0, ROWS);
  const vectors = vectorsOf(shown, { ...state, settings: { ...settings, positions: true } })!;
  const width = vectors.cols;
  const own = shown.map((_, row) => [...vectors.data.subarray(row * width, (row + 1) * width)]);
  const places = shown.map((_, row) => positionVector(row, width));
  const sums = own.map((vector, row) => vector.map((value, column) => value + places[row]![column]!));
  const extent = Math.max(...[...own, ...places, ...sums].flat().map(Math.abs));
  const columns = Array.from({ length: width }, (_, column) => column + 1);
  const table = (
    caption: unknown,
    numbers: readonly number[][],
    write: (value: number) => string,
    name: (row: number) => unknown,
  ): SmallTable => ({
    caption,
    columns,
    rows: numbers.map((values, row) => ({
      name: name(row),
      cells: values.map((value) => ({ text: write(value), style: signedClass(value, extent) })),
    })),
  });
  const token = (row: number) => tokenName(shown[row]?.text);
  const fixed = (value: number) => formatNumber(value, decimals);
  return html`<div class="tables sums">
      ${smallTable(table('the tokens’ vectors', own, (value) => formatInput(value, decimals), token))}
      <span class="sign">+</span>
      ${smallTable(table('their places’ vectors', places, fixed, (row) => html`<i>p</i> = ${row}`))}
      <span class="sign">=</span>
      ${smallTable(table(html`what goes in, ${formula(symbol('inputs'))}`, sums, fixed, token))}
    </div>
    ${signedLegend(extent, decimals)}
    ${tokens.length > ROWS ? html`<p class="note">The first ${ROWS} of ${tokens.length} tokens.</p>` : nothing}`;
}

/** What places do to a token that stands at two of them. */
export function twice({ tokens, state, settings, decimals }: Exploration): TemplateResult {
  const first = new Map<string, number>();
  for (const [place, token] of tokens.entries()) {
    const before = first.get(token.text);
    if (before === undefined) {
      first.set(token.text, place);
      continue;
    }
    const vectors = vectorsOf([token], { ...state, settings: { ...settings, positions: true } })!;
    const own = [...vectors.data];
    const sum = (at: number) => {
      const added = positionVector(at, own.length);
      return own.map((value, column) => formatNumber(value + added[column]!, decimals)).join(', ');
    };
    return html`<p class="twice">
      ${tokenName(token.text)} stands at places ${before} and ${place}. Its vector is the same at both; with their places
      added, what goes in is (${sum(before)}) at the one and (${sum(place)}) at the other.
    </p>`;
  }
  return html`<p class="twice">
    No token stands here twice. One that did would have the same vector at both places, and only with its place added
    would different numbers go in.
  </p>`;
}
