// Builds everything a reader or a developer uses into dist/.
import { pathToFileURL } from 'node:url';
import { cmakeBuild, main, runInstalled } from './run.mjs';
import { setUp } from './setup.mjs';

export function build() {
  cmakeBuild('wasm', ['emcmake']);
  runInstalled('vite', ['build', '--config', 'vite.api.config.ts']);
  runInstalled('typescript', ['--project', 'tsconfig.api.json']);
  runInstalled('vite', ['build', '--config', 'vite.page.config.ts']);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(() => {
    setUp('build');
    build();
  });
}
