import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Figure } from './figure.ts';
import { ReadingSection } from './reading-section.ts';
import { sectionStyles } from './styles/sections.ts';
import { takeAlongStyles } from './styles/take-along.ts';
import { theme } from './styles/theme.ts';
import type { TableName } from './tables.ts';
import { type Address, addresses } from './take-along/address.ts';
import { tableCsv } from './take-along/csv.ts';
import { copy, save } from './take-along/deliver.ts';
import { counted, LIMITS } from './take-along/limits.ts';
import { fileName, namedTable, tablesOf, titleOf } from './take-along/named-table.ts';
import { numpyScript } from './take-along/numpy-script.ts';
import { fragmentOf } from './take-along/permalink.ts';
import { tableScene } from './take-along/picture.ts';
import type { Theme } from './take-along/picture-colours.ts';
import { pixelsUrl, scenePng } from './take-along/png.ts';
import { pytorchScript } from './take-along/pytorch-script.ts';
import { Refusal } from './take-along/refusal.ts';
import { restoreSaved, savedOf } from './take-along/saved-state.ts';
import type { Scene } from './take-along/scene.ts';
import { scriptParts } from './take-along/script-parts.ts';
import { numberCount, openJson, writeJson } from './take-along/state-json.ts';
import { sceneSvg } from './take-along/svg.ts';

/** The ways to take something along, each with a line of its own for what came of it. */
type Way = 'link' | 'json' | 'csv' | 'picture' | 'numpy' | 'pytorch';

interface Outcome {
  readonly way: Way;
  readonly text: string;
  readonly failed?: boolean;
  /** What could not be copied, to be copied by hand. */
  readonly byHand?: string;
}

const LIBRARIES = {
  numpy: { name: 'NumPy', write: numpyScript, file: 'attention_numpy.py' },
  pytorch: { name: 'PyTorch', write: pytorchScript, file: 'attention_pytorch.py' },
} as const;

type Library = keyof typeof LIBRARIES;

/** "Take it along": a link, and files of what is set and of what is shown. */
export class AttentionTakeAlong extends ReadingSection {
  static override styles = [theme, sectionStyles, takeAlongStyles];
  static override properties = {
    ...ReadingSection.properties,
    outcome: { state: true },
    busy: { state: true },
    opened: { state: true },
    csvTable: { state: true },
    pictureTable: { state: true },
    pictureTheme: { state: true },
    mark: { state: true },
    dragged: { state: true },
  };

  declare outcome: Outcome | undefined;
  declare busy: boolean;
  /** Scripts that are unfolded. */
  declare opened: readonly Library[];
  /** Undefined: the table of the chosen cell. */
  declare csvTable: TableName | undefined;
  declare pictureTable: TableName;
  declare pictureTheme: Theme | undefined;
  declare mark: boolean;
  declare dragged: boolean;

  #address: Address | undefined;
  readonly #readdressed = () => this.requestUpdate();

