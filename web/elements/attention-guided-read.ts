import { css, html, isServer, nothing, type TemplateResult } from 'lit';
import { mathml } from 'lit/html.js';
import { originOf } from './embedding.ts';
import { type Figure, isCross } from './figure.ts';
import { formula } from './formula.ts';
import { contextTable, inputTable, queryTable, rolesTable, withRandomTables } from './guided-lists.ts';
import {
  bestKey,
  blendTable,
  candidates,
  isItself,
  type Journey,
  keyAt,
  matchTable,
  scoreOf,
  scoreTable,
  seenKeys,
  shareTable,
  wordAt,
} from './guided-tables.ts';
import { formatNumber } from './number-format.ts';
import { ReadingSection } from './reading-section.ts';
import { smallTable } from './small-table.ts';
import { cellColours } from './styles/cells.ts';
import { sectionStyles } from './styles/sections.ts';
import { theme } from './styles/theme.ts';

/** Attention in six steps for somebody new to it, each with the piece of the figure that it is about. */
export class AttentionGuidedRead extends ReadingSection {
  static override styles = [
    theme,
    cellColours,
    sectionStyles,
    css`
      ol {
        display: grid;
        gap: 28px;
        margin: 20px 0 0;
        padding: 0;
        list-style: none;
      }
      .guesses {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        margin-block-end: 10px;
      }
      .guesses button {
        font: 16px/1.3 var(--_serif);
      }
      .guesses button {
        max-width: 100%;
      }
      .guesses bdi {
        display: inline-block;
        max-width: min(16em, 100%);
        overflow: hidden;
        text-overflow: ellipsis;
        vertical-align: bottom;
        white-space: nowrap;
      }
      .guesses [aria-pressed='true'] {
        background: var(--_ink);
        color: var(--_paper);
      }
      .answer {
        min-height: 1.5em;
      }
      summary {
        width: fit-content;
        min-height: 28px;
        margin-block-end: 6px;
        font-size: 14px;
        line-height: 28px;
        cursor: pointer;
      }
    `,
  ];

  #guess: { figure: Figure; query: number; key: number } | undefined;

  protected override drawnFrom(): readonly unknown[] {
    const { figure, choice, decimals } = this.exploration;
    const { head, query, key, component } = choice;
    return [figure, head, query, key, component, decimals, this.#guess];
  }

  protected override render(): unknown {
    const journey = this.#journey();
    if (!journey) return nothing;
    return html`<section aria-labelledby="title">
      <h2 id="title">Attention in six steps</h2>
      <p class="lead">
        Multiplying and adding are all that is needed, and in step 4 a power and a division. The steps follow
        ${wordAt(journey, journey.query)}; choose another word above and they follow that
        one.${isCross(journey.figure) ? ' It asks the words of the other text, whose lists are made in the same way.' : nothing}
      </p>
      <ol>
        ${[this.#numbers, this.#match, this.#guessing, this.#shares, this.#blend, this.#tables].map(
          (step, index) => html`<li class="card" data-step=${index + 1}>${step.call(this, journey)}</li>`,
        )}
      </ol>
    </section>`;
  }

  /** Follows what is chosen, not what is pointed at. */
  #journey(): Journey | undefined {
    const { figure, choice, decimals } = this.exploration;
    if (!figure?.heads.length || figure.tokens.length === 0) return undefined;
    const { head, query, key, component } = choice;
    const journey = { figure, head, query, key, component, decimals };
    return seenKeys(journey).length > 0 ? journey : undefined;
  }

