import axe from 'axe-core';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { loadAttention, matrix } from '../../web/api/index.ts';
import type { AttentionWeights } from '../../web/elements/attention-weights.ts';
import { formatWeight } from '../../web/elements/number-format.ts';
import { cellAt, drawn, failure, headers, openWeights, redrawn, shown } from './support/weights.ts';

const EXAMPLE = '<attention-weights>Your journey starts with one step</attention-weights>';
const JOURNEY = ['0.1385', '0.2379', '0.2333', '0.1240', '0.1082', '0.1581'];
const HALVES = "weights='[[1,0],[0.5,0.5]]'";

describe('from a text', () => {
  test('the words inside the element are the text: the worked example’s weights', async () => {
    const element = await openWeights(EXAMPLE);
    expect(shown(element)[1]).toEqual(JOURNEY);
    expect(headers(element).queries).toEqual(['Your', 'journey', 'starts', 'with', 'one', 'step']);
  });

  test('the text attribute counts before what is inside', async () => {
    const element = await openWeights(
      '<attention-weights text="one step">a table of weights</attention-weights>',
    );
    expect(headers(element).keys).toEqual(['one', 'step']);
  });

  test('causal hides what comes after each query; made-up vectors are said to be', async () => {
    const element = await openWeights(
      '<attention-weights causal text="some other words"></attention-weights>',
    );
    expect(shown(element)[0]).toEqual(['1.0000', 'hidden', 'hidden']);
    expect(element.shadowRoot!.querySelector('[part="note"]')!.textContent).toContain(
      'Made-up vectors, seed 123',
    );
  });

  test('a preset draws projections and heads as PyTorch would', async () => {
    const element = await openWeights(
      `<attention-weights preset="heads" head="1" text="Your journey starts"></attention-weights>`,
    );
    const { random, selfAttention } = await loadAttention();
    const draw = random(123);
    const [query, key, value] = [1, 2, 3].map(() => draw.linear(3, 2, false).weight);
    const inputs = matrix([
      [0.43, 0.15, 0.89],
      [0.55, 0.87, 0.66],
      [0.57, 0.85, 0.64],
    ]);
    const projections = { query: query!, key: key!, value: value! };
    const { weights } = selfAttention(inputs, projections, { heads: 2, causal: true, want: ['weights'] });
    expect(shown(element)[2]).toEqual(
      [...weights[1]!.data.slice(6)].map((weight) => formatWeight(weight, 4)),
    );
  });

  test('what was changed inside is drawn', async () => {
    const element = await openWeights(EXAMPLE);
    element.textContent = 'one step';
    await vi.waitFor(() => expect(headers(element).keys).toEqual(['one', 'step']));
  });
});

describe('from vectors', () => {
  const x = '[[0.43,0.15,0.89],[0.55,0.87,0.66],[0.57,0.85,0.64]]';

  test('plain dot products where there are no projections, unscaled', async () => {
    const element = await openWeights(`<attention-weights vectors="${x}"></attention-weights>`);
    const { attend } = await loadAttention();
    const inputs = matrix(JSON.parse(x));
    const { weights } = attend(inputs, inputs, inputs, { scale: 1, want: ['weights'] });
    expect(shown(element).flat()).toEqual([...weights[0]!.data].map((weight) => formatWeight(weight, 4)));
    expect(headers(element).queries).toEqual(['1', '2', '3']);
  });

  test('projections are applied as x·W, and scores scaled by 1/√d', async () => {
    const element = await openWeights(
      `<attention-weights vectors="[[1,0],[0,1]]" query-projection="[[2,0],[0,2]]" key-projection="[[1,0],[0,1]]"></attention-weights>`,
    );
    const share = Math.exp(2 / Math.SQRT2) / (Math.exp(2 / Math.SQRT2) + 1);
    expect(Number(shown(element)[0]![0])).toBeCloseTo(share, 4);
  });

  test('vectors of keys of their own: a table with a row a query and a column a key', async () => {
    // ai-agent-book#346
    const element = await openWeights(
      `<attention-weights tokens='["je"]' key-tokens='["I","am","here"]' vectors="[[1,0]]" key-vectors="[[1,0],[0,1],[0,0]]"></attention-weights>`,
    );
    expect(headers(element)).toEqual({ queries: ['je'], keys: ['I', 'am', 'here'] });
    expect(shown(element)[0]).toHaveLength(3);
  });
});