  constructor() {
    super();
    this.busy = false;
    this.opened = [];
    this.pictureTable = 'weights';
    this.mark = false;
    this.dragged = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#address?.removeEventListener('change', this.#readdressed);
    this.#address = undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const address = addresses.get(this.exploration);
    if (address === this.#address) return;
    this.#address?.removeEventListener('change', this.#readdressed);
    this.#address = address;
    address?.addEventListener('change', this.#readdressed);
  }

  protected override drawnFrom(): readonly unknown[] {
    const { exploration, outcome, busy, opened, csvTable, pictureTable, pictureTheme, mark, dragged } = this;
    const { figure, choice, decimals } = exploration;
    // The chosen cell decides the table, the head, and of a long text the query that a script prints.
    const place = [choice.table, choice.head, choice.query];
    const given = [outcome, busy, opened, csvTable, pictureTable, pictureTheme, mark, dragged];
    return [figure, decimals, addresses.get(exploration)?.refusal, ...place, ...given];
  }

  protected override render(): unknown {
    const { exploration } = this;
    const { figure } = exploration;
    if (!figure || figure.tokens.length === 0) return nothing;
    return html`<section aria-labelledby="title">
      <h2 id="title">Take it along</h2>
      <p class="lead">
        What you have set and what is shown, as a link or a file. It is made here, in your browser; nothing is sent.
      </p>
      <div class="ways">
        ${addresses.has(exploration) ? this.#link() : nothing} ${this.#json(figure)} ${this.#csv(figure)}
        ${this.#picture(figure)} ${this.#script('numpy')} ${this.#script('pytorch')}
      </div>
    </section>`;
  }

  #link(): TemplateResult {
    const refusal = addresses.get(this.exploration)?.refusal;
    return html`<div class="way" data-way="link">
      <h3>A link</h3>
      <p>
        Opens this page with your text, settings, edits, hidden keys, decimals and chosen cell. The page’s address is the
        same link${refusal ? nothing : ', kept in step'}. Up to ${counted(LIMITS.link)} characters.
      </p>
      <p class="buttons"><button @click=${this.#copyLink} ?disabled=${refusal !== undefined}>Copy link</button></p>
      ${refusal ? html`<p class="failure">The address holds no link now: ${refusal}</p>` : nothing}
      ${this.#said('link')}
    </div>`;
  }

  #json(figure: Figure): TemplateResult {
    const numbers = numberCount(figure);
    const all = numbers <= LIMITS.jsonNumbers;
    return html`<div
      class="way ${this.dragged ? 'dragged' : ''}"
      data-way="json"
      @dragover=${this.#dragOver}
      @dragleave=${() => (this.dragged = false)}
      @drop=${this.#drop}
    >
      <h3>Everything, as JSON</h3>
      <p>
        ${
          all
            ? `What is set, and all ${counted(numbers)} numbers of every table and head.`
            : `What is set, and the numbers of the chosen query: all ${counted(numbers)} would be more than the ${counted(LIMITS.jsonNumbers)} that are written.`
        }
        Such a file can be opened again, or dropped here: it brings back what was set.
      </p>
      <p class="buttons">
        <button @click=${() => this.#make('json', () => this.#saveJson())} ?disabled=${this.busy}>Save JSON</button>
        <button @click=${() => this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.click()}>Open JSON…</button>
        <input type="file" accept=".json,application/json" hidden aria-label="JSON file" @change=${this.#pick} />
      </p>
      ${this.#said('json')}
    </div>`;
  }

