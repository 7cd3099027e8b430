import {
  css,
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { live } from 'lit/directives/live.js';
import { plural } from './counts.ts';

/** A whole number that a reader may set, and in what bounds. */
export interface WholeNumber {
  readonly name: string;
  /** Of what it is a number. */
  readonly unit: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  /** Why no more. */
  readonly because?: string;
  readonly set: (value: number) => void;
}

/** Fields for whole numbers. A text that is none stays as it was typed, and the number as it was; why is said in words. */
export class WholeNumberFields implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  /** What stands in the fields that have been typed into, by their names. */
  readonly #typed = new Map<string, string>();
  /** Changes with every key, for those who redraw only where something has. */
  typing = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  field(number: WholeNumber): TemplateResult {
    const { name, value } = number;
    const typed = this.#typed.get(name);
    const wrong = typed !== undefined && refusalOf(number, typed) !== undefined;
    const text = wrong || (typed !== undefined && Number(typed) === value) ? typed : String(value);
    return html`<label class="whole"
      >${name}
      <input
        class="field"
        name=${name}
        inputmode="numeric"
        autocomplete="off"
        aria-invalid=${wrong ? 'true' : 'false'}
        .value=${live(text)}
        @input=${(event: Event) => this.#type(number, (event.target as HTMLInputElement).value)}
    /></label>`;
  }

  /** Why the texts in these fields were not taken; always drawn, so that it is read out when it changes. */
  refusals(numbers: readonly WholeNumber[]): TemplateResult {
    const refused = numbers.flatMap((number) => refusalOf(number, this.#typed.get(number.name)) ?? []);
    return html`<p class="refusal" role="status">${refused.length > 0 ? refused.join(' ') : nothing}</p>`;
  }

  #type(number: WholeNumber, text: string): void {
    this.#typed.set(number.name, text);
    this.typing++;
    if (refusalOf(number, text) === undefined) number.set(Number(text));
    this.#host.requestUpdate();
  }
}

function refusalOf(number: WholeNumber, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const { name, unit, value, least, most, because } = number;
  const stays = `The ${name} stays ${value}.`;
  const typed = text.trim();
  const shown = typed.length > 24 ? `${typed.slice(0, 24)}…` : typed;
  if (typed === '')
    return `The field ${name} is empty: it takes a whole number of ${unit}, at least ${least}. ${stays}`;
  if (!/^\d+$/.test(typed))
    return `“${shown}” is not a whole number of ${unit} in digits, at least ${least}. ${stays}`;
  if (Number(typed) < least) return `${shown} is less than ${least}. ${stays}`;
  if (Number(typed) > most)
    return `${shown} is more than ${plural(most, unit)}${because ? `: ${because}` : ''}. ${stays}`;
  return undefined;
}

export const wholeNumberStyles = css`
  .whole {
    color: var(--_soft);
  }
  .whole input {
    width: 76px;
    color: var(--_ink);
  }
  .whole input[aria-invalid='true'] {
    border-color: var(--_error);
  }
  .refusal {
    margin: 0;
    color: var(--_error);
    overflow-wrap: anywhere;
  }
  .refusal:empty {
    margin: 0;
  }
`;