  #numbers(journey: Journey): TemplateResult {
    const token = journey.figure.tokens[journey.query]!;
    const edited = this.exploration.state.wordEdits.has(token.text);
    const origin = edited
      ? 'You have set these yourself.'
      : originOf(token) === 'hand-picked'
        ? 'These were picked by hand, alike for words that are alike.'
        : 'These are made up at random, so they mean nothing.';
    return step(
      '1. A word comes in as numbers',
      html`<p>
        One cannot multiply words, so each is given a short list of numbers, the same list wherever the word stands.
        ${origin}
      </p>`,
      smallTable(inputTable(journey)),
    );
  }

  #match(journey: Journey): TemplateResult {
    const projected = journey.figure.projections
      ? html` (These are the lists that a word asks with and is found by; step 6 tells where they come from.)`
      : nothing;
    return step(
      '2. Two lists are compared',
      html`<p>
          Multiply them place by place and add up. Where both have large numbers the total grows, where one is below 0 and
          the other above it falls; so a larger total is a better match. It is called the score.${projected}
        </p>
        <p>
          ${formula(mathml`<mi>ω</mi><mo>=</mo><msub><mi>q</mi><mn>1</mn></msub><msub><mi>k</mi><mn>1</mn></msub><mo>+</mo><msub><mi>q</mi><mn>2</mn></msub><msub><mi>k</mi><mn>2</mn></msub><mo>+</mo><mo>…</mo>`)}
        </p>`,
      smallTable(matchTable(journey)),
    );
  }

  #guessing(journey: Journey): TemplateResult {
    const keys = candidates(journey);
    const guess = this.#guessOf(journey);
    const asks = wordAt(journey, journey.query);
    const answer = isCross(journey.figure)
      ? html`Every word of the other text is compared with ${asks}.`
      : html`Every word is compared with ${asks}, ${asks} itself too.`;
    return step(
      '3. Guess first: who matches best?',
      html`<p id="question">
          ${answer} Which of them do you think has the largest score?
        </p>
        ${
          isServer
            ? nothing
            : html`<div class="guesses" role="group" aria-labelledby="question">
                ${keys.map(
                  (key) =>
                    html`<button
                      aria-pressed=${guess === key ? 'true' : 'false'}
                      @click=${() => this.#choose(journey, key)}
                    >
                      ${keyAt(journey, key)}
                    </button>`,
                )}
              </div>`
        }
        <p class="answer" role="status">${guess === undefined ? nothing : verdict(journey, guess)}</p>`,
      html`<details ?open=${guess !== undefined}>
        <summary>${summary(keys.length, seenKeys(journey).length)}</summary>
        ${smallTable(scoreTable(journey))}
      </details>`,
    );
  }

  #shares(journey: Journey): TemplateResult {
    const { figure } = journey;
    const table = shareTable(journey);
    const power =
      figure.scale === 1
        ? mathml`<msup><mi>e</mi><mi>ω</mi></msup>`
        : mathml`<msup><mi>e</mi><mrow><mi>ω</mi><mo>/</mo><msqrt><mi>d</mi></msqrt></mrow></msup>`;
    return step(
      '4. Scores become shares',
      html`<p>
          Raise ${formula(mathml`<mi>e</mi>`)}, which is 2.718…, to the power of each score: every result is above 0, and
          larger scores stand out. Divide each by their total, and they are shares that sum to one whole: this is
          called softmax.
          ${
            figure.scale === 1
              ? nothing
              : html`Before that, scores are divided by ${formula(mathml`<msqrt><mi>d</mi></msqrt><mo>=</mo><msqrt><mn>${figure.width}</mn></msqrt>`)}, to keep
              them within reach of each other.`
          }
          ${table.lessMaximum ? 'The largest score is taken away from each first: it keeps the powers small and changes no share.' : nothing}
          ${seenKeys(journey).length < figure.keyTokens.length ? 'Hidden words take no part.' : nothing}
        </p>
        <p>
          ${formula(mathml`<mi>α</mi><mo>=</mo><mfrac>${power}<mrow><mo>∑</mo>${power}</mrow></mfrac>`)}
        </p>`,
      smallTable(table),
    );
  }

  #blend(journey: Journey): TemplateResult {
    return step(
      '5. The words are blended',
      html`<p>
          Take as much of every word’s list as its share says, and add up. That gives ${wordAt(journey, journey.query)} a new
          list with something of all of them in it: the word in
          context${isCross(journey.figure) ? ', all of it taken from the other text' : nothing}.
          ${journey.figure.dropout > 0 ? 'Dropout has struck out some shares and raised the others.' : nothing}
        </p>
        <p>${formula(mathml`<mi>z</mi><mo>=</mo><mo>∑</mo><mi>α</mi><mi>v</mi>`)}</p>`,
      html`${smallTable(blendTable(journey))} ${smallTable(contextTable(journey))}`,
    );
  }

  #tables(journey: Journey): TemplateResult {
    const { exploration } = this;
    const { attention } = exploration;
    const plain = !journey.figure.projections;
    const { seed } = exploration.settings;
    const cross = isCross(journey.figure);
    const answering = cross ? mathml`<mi>x</mi><mo lspace="0" rspace="0">′</mo>` : mathml`<mi>x</mi>`;
    const through = plain && attention ? withRandomTables(journey, attention, seed) : journey;
    return step(
      '6. Three tables give a word three parts',
      html`<p>
          ${plain ? 'So far a word asks, is found and gives with the same list. ' : nothing}Multiplied with three tables of
          numbers, its list becomes three: one to ask with, one to be found by, one to give. Only training makes the tables
          mean something; random ones mix without purpose. Several such sets of tables side by side are called heads.
        </p>
        <p>
          ${formula(mathml`<mi>q</mi><mo>=</mo><mi>x</mi><msup><mi>W</mi><mi>Q</mi></msup><mspace width="1em"/><mi>k</mi><mo>=</mo>${answering}<msup><mi>W</mi><mi>K</mi></msup><mspace width="1em"/><mi>v</mi><mo>=</mo>${answering}<msup><mi>W</mi><mi>V</mi></msup>`)}
        </p>`,
      attention
        ? html`${plain ? smallTable(rolesTable(journey, cross ? 'without tables: one list a word' : 'without tables: all the same')) : nothing}
          ${smallTable(rolesTable(through, plain ? `with three random tables, seed ${seed}` : cross ? 'through the three tables' : 'through its three tables'))}
          ${smallTable(queryTable(through))}`
        : nothing,
    );
  }

  #choose({ figure, query }: Journey, key: number): void {
    this.#guess = { figure, query, key };
    this.requestUpdate();
  }

  /** A guess holds for the figure and the word that it was made for. */
  #guessOf({ figure, query }: Journey): number | undefined {
    return this.#guess?.figure === figure && this.#guess.query === query ? this.#guess.key : undefined;
  }
}

function step(title: string, text: TemplateResult, piece: unknown): TemplateResult {
  return html`<div>
      <h3>${title}</h3>
      ${text}
    </div>
    <div class="tables">${piece}</div>`;
}

function summary(told: number, seen: number): string {
  if (seen === 1) return 'The score';
  return told < seen ? `The ${told} largest scores` : `The ${told} scores`;
}

/** What a guess was worth, in words. */
function verdict(journey: Journey, guess: number): TemplateResult {
  const best = bestKey(journey)!;
  const score = (key: number) => formatNumber(scoreOf(journey, key), journey.decimals);
  if (scoreOf(journey, guess) === scoreOf(journey, best))
    return html`Yes: ${keyAt(journey, guess)} has the largest score,
    ${score(guess)}.${isItself(journey, guess) ? ' Nothing keeps a word from matching itself best.' : nothing}`;
  const better = seenKeys(journey).filter((key) => scoreOf(journey, key) > scoreOf(journey, guess)).length;
  return html`${better === 1 ? 'Second' : 'Not this one'}: ${keyAt(journey, guess)} scores ${score(guess)}, but
  ${keyAt(journey, best)}${isItself(journey, best) ? ' itself' : nothing} scores ${score(best)}.`;
}
