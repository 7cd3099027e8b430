import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import { count } from './counts.ts';
import type { Exploration } from './exploration.ts';
import type { Failure } from './failure.ts';

/** A view that texts can be brought to. */
interface Host extends LitElement {
  readonly exploration: Exploration;
  readonly renderRoot: HTMLElement | DocumentFragment;
}

/**
 * Texts that come whole: a file chosen, dropped on the explorer or pasted, or a long text pasted. What is there before is
 * kept, and can be brought back; where nothing can be taken it stays.
 */
export class TextArrivals {
  readonly #host: Host;
  #target: Element | undefined;
  #dragged = false;
  #said: TemplateResult | typeof nothing = nothing;
  #latest: File | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Files may be dropped on the whole explorer, and pasted anywhere in it. */
  listen(): void {
    const root = this.#host.getRootNode();
    this.#target = root instanceof ShadowRoot ? root.host : this.#host;
    for (const [name, listener] of this.#listeners) this.#target.addEventListener(name, listener);
  }

  ignore(): void {
    for (const [name, listener] of this.#listeners) this.#target?.removeEventListener(name, listener);
  }

  /** The sign that a file can be dropped, and what became of the last one. */
  draw(): TemplateResult {
    return html`<div class="drop" popover="manual">Drop a text file here: its text takes your text’s place</div>
      <p class="said" role="status">${this.#said}</p>`;
  }

  say({ cause, remedy }: Failure): void {
    this.#said = html`<b>${cause}</b> ${remedy} Your text is as it was.`;
    this.#host.requestUpdate();
  }

  async take(file: File): Promise<void> {
    this.#latest = file;
    try {
      const { textOfFile } = await import('./text-files.ts');
      const text = await textOfFile(file);
      if (this.#latest === file) this.replace(text, html`<bdi>${file.name}</bdi>`);
    } catch (error) {
      const { message, remedy = 'Choose the file again.' } = error as Error & Partial<Failure>;
      if (this.#latest === file) this.say({ cause: message, remedy });
    }
  }

  replace(text: string, what: unknown): void {
    const { exploration } = this.#host;
    const before = exploration.state.text;
    const bringBack = () => this.replace(before, 'Your text, as it was');
    this.#said = html`${what}: ${count(text.length)} characters.
      <button class="back" @click=${bringBack}>bring back what was here</button>`;
    exploration.setText(text);
    this.#host.requestUpdate();
  }

  readonly #listeners: [string, (event: Event) => void][] = [
    ['dragenter', (event) => this.#over(event as DragEvent)],
    ['dragover', (event) => this.#over(event as DragEvent)],
    ['dragleave', (event) => this.#leave(event as DragEvent)],
    ['drop', (event) => this.#drop(event as DragEvent)],
    ['paste', (event) => this.#paste(event as ClipboardEvent)],
  ];

  /** Dragged words are the text box's own business. */
  #over(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    this.#sign(true);
  }

  #leave(event: DragEvent): void {
    const to = event.relatedTarget;
    if (!(to instanceof Node && this.#target?.contains(to))) this.#sign(false);
  }

  #drop(event: DragEvent): void {
    this.#sign(false);
    if (event.dataTransfer?.types.includes('Files')) this.#takeFirst(event, event.dataTransfer.files);
  }

  /** A spreadsheet's cells come as text and as a picture: the text is meant. */
  #paste(event: ClipboardEvent): void {
    const { clipboardData } = event;
    if (clipboardData?.files.length && !clipboardData.getData('text/plain'))
      this.#takeFirst(event, clipboardData.files);
  }

  #takeFirst(event: Event, files: FileList): void {
    event.preventDefault();
    const [file] = files;
    if (files.length > 1)
      this.say({
        cause: `${count(files.length)} files were given; one is read at a time.`,
        remedy: 'Give one of them.',
      });
    else if (file) void this.take(file);
  }

  #sign(dragged: boolean): void {
    if (dragged === this.#dragged) return;
    this.#dragged = dragged;
    this.#host.renderRoot.querySelector<HTMLElement>('.drop')?.togglePopover(dragged);
  }
}
