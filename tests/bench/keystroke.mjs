// From a key's press to the painted weights, on the page itself, in Chromium, with a long text in its box.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/run.mjs';
import { withPage } from './environments/chromium.mjs';
import { keystroke } from './workloads.mjs';

const site = 'dist/site/index.html';
const strokes = 30;

/** Milliseconds of each keystroke, null where no other picture appeared; undefined where no page was built. */
export async function timeKeystrokes() {
  if (!existsSync(join(root, site))) return undefined;
  return withPage(async (page) => {
    console.log('  Chromium: keystrokes');
    await page.goto(new URL(site, page.url()).href);
    const box = page.locator('textarea').first();
    await box.fill(Array.from({ length: keystroke.tokens }, (_, i) => `w${(i * 7919) % 1009}`).join(' '));
    await page.locator('attention-heatmap canvas').first().waitFor();
    await box.press('ControlOrMeta+End');
    await page.evaluate(watchKeystrokes);

    const times = [];
    for (let stroke = 0; stroke < strokes; stroke++) {
      await page.evaluate(() => globalThis.keystroke.expect());
      await page.keyboard.press('abcdefgh'[stroke % 8]);
      times.push(await page.evaluate(() => globalThis.keystroke.painted));
    }
    return times.slice(5); // the engine has optimised by then
  });
}

// Runs in the page. A keystroke is over with the first frame after it in which the picture of the weights is another.
function watchKeystrokes() {
  const find = (node, selector) => {
    const found = node.querySelector(selector);
    if (found) return found;
    for (const element of node.querySelectorAll('*')) {
      const inside = element.shadowRoot && find(element.shadowRoot, selector);
      if (inside) return inside;
    }
    return undefined;
  };
  const picture = () => find(document, 'attention-heatmap').shadowRoot.querySelector('canvas').toDataURL();
  const framePainted = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(undefined);
      }),
    );

  globalThis.keystroke = {
    expect() {
      const before = picture();
      this.painted = new Promise((resolve) => {
        const pressed = async (event) => {
          for (let frames = 0; frames < 100; frames++) {
            const end = await framePainted();
            if (picture() !== before) return resolve(end - event.timeStamp);
          }
          resolve(null);
        };
        addEventListener('keydown', pressed, { capture: true, once: true });
      });
    },
  };
}
