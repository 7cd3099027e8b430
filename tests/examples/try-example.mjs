// Tries the examples as somebody would who has nothing but the package: plain JavaScript, for the command and for tests.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, extname, join } from 'node:path';
import { root } from '../../scripts/run.mjs';

export const examples = readdirSync(join(root, 'examples'));

/** What the worked example's second word gives itself. */
export const RIGHT = '0.2379';

/** Packs the package as npm would publish it, into a folder. */
export function pack(folder) {
  npm(['pack', '--ignore-scripts', '--pack-destination', folder], root);
  return join(
    folder,
    readdirSync(folder).find((file) => file.endsWith('.tgz')),
  );
}

/** An example in a folder of its own, with the packed package and all else it names installed by npm. */
export function install(name, folder, tarball) {
  cpSync(join(root, 'examples', name), folder, { recursive: true });
  const file = join(folder, 'package.json');
  const described = JSON.parse(readFileSync(file, 'utf8'));
  described.dependencies['attention-wasm'] = `file:${tarball}`;
  writeFileSync(file, JSON.stringify(described));
  npm(['install', '--no-audit', '--no-fund', '--no-package-lock'], folder);
}

/** The same without a network: the package unpacked, other programs the project's own. */
export function installOffline(name, folder, tarball) {
  cpSync(join(root, 'examples', name), folder, { recursive: true });
  const modules = join(folder, 'node_modules', 'attention-wasm');
  mkdirSync(modules, { recursive: true });
  check(spawnSync('tar', ['-xzf', tarball, '-C', modules, '--strip-components=1']), 'tar');
}

/** Builds it where it is to be built. */
export function build(folder) {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (scripts.build) npm(['run', 'build'], folder);
  return scripts;
}

/** Where it is one for Node: what it prints. */
export function start(folder) {
  return npm(['start', '--silent'], folder);
}

/** Opens the built page; returns what stands in the cell of journey and journey, and what the console said. */
export async function openPage(folder, browser) {
  const built = existsSync(join(folder, 'dist', 'index.html')) ? join(folder, 'dist') : folder;
  const site = await serveFolder(built);
  try {
    return await openUrl(site.origin, browser);
  } finally {
    site.close();
  }
}

/** The same of a page that is served already. */
export async function openUrl(url, browser) {
  const page = await browser.newPage();
  const problems = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/favicon/.test(message.location().url))
      problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  try {
    await page.goto(url);
    const cells = await page
      .waitForFunction(findCells, RIGHT, { timeout: 20_000 })
      .then((handle) => handle.jsonValue())
      .catch(async () => ({ instead: await page.evaluate(() => document.body.textContent) }));
    return { cells, problems };
  } finally {
    await page.close();
  }
}

/** In the page: the cells in row journey and column journey, once one has the right number. */
function findCells(right) {
  const tables = (node) => [
    ...node.querySelectorAll('table'),
    ...[...node.querySelectorAll('*')].flatMap((element) =>
      element.shadowRoot ? tables(element.shadowRoot) : [],
    ),
  ];
  const cells = [];
  for (const table of tables(document)) {
    const named = (headers) => [...headers].findIndex((header) => header.textContent.trim() === 'journey');
    const column = named(table.tHead?.rows[0]?.cells ?? []);
    const row = named([...(table.tBodies[0]?.rows ?? [])].map((one) => one.cells[0]));
    if (row < 0 || column < 0) continue;
    cells.push(table.tBodies[0].rows[row].cells[column].textContent.trim());
  }
  return cells.includes(right) ? cells : undefined;
}

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

async function serveFolder(folder) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!existsSync(file)) return response.writeHead(404).end('not found');
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(readFileSync(file));
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { origin: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

function npm(args, cwd) {
  const PATH = [process.env.PATH, join(root, 'node_modules', '.bin')].join(delimiter);
  return check(
    spawnSync('npm', args, { cwd, encoding: 'utf8', env: { ...process.env, PATH } }),
    `npm ${args[0]}`,
  );
}

function check({ status, stdout, stderr, error }, what) {
  if (error || status !== 0) throw new Error(`${what} failed: ${error?.message ?? ''}\n${stdout}\n${stderr}`);
  return stdout;
}
