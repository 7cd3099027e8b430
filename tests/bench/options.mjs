// The command line of `npm run bench -- …`.
import { parseArgs } from 'node:util';
import { Stop } from '../../scripts/run.mjs';
import { decodings, growth, keystroke, workloads } from './workloads.mjs';

const ids = [...workloads, ...decodings, growth, keystroke].map(({ id }) => id);

const usage = `npm run bench -- [options]

  --only node|chromium   one environment instead of both
  --shapes A,B,…         only these: ${ids.join(', ')}
  --rounds N             samples of every contender, 15 by default
  --json FILE            writes every sample and every figure
  --markdown FILE        writes the tables
  --no-build             measures what dist/ already holds`;

export function parseOptions(args) {
  const { values } = parse(args);
  if (values.help) throw new Stop(usage);
  const shapes = values.shapes?.split(',');
  for (const shape of shapes ?? []) {
    if (!ids.includes(shape)) throw new Stop(`There is no shape "${shape}".\n\n${usage}`);
  }
  if (values.only && !['node', 'chromium'].includes(values.only)) throw new Stop(usage);
  const rounds = Number(values.rounds);
  if (!(Number.isInteger(rounds) && rounds > 0))
    throw new Stop(`--rounds must be a positive number.\n\n${usage}`);
  return { ...values, shapes, rounds };
}

function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        only: { type: 'string' },
        shapes: { type: 'string' },
        rounds: { type: 'string', default: '15' },
        json: { type: 'string' },
        markdown: { type: 'string' },
        'no-build': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new Stop(`${error.message}\n\n${usage}`);
  }
}
