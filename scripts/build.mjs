// Builds everything a reader or a developer uses into dist/.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cmakeBuild, main, root, run, runInstalled } from './run.mjs';
import { setUp } from './setup.mjs';

export function build() {
  cmakeBuild('wasm', ['emcmake']);
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  runInstalled('vite', ['build', '--config', 'vite.api.config.ts']);
  runInstalled('vite', ['build', '--config', 'vite.elements.config.ts']);
  runInstalled('typescript', ['--project', 'tsconfig.api.json']);
  runInstalled('vite', ['build', '--config', 'vite.page.config.ts']);
  run(process.execPath, [join('scripts', 'beside-the-page.mjs')]);
  run(process.execPath, [join('scripts', 'self-contained.mjs')]);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(() => {
    setUp('build');
    build();
  });
}
