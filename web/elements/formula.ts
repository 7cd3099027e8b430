import { html, nothing, type TemplateResult } from 'lit';
import { mathml } from 'lit/html.js';
import { TABLES, type TableName } from './tables.ts';

/** A formula as MathML, which screen readers speak and no font or script is needed for. */
export function formula(content: unknown): TemplateResult {
  return html`<math>${content}</math>`;
}

/** ω, W^Q or X′. */
export function symbol(table: TableName): TemplateResult {
  const { raised } = TABLES[table];
  return raised ? mathml`<msup>${letterOf(table)}<mi>${raised}</mi></msup>` : letterOf(table);
}

/** The letter alone, with its prime; two characters in one identifier would stand upright. */
function letterOf(table: TableName): TemplateResult {
  const [letter, prime] = [...TABLES[table].symbol];
  return prime
    ? mathml`<mrow><mi>${letter}</mi><mo lspace="0" rspace="0">${prime}</mo></mrow>`
    : mathml`<mi>${letter}</mi>`;
}

/** ω₂₃; indices count from 1, and a comma stands between them where they have two digits. */
export function entry(table: TableName, row: number, column: number): TemplateResult {
  const { raised } = TABLES[table];
  const comma = row >= 9 || column >= 9 ? mathml`<mo separator="true">,</mo>` : nothing;
  const index = mathml`<mrow><mn>${row + 1}</mn>${comma}<mn>${column + 1}</mn></mrow>`;
  return raised
    ? mathml`<msubsup>${letterOf(table)}${index}<mi>${raised}</mi></msubsup>`
    : mathml`<msub>${letterOf(table)}${index}</msub>`;
}

/** A number, its minus as an operator so that it is spoken. */
export function number(text: string): TemplateResult {
  return text.startsWith('\u2212') || text.startsWith('-')
    ? mathml`<mrow><mo form="prefix">−</mo><mn>${text.slice(1)}</mn></mrow>`
    : mathml`<mn>${text}</mn>`;
}

export function operator(text: string): TemplateResult {
  return mathml`<mo form="infix">${text}</mo>`;
}

/** Kᵀ. */
export function transposed(table: TableName): TemplateResult {
  return mathml`<msup>${symbol(table)}<mi mathvariant="normal">T</mi></msup>`;
}

/** ω = Q·Kᵀ */
export function productFormula(result: TableName, left: TableName, right: TemplateResult): TemplateResult {
  return mathml`<mrow>${symbol(result)}<mo>=</mo>${symbol(left)}<mo>·</mo>${right}</mrow>`;
}

/** Q = X, or V = X′, where there are no projections. */
export function sameAsInputs(table: TableName, inputs: TableName): TemplateResult {
  return mathml`<mrow>${symbol(table)}<mo>=</mo>${symbol(inputs)}</mrow>`;
}
