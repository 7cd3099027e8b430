import { html, nothing, type TemplateResult } from 'lit';
import { mathml } from 'lit/html.js';
import { numberFormat } from './cell-text.ts';
import { ExplorationView } from './exploration-view.ts';
import { entry, formula, number, operator } from './formula.ts';
import { NumberField, numberFieldStyles } from './number-field.ts';
import { formatNumber, formatUnits, MINUS } from './number-format.ts';
import { theme } from './styles/theme.ts';
import { traceStyles } from './styles/trace.ts';
import type { Factor, Sum } from './sums.ts';
import type { Place } from './tables.ts';
import { type Adjusted, type Line, type Share, type Trace, traceOf } from './trace.ts';
import { factText, meaningOf } from './wording.ts';

/** The arithmetic of the chosen cell, in a slot of fixed height so that nothing jumps. */
export class AttentionTrace extends ExplorationView {
  static override styles = [theme, numberFieldStyles, traceStyles];

  readonly #field = new NumberField(this);

  protected override render(): unknown {
    const figure = this.exploration?.figure;
    if (!figure || figure.tokens.length === 0) return nothing;
    const { decimals } = this.exploration;
    // The field that is typed into stays, whatever slides under the pointer.
    const shown = this.shadowRoot?.activeElement?.matches('input')
      ? this.exploration.choice
      : this.exploration.shown;
    const trace = traceOf(figure, shown, decimals);
    if (!trace) return nothing;
    return html`<section aria-label="How the chosen number comes about" aria-live="polite">
      <p class="meaning">${meaningOf(trace.place, figure)}</p>
      ${trace.lines.map((line, index) => html`<div class="line">${this.#line(line, trace, index)}</div>`)}
    </section>`;
  }

  #line(line: Line, trace: Trace, index: number): unknown {
    switch (line.kind) {
      case 'sum':
        return this.#sum(line, trace, this.#entry(trace));
      case 'share':
        return this.#share(line, trace);
      case 'adjusted':
        return this.#adjusted(line, trace);
      case 'fact':
        return html`${
          index === 0
            ? html`<span class="piece">${formula(html`${this.#entry(trace)}${operator('=')}${number(trace.text)}`)}</span>`
            : nothing
        }<span class="fact">${factText(line.fact, trace.place, this.exploration)}</span>${
          line.fact === 'input' || line.fact === 'placed' || line.fact === 'drawn'
            ? this.#field.field(trace.place)
            : nothing
        }`;
    }
  }

  /** A factor as its own table writes it. */
  #factor({ value, place }: Factor, decimals: number): string {
    return numberFormat(this.exploration.figure!, place.table, decimals)(value);
  }

  #entry({ place }: Trace): TemplateResult {
    return entry(place.table, place.row, place.column);
  }

  /** left = a×b + c×d = products = result; each term a piece of its own, so that long sums wrap between terms. */
  #sum(sum: Sum, trace: Trace, left: TemplateResult): TemplateResult {
    const { decimals } = trace;
    const products = sum.terms.some((term) => term.factors.length > 1);
    const single = sum.terms.length === 1 && sum.rounding === 0 && !sum.others && sum.bias === undefined;
    return html`${products ? this.#products(sum, trace, left) : nothing}
      ${single ? nothing : this.#units(sum, decimals, products ? undefined : left)}
      <span class="piece result">${formula(html`${operator('=')}${number(formatUnits(sum.result, decimals))}`)}</span>`;
  }

  #products(sum: Sum, { decimals }: Trace, left: TemplateResult): unknown {
    const others = sum.others
      ? [html`<span class="piece">${formula(operator('+'))} ${sum.others.count} others</span>`]
      : [];
    const bias =
      sum.bias === undefined
        ? []
        : [html`<span class="piece">${formula(html`${operator('+')}${mathml`<mi>b</mi>`}`)}</span>`];
    return [
      html`<span class="piece">${formula(html`${left}${operator('=')}`)}</span>`,
      ...sum.terms.map((term, i) => {
        const [a, b] = term.factors;
        const left = this.#factor(a!, decimals);
        const minus = i > 0 && left.startsWith(MINUS);
        const body = html`${i > 0 ? operator(minus ? MINUS : '+') : nothing}${number(minus ? left.slice(1) : left)}${operator('×')}${bracketed(this.#factor(b!, decimals))}`;
        return this.#term(
          term.factors.map((f) => f.place),
          body,
        );
      }),
      ...others,
      ...bias,
    ];
  }

  #units(sum: Sum, decimals: number, left: TemplateResult | undefined): unknown {
    const piece = (units: number, first: boolean, label?: string) =>
      html`<span class="piece"
        >${formula(html`${first ? nothing : operator(units < 0 ? '−' : '+')}${number(formatUnits(first ? units : Math.abs(units), decimals))}`)}${
          label ? html` <small>${label}</small>` : nothing
        }</span
      >`;
    return [
      html`<span class="piece">${formula(html`${left ?? nothing}${operator('=')}`)}</span>`,
      ...sum.terms.map((term, i) =>
        this.#term(
          term.factors.map((f) => f.place),
          html`${i === 0 ? nothing : operator(term.units < 0 ? '−' : '+')}${number(formatUnits(i === 0 ? term.units : Math.abs(term.units), decimals))}`,
        ),
      ),
      sum.others ? piece(sum.others.units, false, `${sum.others.count} others`) : nothing,
      sum.bias === undefined ? nothing : piece(sum.bias, false, 'bias'),
      sum.rounding === 0 ? nothing : piece(sum.rounding, false, 'rounding'),
    ];
  }

