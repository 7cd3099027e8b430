import type { Attention, Matrix, Projections } from '../api/index.ts';
import { loadTokenizer } from '../tokenizers/index.ts';
import type { Token, Tokenizer } from '../tokenizers/token.ts';
import type { Sliceable } from '../tokenizers/windows.ts';
import { words } from '../tokenizers/words.ts';
import { isEdited, withEdit, withoutEdit } from './edits.ts';
import { EXAMPLE_TEXT, INPUT_WIDTH } from './embedding.ts';
import { type Failure, failureOf, tooLong } from './failure.ts';
import { computeFigure, type Figure, type FigureInputs, givenFigure } from './figure.ts';
import { drawProjections, editProjections } from './projections.ts';
import { Recent } from './recent.ts';
import { inputsOf, type Sequence, sequenceOf, vectorsOf } from './sequence.ts';
import { type PresetName, presetNamed, type Settings } from './settings.ts';
import { type ShownWindow, START, type State } from './state.ts';
import { type Cell, type Choice, chosenAt, clampChoice, type Place } from './tables.ts';
import { TextReader } from './text-reader.ts';

/** journey asks, starts answers. */
const FIRST_CHOICE: Choice = { table: 'scores', head: 0, query: 1, key: 2, component: 0, feature: 0 };

/** How many changes can be taken back. */
const UNDO_DEPTH = 200;

/**
 * The one state that every view shares. It is told what a reader does and says 'change' afterwards; views read what they
 * draw from `figure` and `shown`. Nothing here knows how anything is drawn.
 */
export class Exploration extends EventTarget {
  decimals = 4;
  /** Set by keyboard moves: the next view that draws the chosen table takes the focus there. */
  focusWanted = false;
  /** Cells lit up because the reader points at a term of the trace. */
  lit: readonly Place[] = [];

  #failure: Failure | undefined;
  #state = START;
  #choice = FIRST_CHOICE;
  #preview: Partial<Choice> | undefined;
  #trail: Choice[] = [];
  #undo: State[] = [];
  #redo: State[] = [];
  #gesture: string | undefined;
  #attention: Attention | undefined;
  #computed: { state: State; figure: Figure | undefined } | undefined;
  #tokenizer: Tokenizer = words;
  readonly #reader = new TextReader((done) => this.#hasRead(done));
  readonly #keyReader = new TextReader((done) => this.#hasRead(done));
  readonly #sequences = new Recent<Sequence>(2);

  constructor(attention?: Attention) {
    super();
    this.#attention = attention;
  }

  get state(): State {
    return this.#state;
  }

  get settings(): Settings {
    return this.#state.settings;
  }

  get ready(): boolean {
    return this.#attention !== undefined;
  }

  /** What computes; for views that show a computation besides the figure's own. */
  get attention(): Attention | undefined {
    return this.#attention;
  }

  /** From now on figures can be computed. */
  connect(attention: Attention): void {
    this.#attention = attention;
    this.#computed = undefined;
    this.#failure = undefined;
    this.#tell();
  }

  fail(failure: Failure): void {
    this.#failure = failure;
    this.#tell();
  }

  /** The tokens that ask: of the whole text, or of the window shown. */
  get tokens(): readonly Token[] {
    return this.sequence.tokens;
  }

  /** The tokens that answer: the same, unless another text has the keys. */
  get keyTokens(): readonly Token[] {
    const { keyText } = this.#state;
    if (keyText === undefined) return this.tokens;
    const tokens = this.#keyReader.tokensOf(keyText, this.#tokenizer);
    return this.#sequences.of([tokens, undefined], () => sequenceOf(tokens, undefined)).tokens;
  }

  /** What of the text is looked at. */
  get sequence(): Sequence {
    const { textTokens: tokens, state } = this;
    return this.#sequences.of([tokens, state.windows], () => sequenceOf(tokens, state.windows));
  }

  /**
   * All tokens of the text, those outside the window too. Of a long text that is still being read they are the first
   * ones, and 'change' is said when it is; of one that is too long to be read there are none.
   */
  get textTokens(): Sliceable<Token> {
    return this.#reader.tokensOf(this.#state.text, this.#tokenizer);
  }

