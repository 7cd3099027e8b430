// `npm run bench`: installs what is missing, builds, measures in Node and in Chromium, and prints tables of medians.
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { build } from '../../scripts/build.mjs';
import { main } from '../../scripts/run.mjs';
import { setUp } from '../../scripts/setup.mjs';
import { allocated } from './memory.mjs';
import { parseOptions } from './options.mjs';
import { prepare } from './prepare.mjs';
import { otherBudgets, speedBudgets } from './report/budgets.mjs';
import { markdownTable } from './report/markdown.mjs';
import { keystrokeTable, memoryTable, sizesTable, tablesOf } from './report/tables.mjs';
import { downloadSizes } from './sizes.mjs';
import { growth, keystroke } from './workloads.mjs';

// Imported only once what they need is installed.
const environments = {
  node: async (options) => (await import('./environments/node.mjs')).measureInNode(options),
  chromium: async (options) => (await import('./environments/chromium.mjs')).measureInChromium(options),
};

await main(async () => {
  const { only, shapes, rounds, json, markdown, ...options } = parseOptions(process.argv.slice(2));
  if (!options['no-build']) {
    setUp('build', 'test');
    build();
  }
  prepare();

  const results = {
    date: new Date().toISOString().slice(0, 10),
    processor: `${cpus()[0].model.trim()}, ${cpus().length} cores`,
    environments: [],
  };
  for (const name of only ? [only] : Object.keys(environments)) {
    results.environments.push(await environments[name]({ shapes, rounds }));
  }
  const chosen = ({ id }) => !shapes || shapes.includes(id);
  if (chosen(keystroke) && only !== 'node') {
    results.keystrokes = await (await import('./keystroke.mjs')).timeKeystrokes();
  }
  results.sizes = downloadSizes();
  if (chosen(growth)) {
    results.memory = growth.lengths.map((length) => allocated(length, growth.width));
  }

  const text = report(results, rounds);
  console.log(`\n${text}`);
  if (markdown) writeFileSync(markdown, text);
  if (json) writeFileSync(json, `${JSON.stringify(results, null, 1)}\n`);
});

function report(results, rounds) {
  const { date, processor, environments, sizes, memory, keystrokes } = results;
  const tables = [
    ...environments.flatMap((measured) => [...tablesOf(measured), speedBudgets(measured)]),
    ...(memory ? [memoryTable(memory)] : []),
    ...(keystrokes ? [keystrokeTable(keystrokes)] : []),
    sizesTable(sizes),
    otherBudgets(results),
  ];
  const about =
    `Measured ${date} on ${processor}; ${environments.map(({ environment }) => environment).join(' and ')}. ` +
    `Medians of ${rounds} rounds in which all take turns, in brackets the quartiles. A ratio says how many times as fast ` +
    'this module is.';
  return [`${about}\n`, ...tables.map(markdownTable)].join('\n');
}