describe('weights computed elsewhere', () => {
  test('are drawn as they are, whatever they are: every cell has its number', async () => {
    const element = await openWeights(`<attention-weights view="table" ${HALVES}></attention-weights>`);
    const share = fc.float({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(
        fc
          .integer({ min: 1, max: 7 })
          .chain((cols) =>
            fc.array(fc.array(share, { minLength: cols, maxLength: cols }), { minLength: 1, maxLength: 7 }),
          ),
        fc.integer({ min: 1, max: 7 }),
        async (rows, decimals) => {
          element.weights = JSON.stringify(rows);
          element.decimals = decimals;
          await element.updateComplete;
          expect(shown(element)).toEqual(
            rows.map((row) => row.map((weight) => formatWeight(weight, decimals))),
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  const two = '[[[1,0],[0.5,0.5]],[[1,0],[0.25,0.75]]]';
  test.each([
    ['heads × L × S', two, [1, 2]],
    ['layers × heads × L × S', `[${two},${two}]`, [2, 2]],
    ['layers × a batch of one × heads × L × S, as models return them', `[[${two}],[${two}]]`, [2, 2]],
  ])('of shape %s, each head can be shown', async (_, weights, [layers, heads]) => {
    const element = await openWeights(
      `<attention-weights layer="${layers! - 1}" head="1" weights="${weights}"></attention-weights>`,
    );
    expect(shown(element)[1]).toEqual(['0.2500', '0.7500']);
    const choices = [...element.shadowRoot!.querySelectorAll('select')].map(
      (select) => select.options.length,
    );
    expect(choices).toEqual([layers, heads].filter((count) => count! > 1));
  });

  test('a reader changes the head, and the page is told', async () => {
    const element = await openWeights(`<attention-weights weights="${two}"></attention-weights>`);
    const told = vi.fn();
    document.addEventListener('attention-edit', told);
    onTestFinished(() => document.removeEventListener('attention-edit', told));
    await userEvent.selectOptions(element.shadowRoot!.querySelector('select')!, '2');
    await redrawn(element);
    expect(shown(element)[1]).toEqual(['0.2500', '0.7500']);
    expect(told.mock.calls[0]![0].detail).toEqual({ layer: 0, head: 1 });
  });

  test.each([
    [
      'CircuitsVis',
      {
        tokens: ['a', 'b'],
        attention: [
          [
            [1, 0],
            [0.5, 0.5],
          ],
        ],
      },
    ],
    [
      'BertViz',
      {
        attention: [
          {
            name: null,
            attn: [
              [
                [
                  [1, 0],
                  [0.5, 0.5],
                ],
              ],
            ],
            left_text: ['a', 'b'],
            right_text: ['a', 'b'],
          },
        ],
      },
    ],
    [
      'BertViz, older',
      {
        attention: {
          all: {
            attn: [
              [
                [
                  [1, 0],
                  [0.5, 0.5],
                ],
              ],
            ],
            left_text: ['a', 'b'],
            right_text: ['a', 'b'],
          },
        },
      },
    ],
    [
      'rows alone',
      [
        [1, 0],
        [0.5, 0.5],
      ],
    ],
  ])('as %s has them, in a script inside the element', async (name, data) => {
    const element = await openWeights(
      `<attention-weights><script type="application/json">${JSON.stringify(data)}</script></attention-weights>`,
    );
    expect(shown(element)).toEqual([
      ['1.0000', '0.0000'],
      ['0.5000', '0.5000'],
    ]);
    expect(headers(element).keys).toEqual(name === 'rows alone' ? ['1', '2'] : ['a', 'b']);
  });

  test('matrices of the API are taken as they are', async () => {
    const { attend } = await loadAttention();
    const x = matrix([
      [1, 0, 0, 1],
      [0, 1, 1, 0],
    ]);
    const { weights } = attend(x, x, x, { heads: 2, want: ['weights'] });
    const element = await openWeights('<attention-weights></attention-weights>');
    element.weights = weights;
    await redrawn(element);
    expect(shown(element).flat()).toEqual([...weights[0]!.data].map((weight) => formatWeight(weight, 4)));
  });

  test('null is a hidden pair, and so is what is zero after a causal query', async () => {
    const nulls = await openWeights(`<attention-weights weights="[[1,null],[0.5,0.5]]"></attention-weights>`);
    expect(shown(nulls)[0]).toEqual(['1.0000', 'hidden']);
    const causal = await openWeights(`<attention-weights causal ${HALVES}></attention-weights>`);
    expect(shown(causal)[0]).toEqual(['1.0000', 'hidden']);
  });

  test('a file of them is fetched', async () => {
    const src = URL.createObjectURL(new Blob(['{"tokens":["a","b"],"weights":[[1,0],[0.5,0.5]]}']));
    const element = await openWeights(`<attention-weights src="${src}"></attention-weights>`);
    expect(shown(element)[1]).toEqual(['0.5000', '0.5000']);
  });

  test.each([65, 512])(
    '%i tokens are a picture, and a table of the part around the chosen cell',
    async (n) => {
      const element = await openWeights('<attention-weights></attention-weights>');
      const row = (q: number) => Array.from({ length: n }, (_, k) => (k === q ? 0.75 : 0.25 / (n - 1)));
      const start = performance.now();
      element.weights = Array.from({ length: n }, (_, q) => row(q));
      await vi.waitFor(() => expect(element.shadowRoot!.querySelector('canvas')?.width).toBe(n));
      expect(performance.now() - start).toBeLessThan(1000);
      const canvas = element.shadowRoot!.querySelector('canvas')!;
      const pixel = (q: number, k: number) => [...canvas.getContext('2d')!.getImageData(k, q, 1, 1).data];
      expect(pixel(40, 40)).toEqual(pixel(7, 7));
      expect(pixel(40, 40)).not.toEqual(pixel(40, 41));
      // A click in the middle.
      await userEvent.click(canvas);
      await redrawn(element);
      expect(headers(element).keys).toContain(String(Math.floor(n / 2) + 1));
      expect(element.shadowRoot!.querySelectorAll('td').length).toBeLessThanOrEqual(64);
      await userEvent.keyboard('{Tab}');
      cellAt(element, Math.floor(n / 2), Math.floor(n / 2)).focus();
      await userEvent.keyboard('{Control>}{End}{/Control}');
      await redrawn(element);
      expect(headers(element).keys.at(-1)).toBe(String(n));
      expect(element.shadowRoot!.activeElement?.textContent).toBe('0.7500');
    },
  );
});

describe('what cannot be drawn is said in place of the table, with what to do', () => {
  test.each([
    ['weights="[[1,0],[0.5]]"', 'weights[1] has 1 number; weights[0] has 2.'],
    ['weights="[[1,0],[0.5,-0.5]]"', 'weights[1][1] is -0.5, and a weight is a share: from 0 to 1.'],
    ['weights="[[1,0],[NaN,1]]"', 'weights holds NaN or Infinity'],
    [`weights="[[1,'a']]"`, 'JSON takes double quotes'],
    ['weights="[[1,true]]"', 'weights[0][1] is true. Expected is a number.'],
    ['weights="[1,0]"', 'weights is one list.'],
    ['weights="{}"', 'weights is an object.'],
    ['weights="[[[1]],[[1,0]]]"', 'heads of 1 × 1 and of 1 × 2'],
    ['weights="[[[[[1]],[[1]]],[[[1]],[[1]]]]]"', 'weights[0] is a batch of 2.'],
    [`${HALVES} tokens='["a"]'`, 'tokens are 1; the numbers have 2 rows'],
    [`${HALVES} tokens='a b'`, 'tokens is not JSON'],
    [`${HALVES} head="2"`, 'head is “2”. Here it can only be 0.'],
    [`${HALVES} decimals="many"`, 'decimals is “many”. Expected is a whole number from 1 to 7.'],
    [`${HALVES} view="chart"`, 'There is no view “chart”.'],
    ['text="a b" scale="big"', 'scale is “big”.'],
    ['text="a b" preset="best"', 'There is no preset “best”.'],
    ['text="a b" heads="2"', '3 columns'],
    ['vectors="[[1e39]]"', 'vectors[0][0] is too large for a 32-bit number.'],
    ['vectors="[[1,2]]" query-projection="[[1],[2]]"', 'keyProjection is missing.'],
    [
      'vectors="[[1,2]]" query-projection="[[1]]" key-projection="[[1]]"',
      'QueryProjection is 1 × 1; vectors is 1 × 2, so it needs 2 rows.',
    ],
    ['', 'There is no text.'],
    ['src="data:application/json,{&quot;rows&quot;:1}"', 'its names are rows'],
    ['src="/nothing/here.json"', '/nothing/here.json'],
  ])('%s', async (attributes, cause) => {
    const element = await openWeights(`<attention-weights ${attributes}></attention-weights>`);
    expect(failure(element)).toContain(cause);
    expect(element.shadowRoot!.querySelector('table')).toBeNull();
  });

  test('the words inside stay readable beside it; the next right numbers are drawn', async () => {
    const element = await openWeights('<attention-weights weights="[[2,-1]]">In words.</attention-weights>');
    const slot = element.shadowRoot!.querySelector('slot:not([name])') as HTMLSlotElement;
    expect(slot.assignedNodes().map((node) => node.textContent)).toEqual(['In words.']);
    element.weights = [[0.5, 0.5]];
    await redrawn(element);
    expect(shown(element)).toEqual([['0.5000', '0.5000']]);
  });
});

describe('choosing', () => {
  test('a click tells the page which weight it was, through every shadow root', async () => {
    const element = await openWeights(EXAMPLE);
    const told: CustomEvent[] = [];
    const listen = (event: Event) => told.push(event as CustomEvent);
    document.addEventListener('attention-choose', listen);
    onTestFinished(() => document.removeEventListener('attention-choose', listen));
    await userEvent.click(cellAt(element, 1, 2));
    expect(told).toHaveLength(1);
    const { weight, ...place } = told[0]!.detail;
    expect(place).toEqual({ layer: 0, head: 0, query: 1, key: 2 });
    expect(weight).toBeCloseTo(0.2333, 4);
    expect(told[0]!.composed && told[0]!.bubbles).toBe(true);
    await redrawn(element);
    expect(element.shadowRoot!.querySelector('[part="reading"]')!.textContent).toBe(
      'journey gives starts the weight 0.2333.',
    );
  });

  test('Tab reaches the table once, arrows walk in it', async () => {
    const element = await openWeights(EXAMPLE);
    expect(element.shadowRoot!.querySelectorAll('td[tabindex="0"]')).toHaveLength(1);
    cellAt(element, 0, 0).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    await redrawn(element);
    expect(element.shadowRoot!.activeElement?.textContent).toBe('0.2379');
    await userEvent.keyboard('{End}');
    await redrawn(element);
    expect(element.shadowRoot!.activeElement?.textContent).toBe('0.1581');
  });
});

describe('as it looks', () => {
  test.each(['light', 'dark'] as const)('axe finds nothing, %s', async (theme) => {
    for (const attributes of ['', 'view="heatmap"', 'causal decimals="2"']) {
      const element = await openWeights(
        `<attention-weights theme="${theme}" ${attributes}>Your journey starts with one step<span slot="caption">A caption.</span></attention-weights>`,
      );
      cellAt(element, 1, 1).click();
      await redrawn(element);
      const { violations } = await axe.run(element.shadowRoot!.host, { resultTypes: ['violations'] });
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)).toEqual([]);
    }
  });

  test('theme decides over the page; the picture too', async () => {
    const rows = Array.from({ length: 70 }, () => Array.from({ length: 70 }, () => 0));
    const first = (element: AttentionWeights) =>
      element.shadowRoot!.querySelector('canvas')!.getContext('2d')!.getImageData(0, 0, 1, 1).data[0]!;
    const light = await openWeights(
      `<attention-weights theme="light" weights="${JSON.stringify(rows)}"></attention-weights>`,
    );
    expect(first(light)).toBeGreaterThan(200);
    light.theme = 'dark';
    await redrawn(light);
    expect(first(light)).toBeLessThan(60);
    expect(getComputedStyle(light).colorScheme).toBe('dark');
  });

  test.each([320, 360, 680])('%i pixels wide, it is no wider than its place', async (width) => {
    for (const n of [6, 12, 40]) {
      const words = Array.from({ length: n }, (_, i) => `word${i}`).join(' ');
      const element = await openWeights(`<attention-weights>${words}</attention-weights>`, width);
      expect(element.scrollWidth).toBeLessThanOrEqual(width);
      expect(element.parentElement!.scrollWidth).toBeLessThanOrEqual(width);
    }
  });

  test('six words have all their numbers on a phone, whole', async () => {
    const element = await openWeights(EXAMPLE, 358);
    for (const cell of element.shadowRoot!.querySelectorAll('td')) {
      expect(cell.textContent!.trim()).toMatch(/^0\.\d{4}$/);
      expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth + 1);
    }
  });

  test('a legend runs from 0 to 1', async () => {
    // transformer-explainer#31, bertviz#82
    const element = await openWeights(EXAMPLE);
    const labels = [...element.shadowRoot!.querySelectorAll('[part="legend"] text:not(.even)')];
    expect(labels.map((label) => label.textContent).at(0)).toBe('0');
    expect(labels.map((label) => label.textContent).at(-1)).toBe('1');
  });

  test('tokens that look like markup are text', async () => {
    // captum#1226
    const tokens = ['entrar<!--#exec', '-->', 'x<script>'];
    const element = await openWeights(
      '<attention-weights weights="[[1,0,0],[0,1,0],[0,0,1]]"></attention-weights>',
    );
    element.tokens = tokens;
    await redrawn(element);
    expect(headers(element)).toEqual({ queries: tokens, keys: tokens });
    expect(element.shadowRoot!.querySelector('script')).toBeNull();
  });
});

describe('in a page', () => {
  test('before it is drawn, and until it is near, what is inside is shown and nothing is computed', async () => {
    const element = document.createElement('attention-weights') as AttentionWeights;
    element.textContent = 'far away';
    const space = document.createElement('div');
    space.style.height = '5000px';
    document.body.append(space, element);
    onTestFinished(() => {
      space.remove();
      element.remove();
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(element.shadowRoot!.querySelector('table')).toBeNull();
    expect(
      (element.shadowRoot!.querySelector('slot:not([name])') as HTMLSlotElement).assignedNodes(),
    ).toHaveLength(1);
    element.scrollIntoView();
    await drawn(element);
    expect(shown(element)).toHaveLength(2);
  });

  test('moved in the document it still is one table, and keeps what was chosen', async () => {
    // FlexLayout#520
    const element = await openWeights(EXAMPLE);
    cellAt(element, 1, 1).click();
    const other = document.createElement('section');
    document.body.append(other);
    onTestFinished(() => other.remove());
    other.append(element);
    await redrawn(element);
    expect(element.shadowRoot!.querySelectorAll('table')).toHaveLength(1);
    expect(element.shadowRoot!.querySelectorAll('td.chosen')).toHaveLength(1);
    element.setAttribute('text', 'still alive');
    await vi.waitFor(() => expect(headers(element).keys).toEqual(['still', 'alive']));
  });

  test('a property set before the script ran counts', async () => {
    const element = document.createElement('not-yet-attention-weights');
    Object.assign(element, { weights: [[0.25, 0.75]] });
    const { AttentionWeights } = await import('../../web/elements/attention-weights.ts');
    document.body.append(element);
    onTestFinished(() => element.remove());
    customElements.define('not-yet-attention-weights', class extends AttentionWeights {});
    await drawn(element as AttentionWeights);
    expect(shown(element as AttentionWeights)).toEqual([['0.2500', '0.7500']]);
  });

  test('defined twice, nothing happens', async () => {
    // altcha#187
    const { defineElements } = await import('../../web/elements/embed/module.ts');
    expect(() => defineElements()).not.toThrow();
  });

  test('a hostile style sheet of the page does not reach it', async () => {
    const look = async () => {
      const element = await openWeights(EXAMPLE);
      const cell = cellAt(element, 1, 1);
      const { color, fontSize, textTransform, letterSpacing, textAlign, backgroundColor } =
        getComputedStyle(cell);
      const { width, height } = cell.getBoundingClientRect();
      const table = element.shadowRoot!.querySelector('table')!.getBoundingClientRect();
      return {
        ...{ color, fontSize, textTransform, letterSpacing, textAlign, backgroundColor, width, height },
        table: [table.width, table.height],
      };
    };
    const before = await look();
    const hostile = document.createElement('style');
    hostile.textContent = `
      :root { --row: 90px; --cell: 300px; --label: 5px; --step: red; --width: 200px; --least: 200px; --share: 1px; --columns: 40; --name: 1px; }
      :host { display: none !important }
      table, td, th { display: block !important; border: 9px solid red !important; width: 400px !important; }
      table td { padding: 40px; font-size: 40px }
      * { color: red !important; font: italic 40px fantasy !important; text-transform: uppercase !important;
          letter-spacing: 9px !important; word-spacing: 30px !important; line-height: 4 !important; text-align: center !important;
          visibility: hidden !important; white-space: pre !important; text-indent: 50px !important; border-spacing: 20px !important;
          cursor: none !important; }`;
    document.head.append(hostile);
    onTestFinished(() => hostile.remove());
    expect(await look()).toEqual(before);
  });
});
