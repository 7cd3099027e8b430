/** What moves, and for how long; nothing does where the reader asked for less motion. */

/** K lies down on its side: once, when the figure first comes alive. */
export function turn(element: Element | null): void {
  animate(
    element,
    [
      { transform: 'rotate(-90deg) scale(0.6)', opacity: 0.2 },
      { transform: 'none', opacity: 1 },
    ],
    300,
  );
}

/** α's row stands up beside V, weight by weight. */
export function standUp(cells: Iterable<Element>): void {
  let delay = 0;
  for (const cell of cells) {
    animate(
      cell,
      [
        { transform: 'translate(-24px, 12px)', opacity: 0.2 },
        { transform: 'none', opacity: 1 },
      ],
      180,
      delay,
    );
    delay += 8;
  }
}

function animate(element: Element | null, frames: Keyframe[], duration: number, delay = 0): void {
  if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  element.animate(frames, { duration, delay, easing: 'ease-out', fill: 'backwards' });
}