  /** How much of the texts is read, from 0 to 1; 'reading' is said when it is more. */
  get read(): number {
    return Math.min(this.#reader.fraction, this.#state.keyText === undefined ? 1 : this.#keyReader.fraction);
  }

  /** X: one row a token. */
  get inputs(): Matrix {
    return inputsOf(this.tokens, this.#state);
  }

  /** X′, of the keys' tokens: the same object as `inputs` unless another text has the keys. */
  #keyInputs(inputs: Matrix): Matrix {
    return this.#state.keyText === undefined ? inputs : inputsOf(this.keyTokens, this.#state);
  }

  /** The tokens of a table's rows. */
  #rowTokens({ table }: Place): readonly Token[] {
    return table === 'keyInputs' ? this.keyTokens : this.tokens;
  }

  get projections(): Projections | null {
    if (!this.#attention) return null;
    const drawn = drawProjections(this.#attention, this.settings, INPUT_WIDTH);
    return drawn && editProjections(drawn, this.#state.projectionEdits);
  }

  /** Every number, computed when first asked for; undefined before anything can be computed. */
  get figure(): Figure | undefined {
    if (this.#computed?.state !== this.#state)
      this.#computed = { state: this.#state, figure: this.#compute() };
    return this.#computed.figure;
  }

  /** Why there are no results; undefined where there are. */
  get failure(): Failure | undefined {
    void this.figure;
    return this.#failure;
  }

  /** What the views draw: the cell pointed at, else the chosen one; always within the figure. */
  get shown(): Choice {
    const choice = { ...this.#choice, ...this.#preview };
    return this.figure ? clampChoice(choice, this.figure) : choice;
  }

  get choice(): Choice {
    return this.figure ? clampChoice(this.#choice, this.figure) : this.#choice;
  }

  choose(part: Partial<Choice>): void {
    this.#choice = { ...this.choice, ...part };
    this.#preview = undefined;
    this.lit = [];
    this.#tell();
  }

  chooseCell(place: Place): void {
    this.choose(chosenAt(place, this.choice));
  }

  /** Goes to where a number comes from; `goBack` returns. */
  goInto(place: Place): void {
    this.#trail.push(this.choice);
    this.chooseCell(place);
  }

  goBack(): boolean {
    const before = this.#trail.pop();
    if (before) this.choose(before);
    return before !== undefined;
  }

  preview(part: Partial<Choice> | undefined): void {
    this.#preview = part;
    this.#tell();
  }

  previewCell(place: Place): void {
    this.preview(chosenAt(place, this.choice));
  }

  light(places: readonly Place[]): void {
    this.lit = places;
    this.#tell();
  }

  /** Text has its own undo, in the text box. */
  setText(text: string): void {
    this.#state = { ...this.#state, text };
    this.#gesture = undefined;
    this.#tell();
  }

  /** Gives the keys a text of their own; undefined takes it away. Which keys are hidden is forgotten where they change. */
  setKeyText(keyText: string | undefined): void {
    const fresh = (keyText === undefined) !== (this.#state.keyText === undefined);
    this.#state = { ...this.#state, keyText, ...(fresh ? { hiddenKeys: new Set() } : {}) };
    this.#gesture = undefined;
    this.#tell();
  }

  /**
   * Splits the texts otherwise; what is there stays until the tokenizer is, whose table may have to be fetched.
   *
   * @throws whatever hindered the fetching; then nothing has changed
   */
  async chooseTokenizer(name: Tokenizer['name']): Promise<void> {
    const tokenizer = await loadTokenizer(name);
    if (name === this.#state.tokenizer) return;
    this.#tokenizer = tokenizer;
    this.change({ tokenizer: name, hiddenKeys: new Set() });
  }

  /** Looks at the text a window at a time; undefined: whole, or as long texts have to be. */
  setWindows(windows: ShownWindow | undefined): void {
    this.change({ windows, hiddenKeys: new Set() }, 'windows');
  }

  /** Everything at once, as it was saved. Undo brings back what was there. */
  async restore(state: State, choice?: Partial<Choice>): Promise<void> {
    this.#tokenizer = await loadTokenizer(state.tokenizer);
    const { text, keyText, ...rest } = state;
    this.change(rest);
    this.#state = { ...this.#state, text, keyText };
    this.choose(choice ?? {});
  }

  /** The same for what there is from the start: nothing is before it that undo could bring back. */
  async begin(state: State, choice?: Partial<Choice>): Promise<void> {
    await this.restore(state, choice);
    this.#undo = [];
    this.#tell();
  }

  setDecimals(decimals: number): void {
    this.decimals = Math.min(6, Math.max(2, Math.round(decimals)));
    this.#tell();
  }

  choosePreset(name: PresetName): void {
    const { seed } = this.settings;
    this.change({ settings: { ...presetNamed(name).settings, seed }, projectionEdits: new Map() });
  }

  set(part: Partial<Settings>): void {
    this.change({ settings: { ...this.settings, ...part } });
  }

  toggleKey(key: number): void {
    const hiddenKeys = new Set(this.#state.hiddenKeys);
    if (!hiddenKeys.delete(key)) hiddenKeys.add(key);
    this.change({ hiddenKeys });
  }

  /**
   * Replaces an entry of X or of a projection. In X it is the word that gets the number, wherever it stands.
   *
   * @param gesture changes of the same gesture (a drag, typing in one cell) are undone together
   */
  edit(place: Cell, value: number, gesture?: string): void {
    this.change(withEdit(this.#state, this.#rowTokens(place), place, value), gesture);
  }

  isEdited(place: Cell): boolean {
    return isEdited(this.#state, this.#rowTokens(place), place);
  }

  /** Takes back what was set in a cell. */
  unedit(place: Cell): void {
    if (this.isEdited(place)) this.change(withoutEdit(this.#state, this.#rowTokens(place), place));
  }

  /** One change that can be undone; changes of the same gesture (a drag) are undone together. */
  change(part: Partial<Omit<State, 'text' | 'keyText'>>, gesture?: string): void {
    if (gesture === undefined || gesture !== this.#gesture) {
      this.#undo.push(this.#state);
      if (this.#undo.length > UNDO_DEPTH) this.#undo.shift();
    }
    this.#gesture = gesture;
    this.#redo = [];
    this.#state = { ...this.#state, ...part };
    this.#tell();
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  get edited(): boolean {
    const { wordEdits, projectionEdits, hiddenKeys } = this.#state;
    return wordEdits.size + projectionEdits.size + hiddenKeys.size > 0;
  }

  undo(): void {
    this.#step(this.#undo, this.#redo);
  }

  redo(): void {
    this.#step(this.#redo, this.#undo);
  }

  /** Takes every edit and hidden key back at once; that can be undone too. */
  reset(): void {
    this.change({ wordEdits: new Map(), projectionEdits: new Map(), hiddenKeys: new Set() });
  }

  bringExampleBack(): void {
    this.setText(EXAMPLE_TEXT);
    this.choose(FIRST_CHOICE);
  }

  #step(from: State[], to: State[]): void {
    const state = from.pop();
    if (!state) return;
    to.push(this.#state);
    this.#gesture = undefined;
    const { text, keyText, tokenizer } = this.#state;
    this.#state = { ...state, text, keyText, tokenizer };
    this.#tell();
  }

  #compute(): Figure | undefined {
    if (!this.#attention) return undefined;
    const { tokens, keyTokens, inputs, projections, settings } = this;
    const { hiddenKeys } = this.#state;
    const keyInputs = this.#keyInputs(inputs);
    const vectors = vectorsOf(tokens, this.#state);
    const keyVectors = keyTokens === tokens ? vectors : vectorsOf(keyTokens, this.#state);
    const given: FigureInputs = {
      ...{ tokens, keyTokens, inputs, keyInputs, vectors, keyVectors, projections, settings, hiddenKeys },
    };
    this.#failure = [this.#state.text, this.#state.keyText ?? ''].map(tooLong).find(Boolean);
    try {
      return computeFigure(this.#attention, given);
    } catch (error) {
      this.#failure = failureOf(error, tokens, keyTokens);
      return givenFigure(given);
    }
  }

  #hasRead(done: boolean): void {
    if (done) this.#computed = undefined;
    this.dispatchEvent(new Event(done ? 'change' : 'reading'));
  }

  #tell(): void {
    this.dispatchEvent(new Event('change'));
  }
}
