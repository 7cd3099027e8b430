// `npm run format`: brings every source file into the project's format.
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main, root, run, runInstalled } from './run.mjs';
import { setUp } from './setup.mjs';

export function sourcesOfCpp() {
  return ['src', 'tests']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(cpp|h)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(() => {
    setUp('build', 'test');
    run('clang-format', ['-i', ...sourcesOfCpp()]);
    runInstalled('@biomejs/biome', ['check', '--write']);
  });
}