  /** A term lights both of its factors while it is pointed at. */
  #term(places: readonly Place[], body: TemplateResult): TemplateResult {
    return html`<span
      class="piece term"
      @pointerenter=${() => this.exploration.light(places)}
      @pointerleave=${() => this.exploration.light([])}
      >${formula(body)}</span
    >`;
  }

  #share(share: Share, trace: Trace): TemplateResult {
    const { decimals, place } = trace;
    const power = mathml`<msup><mi>e</mi><mrow>${number(formatNumber(share.exponent, decimals))}</mrow></msup>`;
    const row = mathml`<mi>S</mi>`;
    const rounding =
      share.rounding === 0
        ? nothing
        : html`<span class="piece">${this.#rounding(share.rounding, decimals)}</span>`;
    const scaled = share.maximum !== undefined || this.exploration.figure?.scale !== 1;
    const exponent = mathml`<mrow>${scaled ? mathml`<mi>scale</mi><mo>·</mo>` : nothing}${entry('scores', place.row, place.column)}${
      share.maximum === undefined
        ? nothing
        : mathml`<mo>−</mo>${number(formatNumber(share.maximum, decimals))}`
    }</mrow>`;
    return html`<div class="line">${this.#powers(share, trace)}</div>
      <div class="line">
        <span class="piece">${formula(html`${this.#entry(trace)}${operator('=')}`)}</span>
        <span class="piece"
          >${formula(mathml`<mfrac><msup><mi>e</mi>${exponent}</msup>${row}</mfrac><mo>=</mo><mfrac>${power}${row}</mfrac><mo>=</mo>`)}</span
        >
        <span class="piece"
          >${formula(html`${number(formatUnits(share.power, decimals))}${operator('/')}${number(formatUnits(share.total.result, decimals))}`)}</span
        >
        ${rounding}
        <span class="piece result">${formula(html`${operator('=')}${number(formatUnits(share.result, decimals))}`)}</span>
        ${share.maximum === undefined ? nothing : html`<span class="fact">The row’s largest score is taken off every exponent: the shares stay the same, and no power grows beyond counting.</span>`}
      </div>`;
  }

  /** S, the sum over the row. */
  #powers(share: Share, trace: Trace): TemplateResult {
    const { decimals } = trace;
    return html`<span class="piece">${formula(html`${mathml`<mi>S</mi>`}${operator('=')}`)}</span>
      ${share.total.terms.map((term, i) =>
        this.#term(
          term.factors.map((f) => f.place),
          html`${i > 0 ? operator('+') : nothing}${mathml`<msup><mi>e</mi><mrow>${number(formatNumber(term.factors[0]!.value, decimals))}</mrow></msup>`}`,
        ),
      )}
      ${share.total.others ? html`<span class="piece">${formula(operator('+'))} ${share.total.others.count} others</span>` : nothing}
      ${this.#units(share.total, decimals, undefined)}
      <span class="piece result">${formula(html`${operator('=')}${number(formatUnits(share.total.result, decimals))}`)}</span>`;
  }

  #adjusted(line: Adjusted, trace: Trace): TemplateResult {
    const { decimals } = trace;
    const sign = line.operation === 'times' ? '×' : '/';
    return html`<span class="fact">${line.reason === 'scale' ? 'scaled' : 'kept by dropout, so divided by 1 − rate'}</span>
      <span class="piece"
        >${formula(html`${number(formatUnits(line.from, decimals))}${operator(sign)}${number(formatNumber(line.by, decimals))}`)}</span
      >
      ${line.rounding === 0 ? nothing : html`<span class="piece">${this.#rounding(line.rounding, decimals)}</span>`}
      <span class="piece result">${formula(html`${operator('=')}${number(formatUnits(line.result, decimals))}`)}</span>`;
  }

  #rounding(units: number, decimals: number): TemplateResult {
    return html`${formula(html`${operator(units < 0 ? '−' : '+')}${number(formatUnits(Math.abs(units), decimals))}`)} <small>rounding</small>`;
  }
}

/** A negative right factor stands in brackets. */
function bracketed(text: string): TemplateResult {
  return text.startsWith(MINUS) ? mathml`<mrow><mo>(</mo>${number(text)}<mo>)</mo></mrow>` : number(text);
}
