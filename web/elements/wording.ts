import { html, type TemplateResult } from 'lit';
import type { Token } from '../tokenizers/token.ts';
import { originOf } from './embedding.ts';
import type { Exploration } from './exploration.ts';
import type { Figure } from './figure.ts';
import { type Cell, inputsOfTable, TABLES } from './tables.ts';
import { tokenName } from './token-name.ts';
import type { Fact } from './trace.ts';

/** What a cell means, in a sentence. */
export function meaningOf(cell: Cell, figure: Figure): TemplateResult {
  const { row, column } = cell;
  const asks = nameOf(figure.tokens[row]);
  const answers = nameOf(figure.keyTokens[TABLES[cell.table].row === 'key' ? row : column]);
  const part = column + 1;
  const head = figure.heads.length > 1 ? ` in head ${cell.head + 1}` : '';
  switch (cell.table) {
    case 'scores':
      return html`How well what ${asks} asks matches what ${answers} offers${head}: their vectors, multiplied
      place by place and added.`;
    case 'weights':
      return html`The share of ${asks}’s attention that goes to ${answers}${head}: its score as a power of e,
      over the sum of the row.`;
    case 'context':
      return html`Number ${part} of ${asks} in context${head}: every word’s number ${part} of V, in the shares of the
      row.`;
    case 'queries':
      return html`Number ${part} of what ${asks} asks${head}.`;
    case 'keys':
      return html`Number ${part} of what ${answers} can be found by${head}.`;
    case 'values':
      return html`Number ${part} of what ${answers} gives when it is attended to${head}.`;
    case 'inputs':
      return figure.vectors
        ? html`Number ${part} of the input for ${asks}: its vector’s number, and that of its place, added.`
        : html`Number ${part} of the vector of ${asks}.`;
    case 'keyInputs':
      return figure.keyVectors
        ? html`Number ${part} of the input for ${answers}, a word of the other text: its vector’s number, and that of its
          place, added.`
        : html`Number ${part} of the vector of ${answers}, a word of the other text.`;
    case 'output':
      return html`Number ${part} of the output for ${asks}: its heads’ contexts side by side, through W<sup>O</sup>.`;
    default:
      return html`The ${TABLES[cell.table].name}: how much of input number ${row + 1} goes into number ${part}.`;
  }
}

const nameOf = (token: Token | undefined) => tokenName(token?.text, 'token');

/** A fact that stands where there is no arithmetic. */
export function factText(fact: Fact, cell: Cell, exploration: Exploration): string {
  const { settings } = exploration;
  switch (fact) {
    case 'input':
      return inputFact(cell, exploration);
    case 'placed':
      return `first the word’s own number, ${inputFact(cell, exploration)}; then that of place ${cell.row}, counted from 0`;
    case 'drawn':
      return exploration.isEdited(cell)
        ? 'set by you'
        : `drawn at random from seed ${settings.seed}: training would have found it`;
    case 'same-as-input':
      return `taken from ${symbolOfInputs(cell, exploration)} as it is: there are no projections`;
    case 'scale-one':
      return 'scale 1: it goes into the softmax as it is';
    case 'hidden-causal':
      return 'causal: a later word is hidden from an earlier one, so its weight is exactly 0';
    case 'hidden-eye':
      return 'this key is hidden from every query, so its weight is exactly 0';
    case 'now-hidden-causal':
      return 'but causal: a later word is hidden from an earlier one, so this score is not used';
    case 'now-hidden-eye':
      return 'but this key is hidden from every query, so this score is not used';
    case 'sees-nothing':
      return 'this query sees no key, so its weights and its context are 0';
    case 'dropped':
      return 'dropped by dropout: 0';
  }
}

function inputFact(cell: Cell, exploration: Exploration): string {
  const { tokens, keyTokens } = exploration;
  const token = (TABLES[cell.table].row === 'key' ? keyTokens : tokens)[cell.row];
  if (!token) return '';
  if (exploration.isEdited(cell)) return 'set by you';
  return originOf(token) === 'hand-picked'
    ? 'picked by hand for the example'
    : `made up from seed ${exploration.settings.seed}: the arithmetic is real, the meaning is not`;
}

function symbolOfInputs({ table }: Cell, { figure }: Exploration): string {
  return TABLES[figure ? inputsOfTable(figure, table) : 'inputs'].symbol;
}

/** What X is, or X′ where that is of the tokens, and what is not true of it. */
export function inputsCaption(exploration: Exploration, tokens = exploration.tokens): string {
  const origins = new Set(tokens.map(originOf));
  const { seed } = exploration.settings;
  const picked = 'vectors picked by hand';
  const made = `made-up vectors, seed ${seed}: arithmetic real, meaning none`;
  const { wordEdits } = exploration.state;
  const changed = `${tokens.some(({ text }) => wordEdits.has(text)) ? ', changed by you' : ''}${
    exploration.settings.positions ? ', with the vectors of their places added' : ''
  }`;
  if (!origins.has('made up')) return picked + changed;
  return origins.has('hand-picked') ? `${picked}, and ${made}${changed}` : made + changed;
}
