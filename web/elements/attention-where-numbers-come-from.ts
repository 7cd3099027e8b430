import { css, html, nothing, type TemplateResult } from 'lit';
import { mathml } from 'lit/html.js';
import { INPUT_WIDTH, originOf } from './embedding.ts';
import { isCross } from './figure.ts';
import { formula, symbol } from './formula.ts';
import { formatNumber } from './number-format.ts';
import { ReadingSection } from './reading-section.ts';
import { sectionStyles } from './styles/sections.ts';
import { theme } from './styles/theme.ts';
import { tokenName } from './token-name.ts';

/** So many words are named one by one. */
const NAMED = 12;

/** Where X and the tables W come from, which words of the present text are which, and what is not true of them. */
export class AttentionWhereNumbersComeFrom extends ReadingSection {
  static override styles = [
    theme,
    sectionStyles,
    css`
      table {
        width: 100%;
        max-width: 960px;
        margin-block: 12px;
        border-collapse: collapse;
        font: 15px/1.45 var(--_serif);
      }
      caption {
        padding-block-end: 6px;
        text-align: start;
        font: 600 18px/1.3 var(--_serif);
      }
      :is(td, th) {
        padding: 8px 16px 8px 0;
        border-block-start: 1px solid var(--_line);
        text-align: start;
        vertical-align: top;
        overflow-wrap: anywhere;
      }
      th {
        font-weight: 600;
      }
      th:nth-child(1) {
        width: 22%;
      }
      th:nth-child(2) {
        width: 22%;
      }
      thead th {
        border: 0;
        color: var(--_soft);
        font: 12px/1.4 var(--_sans);
      }
      @container (max-width: 520px) {
        table {
          font-size: 14px;
          table-layout: fixed;
        }
        th:nth-child(1) {
          width: 27%;
        }
        :is(td, th) {
          padding-inline-end: 10px;
        }
      }
    `,
  ];

  protected override drawnFrom(): readonly unknown[] {
    return [this.exploration.figure];
  }

  protected override render(): unknown {
    const { figure, settings } = this.exploration;
    if (!figure || figure.tokens.length === 0) return nothing;
    return html`<section aria-labelledby="title">
      <h2 id="title">Where the numbers come from</h2>
      <p class="lead">
        Everything on this page is computed from two things: the words’ lists, X, and the tables W. The rest follows. Where
        they are random, the arithmetic is real and the meaning is none: nothing may be read into who attends to whom.
      </p>
      ${this.#inputs()} ${this.#projections()}
      <p class="note">
        Random numbers come from the seed alone: ${settings.seed} gives the same ones every time and on every machine, and the
        tables W are those that PyTorch draws after <code>torch.manual_seed(${settings.seed})</code>.
      </p>
    </section>`;
  }

  #inputs(): TemplateResult {
    const { tokens, keyTokens, state, settings, figure } = this.exploration;
    const two = figure && isCross(figure);
    const lists = two
      ? mathml`${symbol('inputs')}<mo separator="true">,</mo>${symbol('keyInputs')}`
      : symbol('inputs');
    const words = [
      ...new Map([...tokens, ...(two ? keyTokens : [])].map((token) => [token.text, token])).values(),
    ];
    const typed = words.filter(({ text }) => state.wordEdits.has(text));
    const own = words.filter(({ text }) => !state.wordEdits.has(text));
    const named = (of: typeof words) => list(of.map(({ text }) => text));
    return table(html`The words’ lists, ${formula(lists)}`, two ? 'words in the two texts' : 'words here', [
      [
        'picked by hand',
        named(own.filter((token) => originOf(token) === 'hand-picked')),
        'For the example’s six words only: somebody chose them so that similar words are alike. No text was learned from.',
      ],
      [
        'made up from the seed',
        named(own.filter((token) => originOf(token) === 'made up')),
        html`By chance, from the word and seed ${settings.seed}: <i>cat</i> is no nearer to <i>kitten</i> than to <i>Tuesday</i>.`,
      ],
      ['typed by you', named(typed), 'They mean what you mean by them.'],
      [
        'trained',
        'none yet',
        'Learned from much text: only then does being alike in numbers tell of being alike in use.',
      ],
    ]);
  }

  #projections(): TemplateResult {
    const { figure, settings, state } = this.exploration;
    const edits = state.projectionEdits.size;
    const tables = (kind: typeof settings.projection) =>
      figure?.projections && settings.projection === kind
        ? `all ${settings.output ? 'four' : 'three'}`
        : 'none';
    const bound = formatNumber(1 / Math.sqrt(INPUT_WIDTH), 3);
    const range = formula(
      mathml`<mo form="prefix">±</mo><mfrac><mn>1</mn><msqrt><mn>${INPUT_WIDTH}</mn></msqrt></mfrac><mo>=</mo><mo form="prefix">±</mo><mn>${bound}</mn>`,
    );
    return table(
      html`The tables, ${formula(mathml`<msup><mi>W</mi><mi>Q</mi></msup><mo separator="true">,</mo><msup><mi>W</mi><mi>K</mi></msup><mo separator="true">,</mo><msup><mi>W</mi><mi>V</mi></msup>`)}`,
      'tables here',
      [
        [
          'left out',
          tables('none') === 'none' && figure?.projections ? 'no' : 'yes',
          html`${formula(
            figure && isCross(figure)
              ? mathml`<mi>Q</mi><mo>=</mo><mi>X</mi><mo separator="true">,</mo><mi>K</mi><mo>=</mo><mi>V</mi><mo>=</mo>${symbol('keyInputs')}`
              : mathml`<mi>Q</mi><mo>=</mo><mi>K</mi><mo>=</mo><mi>V</mi><mo>=</mo><mi>X</mi>`,
          )}: a word asks, is found
          and gives with one list. Good for following the sums; no language model does so.`,
        ],
        [
          'random, 0 to 1',
          tables('uniform'),
          'Any number from 0 to 1 is as likely as any other. They mix a word’s numbers without purpose.',
        ],
        [
          html`random, within ${range}`,
          tables('linear'),
          'What a new layer starts with, before training: as purposeless, but on both sides of 0.',
        ],
        [
          'typed by you',
          edits === 0 ? 'none' : `${edits} ${edits === 1 ? 'number' : 'numbers'}`,
          'The other numbers of the table stay as they were drawn.',
        ],
        [
          'trained',
          'none yet',
          'In a language model these tables are most of what attention has learned: what to look for, and what to pass on.',
        ],
      ],
    );
  }
}

function table(
  caption: unknown,
  here: string,
  rows: readonly (readonly [unknown, unknown, unknown])[],
): TemplateResult {
  return html`<table>
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">from where</th>
        <th scope="col">${here}</th>
        <th scope="col">what that means</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([from, which, meaning]) =>
          html`<tr>
            <th scope="row">${from}</th>
            <td>${which}</td>
            <td>${meaning}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Words, each in its own direction; of many the first ones. */
function list(words: readonly string[]): unknown {
  if (words.length === 0) return 'none';
  const more = words.length - NAMED;
  const named = words.slice(0, NAMED).map((word, i) => html`${i > 0 ? ', ' : ''}${tokenName(word, 'word')}`);
  return html`${named}${more > 0 ? `, and ${more} more` : nothing}`;
}
