import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { visibleText } from '../tokenizers/token.ts';
import type { Exploration } from './exploration.ts';

/** Hides a key from every query, or shows it again. One stop of the Tab key for all: the chosen key's. */
export function eye(exploration: Exploration, key: number): TemplateResult {
  const hidden = exploration.state.hiddenKeys.has(key);
  const name = visibleText(exploration.keyTokens[key]?.text ?? '');
  return html`<button
    class="eye"
    aria-pressed=${hidden ? 'true' : 'false'}
    aria-label=${`Hide the key ${name} from every query`}
    tabindex=${exploration.shown.key === key ? '0' : '-1'}
    @click=${() => exploration.toggleKey(key)}
  >
    <svg viewBox="0 0 20 14" width="16" height="11" aria-hidden="true">
      <path d="M1 7C4 2 7 1 10 1s6 1 9 6c-3 5-6 6-9 6S4 12 1 7Z" /><circle cx="10" cy="7" r="2.6" />
      ${hidden ? svg`<path d="M3 13 17 1" />` : nothing}
    </svg>
  </button>`;
}

export const eyeStyles = css`
  .eye {
    min-height: 24px;
    width: 28px;
    padding: 0;
    border-color: transparent;
    background: none;
    line-height: 0;
  }
  .eye svg {
    fill: none;
    stroke: var(--_soft);
    stroke-width: 1.6;
  }
  .eye:hover svg,
  .eye[aria-pressed='true'] svg {
    stroke: var(--_ink);
  }
`;
