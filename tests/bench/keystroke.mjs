// From a key's press to the painted weights, on the page itself, in Chromium, with a long text in its box.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/run.mjs';
import { withPage } from './environments/chromium.mjs';
import { keystroke } from './workloads.mjs';

const site = 'dist/site/index.html';
const untilShown = 120_000;

/**
 * For each length of text the milliseconds of each keystroke, to the first frame with something new in the picture of the
 * weights and to the one that completes it, null where nothing was painted; and the bytes that the page holds then.
 * Undefined where no page was built.
 */
export async function timeKeystrokes() {
  if (!existsSync(join(root, site))) return undefined;
  const timed = [];
  for (const tokens of keystroke.lengths) {
    console.log(`  Chromium: keystrokes, ${tokens} words`);
    timed.push({ tokens, ...(await withPage((page, browser) => timeAt(tokens, page, browser))) });
  }
  return timed;
}

async function timeAt(tokens, page, browser) {
  await page.addInitScript(watchPicture);
  await page.goto(new URL(site, page.url()).href);
  const box = page.locator('textarea').first();
  await box.fill(Array.from({ length: tokens }, (_, i) => `w${(i * 7919) % 1009}`).join(' '));
  await page.locator('attention-heatmap canvas').first().waitFor({ timeout: untilShown });
  await page.evaluate((most) => globalThis.picture.quiet(most), untilShown);
  await box.press('ControlOrMeta+End');

  const [first, whole] = [[], []];
  // The engine has optimised after the first few.
  const [ignored, counted] = tokens <= 512 ? [5, 25] : [2, 8];
  for (let stroke = 0; stroke < ignored + counted; stroke++) {
    await page.evaluate(() => globalThis.picture.expect());
    await page.keyboard.press('abcdefgh'[stroke % 8]);
    const painted = await page.evaluate(() => globalThis.picture.painted);
    if (stroke < ignored) continue;
    first.push(painted.first);
    whole.push(painted.whole);
  }
  return { first, whole, ...(await memoryOf(page, browser)) };
}

/** What the page's scripts hold, and its process with all that is in it, WebAssembly and pictures too (on Linux). */
async function memoryOf(page, browser) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const { processInfo } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
  // Browsers keep a renderer or two in reserve; the page's is the largest.
  const resident = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentBytes(id));
  return {
    scripts: metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value,
    process: resident.some(Boolean) ? Math.max(...resident.filter(Boolean)) : undefined,
  };
}

function residentBytes(pid) {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return kilobytes ? 1024 * Number(kilobytes[1]) : undefined;
  } catch {
    return undefined;
  }
}

// Runs in the page before anything of its own. What is put on the heat map's canvas says when there is something new to
// see; to look at the canvas itself would take longer than many a keystroke. A picture is complete once nothing was put on
// it for a while, at the frame that showed the last.
function watchPicture() {
  const enough = 400;
  const patience = 30_000;
  let paints = 0;
  const { putImageData } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.putImageData = function (...args) {
    if (this.canvas.getRootNode().host?.localName === 'attention-heatmap') paints++;
    return putImageData.apply(this, args);
  };
  const framePainted = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(undefined);
      }),
    );

  /** The times of the first and the last frame with something new in it, null where there is none for long. */
  async function watch(most) {
    const start = performance.now();
    let [seen, first, whole] = [paints, null, null];
    for (;;) {
      const frame = await framePainted();
      if (paints !== seen) {
        seen = paints;
        first ??= frame;
        whole = frame;
      }
      if (frame - (whole ?? start) > (whole ? enough : most)) return { first, whole };
    }
  }

  globalThis.picture = {
    /** Waits until nothing is painted any more. */
    async quiet(most) {
      for (const end = performance.now() + most; performance.now() < end; ) {
        if ((await watch(2 * enough)).whole === null) return;
      }
    },
    /** From now on `painted` is of the next key. */
    expect() {
      this.painted = new Promise((resolve) => {
        const pressed = async ({ timeStamp }) => {
          const { first, whole } = await watch(patience);
          resolve(first === null ? { first, whole } : { first: first - timeStamp, whole: whole - timeStamp });
        };
        addEventListener('keydown', pressed, { capture: true, once: true });
      });
    },
  };
}
