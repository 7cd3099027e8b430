import { html, nothing, type TemplateResult } from 'lit';
import { count } from './counts.ts';
import { boxed, MOST_IN_BOX, partAbout, type TextPart, unboxed } from './text-part.ts';

/** What a text box is for. */
export interface TextBoxOptions {
  readonly id: string;
  readonly label: unknown;
  readonly labelClass: string;
  readonly text: string;
  /** A place of the text that is looked at: the box holds what is about it, where it cannot hold all. */
  readonly place: number;
  readonly onText: (text: string) => void;
  /** A text that was pasted over all or most of what was there. */
  readonly onPaste: (text: string, replaced: string) => void;
}

/** A text box: it holds a text, or of a very long one a part, and changes no more of it than what is typed. */
export class TextBox {
  readonly #redraw: () => void;
  #text: string | undefined;
  #place: number | undefined;
  /** What was typed moves the place too. */
  #typing = false;
  #part: TextPart = { from: 0, to: 0 };

  constructor(redraw: () => void) {
    this.#redraw = redraw;
  }

  draw(options: TextBoxOptions): TemplateResult {
    const { id, label, labelClass, text, place } = options;
    this.#follow(text, place);
    const { from, to } = this.#part;
    const partial = to - from < text.length;
    return html`<label class=${labelClass} for=${id}>${label}</label>
      <textarea
        id=${id}
        rows="1"
        dir="auto"
        spellcheck="false"
        autocomplete="off"
        .value=${boxed(text.slice(from, to))}
        @input=${(event: Event) => this.#typed((event.target as HTMLTextAreaElement).value, options)}
        @paste=${(event: ClipboardEvent) => this.#pasted(event, options)}
      ></textarea>
      ${partial ? this.#whichPart(text) : nothing}`;
  }

  /** After a change elsewhere the box holds what is about the place; typing in it moves nothing. */
  #follow(text: string, place: number): void {
    const known = text === this.#text;
    const held = this.#typing || place === this.#place || (place >= this.#part.from && place < this.#part.to);
    if (!known || !held) this.#part = partAbout(text, place);
    if (known && this.#typing) this.#typing = false;
    this.#text = text;
    this.#place = place;
  }

  #whichPart(text: string): TemplateResult {
    const { from, to } = this.#part;
    const show = (place: number) => () => {
      this.#part = partAbout(text, place);
      this.#redraw();
    };
    return html`<p class="part">
      This box holds characters ${count(from + 1)} to ${count(to)} of ${count(text.length)}; the rest of the text is kept.
      <button class="earlier" ?disabled=${from === 0} @click=${show(Math.max(0, from - (to - from)))}>‹ earlier</button>
      <button class="later" ?disabled=${to === text.length} @click=${show(to + 1)}>later ›</button>
    </p>`;
  }

  #typed(value: string, { text, onText }: TextBoxOptions): void {
    const { from, to } = this.#part;
    const part = unboxed(text.slice(from, to), value);
    const now = text.slice(0, from) + part + text.slice(to);
    this.#part = { from, to: from + part.length };
    this.#text = now;
    this.#typing = true;
    onText(now);
  }

  /** What the box could not hold goes into the text past it, and so does what the box would change in it. */
  #pasted(event: ClipboardEvent, { text, onPaste }: TextBoxOptions): void {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const box = event.target as HTMLTextAreaElement;
    const { selectionStart, selectionEnd, value } = box;
    const { from, to } = this.#part;
    const grown = to - from - (selectionEnd - selectionStart) + pasted.length;
    if (!pasted || event.clipboardData?.files.length || grown <= MOST_IN_BOX) return;
    event.preventDefault();
    const part = unboxed(
      text.slice(from, to),
      value.slice(0, selectionStart) + pasted + value.slice(selectionEnd),
    );
    onPaste(text.slice(0, from) + part + text.slice(to), text);
  }
}