  #csv(figure: Figure): TemplateResult {
    return html`<div class="way" data-way="csv">
      <h3>A table, as CSV</h3>
      <p>
        With the names of rows and columns, and all digits. Up to ${counted(LIMITS.csvCells)} cells. A name that a
        spreadsheet would run as a formula (it begins with = + - @, a tab or a line break) gets an apostrophe before it;
        numbers stay as they are.
      </p>
      <p class="buttons">
        ${this.#tableChoice(figure, 'table', this.#csvTableOf(figure), (table) => (this.csvTable = table))}
        <label class="check"
          ><input
            type="checkbox"
            .checked=${live(this.mark)}
            @change=${(event: Event) => (this.mark = (event.target as HTMLInputElement).checked)}
          />
          for Excel (byte order mark)</label
        >
        <button @click=${() => this.#make('csv', (progress) => this.#saveCsv(progress))} ?disabled=${this.busy}>Save CSV</button>
      </p>
      ${this.#said('csv')}
    </div>`;
  }

  #picture(figure: Figure): TemplateResult {
    const themes = [
      ['', 'as shown'],
      ['light', 'light'],
      ['dark', 'dark'],
    ] as const;
    return html`<div class="way" data-way="picture">
      <h3>A picture</h3>
      <p>
        With names, the scale and what was set. Above ${LIMITS.drawnCells} rows or columns a square of colour for each number,
        up to ${counted(LIMITS.pictureSide)} × ${counted(LIMITS.pictureSide)}. SVG has text that can be selected.
      </p>
      <p class="buttons">
        ${this.#tableChoice(figure, 'table', this.#pictureTableOf(figure), (table) => (this.pictureTable = table))}
        <label
          >colours
          <select
            @change=${(event: Event) => (this.pictureTheme = ((event.target as HTMLSelectElement).value || undefined) as Theme | undefined)}
          >
            ${themes.map(([value, name]) => html`<option value=${value} ?selected=${value === (this.pictureTheme ?? '')}>${name}</option>`)}
          </select></label
        >
        <button @click=${() => this.#make('picture', (progress) => this.#saveSvg(progress))} ?disabled=${this.busy}>Save SVG</button>
        <button @click=${() => this.#make('picture', (progress) => this.#savePng(progress))} ?disabled=${this.busy}>Save PNG</button>
      </p>
      ${this.#said('picture')}
    </div>`;
  }

  /** The code is written only while it is unfolded. */
  #script(library: Library): TemplateResult {
    const { name } = LIBRARIES[library];
    const open = this.opened.includes(library);
    return html`<details class="way" data-way=${library} ?open=${open} @toggle=${(event: Event) => this.#unfold(library, event)}>
      <summary><h3>The same in ${name}</h3></summary>
      ${open ? this.#code(library) : nothing}
    </details>`;
  }

  #code(library: Library): TemplateResult {
    const { name } = LIBRARIES[library];
    let code: string;
    try {
      code = this.#codeOf(library);
    } catch (error) {
      return html`<p class="failure">${inWords(error)}</p>`;
    }
    return html`<p>
        A Python script with these very numbers in it. It computes in float32 and prints what is shown here, with as many
        decimals; where a number lies halfway between two, its last decimal may differ. Up to
        ${counted(LIMITS.scriptNumbers)} numbers.
      </p>
      <p class="buttons">
        <button @click=${() => this.#make(library, () => this.#copyScript(library))}>Copy</button>
        <button @click=${() => this.#make(library, () => this.#saveScript(library))}>Save</button>
      </p>
      ${this.#said(library)}
      <pre tabindex="0" role="region" aria-label=${`${name} script`}><code>${code}</code></pre>`;
  }

  #tableChoice(
    figure: Figure,
    label: string,
    chosen: TableName,
    choose: (table: TableName) => void,
  ): TemplateResult {
    const { head } = this.exploration.choice;
    return html`<label
      >${label}
      <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value as TableName)}>
        ${tablesOf(figure, head).map((table) => html`<option value=${table} ?selected=${table === chosen} .selected=${live(table === chosen)}>${titleOf(figure, table, head)}</option>`)}
      </select></label
    >`;
  }

  #csvTableOf(figure: Figure): TableName {
    const { table, head } = this.exploration.choice;
    const tables = tablesOf(figure, head);
    return this.csvTable && tables.includes(this.csvTable)
      ? this.csvTable
      : tables.includes(table)
        ? table
        : 'inputs';
  }

  #pictureTableOf(figure: Figure): TableName {
    const tables = tablesOf(figure, this.exploration.choice.head);
    return tables.includes(this.pictureTable)
      ? this.pictureTable
      : tables.includes('weights')
        ? 'weights'
        : 'inputs';
  }

  #said(way: Way): TemplateResult {
    const outcome = this.outcome?.way === way ? this.outcome : undefined;
    return html`<p class="said ${outcome?.failed ? 'failure' : ''}" role="status">${outcome?.text}</p>
      ${
        outcome?.byHand === undefined
          ? nothing
          : html`<textarea readonly rows="3" aria-label="To be copied by hand" .value=${outcome.byHand}></textarea>`
      }`;
  }

  /** Makes something and says what came of it; one thing at a time. */
  async #make(
    way: Way,
    make: (progress: (share: number) => void) => string | Promise<string | Omit<Outcome, 'way'>>,
  ): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.outcome = undefined;
    try {
      const made = await make((share) => {
        this.outcome = { way, text: `${Math.round(share * 100)}% done` };
      });
      this.outcome = { way, ...(typeof made === 'string' ? { text: made } : made) };
    } catch (error) {
      this.outcome = { way, text: inWords(error), failed: true };
    } finally {
      this.busy = false;
    }
  }

  readonly #copyLink = (): Promise<void> =>
    this.#make('link', async () => {
      const fragment = await fragmentOf(savedOf(this.exploration));
      const page = location.href.split('#')[0]!;
      const link = fragment === '' ? page : `${page}#${fragment}`;
      return (await copy(link))
        ? `Copied: ${counted(link.length)} characters.`
        : { text: 'This page may not copy by itself. The link:', byHand: link };
    });

  #saveJson(): string {
    save('attention.json', 'application/json', [writeJson(this.exploration)]);
    return 'Saved as attention.json.';
  }

  readonly #pick = (event: Event): void => {
    const field = event.target as HTMLInputElement;
    const file = field.files?.[0];
    // The same file can be chosen again.
    field.value = '';
    if (file) this.#open(file);
  };

  readonly #dragOver = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.dragged = true;
  };

  readonly #drop = (event: DragEvent): void => {
    this.dragged = false;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this.#open(file);
  };

  #open(file: File): Promise<void> {
    return this.#make('json', async () => {
      await restoreSaved(this.exploration, await openJson(file));
      return `Opened ${file.name}.`;
    });
  }

  async #saveCsv(progress: (share: number) => void): Promise<string> {
    const { figure, choice } = this.exploration;
    const table = namedTable(figure!, this.#csvTableOf(figure!), choice.head);
    const lines = await tableCsv(table, this.mark, progress);
    return this.#saved(fileName(figure!, table.table, choice.head, 'csv'), 'text/csv;charset=utf-8', lines);
  }

  async #saveSvg(progress: (share: number) => void): Promise<string> {
    const scene = await this.#scene(progress);
    return this.#saved(this.#pictureName('svg'), 'image/svg+xml', [sceneSvg(scene, pixelsUrl)]);
  }

  async #savePng(progress: (share: number) => void): Promise<string> {
    const scene = await this.#scene(progress);
    // Squares of colour are as sharp at any size.
    const scale = scene.items.some(({ kind }) => kind === 'pixels') ? 1 : 2;
    return this.#saved(this.#pictureName('png'), 'image/png', [await scenePng(scene, scale)]);
  }

  #scene(progress: (share: number) => void): Promise<Scene> {
    const { exploration } = this;
    const table = this.#pictureTableOf(exploration.figure!);
    return tableScene(exploration, table, this.pictureTheme ?? this.#themeShown(), progress);
  }

  #pictureName(kind: string): string {
    const { figure, choice } = this.exploration;
    return fileName(figure!, this.#pictureTableOf(figure!), choice.head, kind);
  }

  /** An embedding page may set the scheme on any element around this one. */
  #themeShown(): Theme {
    const scheme = getComputedStyle(this).colorScheme;
    const either = scheme.includes('dark') && scheme.includes('light');
    if (either) return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    return scheme.includes('dark') ? 'dark' : 'light';
  }

  #unfold(library: Library, event: Event): void {
    const { open } = event.target as HTMLDetailsElement;
    const others = this.opened.filter((other) => other !== library);
    this.opened = open ? [...others, library] : others;
  }

  #codeOf(library: Library): string {
    return LIBRARIES[library].write(scriptParts(this.exploration));
  }

  async #copyScript(library: Library): Promise<string | Omit<Outcome, 'way'>> {
    const code = this.#codeOf(library);
    if (await copy(code)) return `Copied: ${counted(code.split('\n').length - 1)} lines.`;
    return { text: 'This page may not copy by itself: select the script below.', failed: true };
  }

  #saveScript(library: Library): string {
    return this.#saved(LIBRARIES[library].file, 'text/x-python', [this.#codeOf(library)]);
  }

  #saved(name: string, type: string, parts: readonly BlobPart[]): string {
    save(name, type, parts);
    return `Saved as ${name}.`;
  }
}

function inWords(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return `That did not work: ${error instanceof Error ? error.message : error}.`;
}
