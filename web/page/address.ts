import type { Exploration } from '../elements/exploration.ts';
import { START } from '../elements/state.ts';
import { Address, addresses } from '../elements/take-along/address.ts';
import { Refusal } from '../elements/take-along/refusal.ts';

/** Browsers refuse more than about three changes of the address a second. */
const PAUSE_MS = 500;

/**
 * Keeps the page's address in step with what is shown, and shows what an address says: when the page is opened, and
 * when its fragment changes.
 *
 * @param say tells the reader; undefined: there is nothing to be told any more
 */
export function keepInAddress(exploration: Exploration, say: (message: string | undefined) => void): void {
  const address = new Address();
  addresses.set(exploration, address);
  const atFirst = shownIn(exploration);
  // What the address stands for.
  let held = atFirst;
  let turn = 0;
  let waiting = false;
  // Whether what writes links is there.
  let fetched = false;

  const read = async (instead: string) => {
    const mine = ++turn;
    const { state } = exploration;
    try {
      const { readFragment, restoreSaved } = await import('../elements/take-along/permalink.ts');
      const saved = (await readFragment(location.hash)) ?? { ...atFirst, state: START };
      // A newer link, or what was typed meanwhile, goes first.
      if (mine !== turn || exploration.state !== state) return;
      await restoreSaved(exploration, saved);
      if (mine === turn) say(undefined);
    } catch (error) {
      if (mine === turn) say(`This link could not be opened. ${inWords(error)} ${instead}`);
    }
  };

  const write = async () => {
    waiting = false;
    const now = shownIn(exploration);
    if (isSame(now, held)) return;
    if (!fetched && !navigator.onLine) {
      address.refusal = 'What writes links has not been fetched, and there is no network.';
      addEventListener('online', write, { once: true });
      return;
    }
    held = now;
    let fragment = '';
    let refusal: string | undefined;
    try {
      const { fragmentOf } = await import('../elements/take-along/permalink.ts');
      fetched = true;
      fragment = await fragmentOf(now);
    } catch (error) {
      refusal = inWords(error);
    }
    // Otherwise something newer is on its way.
    if (held !== now) return;
    address.refusal = refusal;
    replaceFragment(fragment);
  };

  exploration.addEventListener('change', () => {
    if (!waiting) setTimeout(write, PAUSE_MS);
    waiting = true;
  });
  addEventListener('hashchange', () => read('What was shown stays.'));
  if (location.hash.length > 1) read('The worked example is shown instead.');
}

function shownIn({ state, choice, decimals }: Exploration) {
  return { state, choice, decimals };
}

type Shown = ReturnType<typeof shownIn>;

function isSame(one: Shown, other: Shown): boolean {
  const axes = Object.keys(one.choice) as (keyof Shown['choice'])[];
  return (
    one.state === other.state &&
    one.decimals === other.decimals &&
    axes.every((axis) => one.choice[axis] === other.choice[axis])
  );
}

/** Without an entry in the history: going back leaves the page. */
function replaceFragment(fragment: string): void {
  const address = fragment === '' ? location.pathname + location.search : `#${fragment}`;
  try {
    history.replaceState(history.state, '', address);
  } catch {
    // Too many changes in a short time, or a page that may not: the next change tries again.
  }
}

function inWords(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return `Something that it needs could not be fetched (${error instanceof Error ? error.message : error}).`;
}
