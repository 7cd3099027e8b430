/**
 * Elements that few readers need at once: their scripts are fetched when a reader comes near, or when nothing has been
 * needed for a while, so that they are there without a network too.
 */
const LATER: Readonly<Record<string, () => Promise<CustomElementConstructor>>> = {
  'attention-embed': async () => (await import('./attention-embed.ts')).AttentionEmbed,
  'attention-heatmap': async () => (await import('./attention-heatmap.ts')).AttentionHeatmap,
  'attention-weight-window': async () => (await import('./attention-weight-window.ts')).AttentionWeightWindow,
  'attention-other-views': async () => (await import('./attention-other-views.ts')).AttentionOtherViews,
  'attention-take-along': async () => (await import('./attention-take-along.ts')).AttentionTakeAlong,
  'attention-windows': async () => (await import('./attention-windows.ts')).AttentionWindows,
};

/** Long after the first view, and long before somebody has read it. */
const QUIET_MS = 4000;

/** Makes the elements known that stand undefined in an element's tree, once somebody comes near them. */
export class LaterElements {
  #seen = new WeakSet<Element>();
  #near: IntersectionObserver | undefined;
  #quiet = new Set<ReturnType<typeof setTimeout>>();

  /** Looks for elements that have been drawn since. */
  watch(root: ParentNode): void {
    for (const element of root.querySelectorAll(Object.keys(LATER).join())) {
      if (this.#seen.has(element) || customElements.get(element.localName)) continue;
      this.#seen.add(element);
      this.#near ??= new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) if (isIntersecting) bring(target);
        },
        { rootMargin: '100%' },
      );
      this.#near.observe(element);
      const quiet = setTimeout(() => {
        this.#quiet.delete(quiet);
        bringWhenOnline(element);
      }, QUIET_MS);
      this.#quiet.add(quiet);
    }
  }

  /** In case it is watched anew, everything is forgotten. */
  stop(): void {
    this.#near?.disconnect();
    this.#near = undefined;
    for (const quiet of this.#quiet) clearTimeout(quiet);
    this.#quiet.clear();
    this.#seen = new WeakSet();
  }
}

function bringWhenOnline(element: Element): void {
  if (navigator.onLine) bring(element);
  else addEventListener('online', () => bring(element), { once: true });
}

async function bring(element: Element): Promise<void> {
  const name = element.localName;
  if (customElements.get(name)) return;
  try {
    const elementClass = await LATER[name]!();
    if (!customElements.get(name)) customElements.define(name, elementClass);
  } catch {
    element.textContent =
      'This part could not be fetched. Scroll here again with a network, or reload the page.';
  }
}
