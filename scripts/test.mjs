// `npm test`: installs what is missing, builds, and runs every check. A check that fails does not stop the others.
import { build } from './build.mjs';
import { sourcesOfCpp } from './format.mjs';
import { cmakeBuild, main, run, runInstalled, Stop } from './run.mjs';
import { chromium, setUp } from './setup.mjs';

const checks = {
  'core, under sanitizers': () => {
    cmakeBuild('native');
    run('ctest', ['--preset', 'native', '--parallel', '2']);
  },
  'API and page, in Node and Chromium': () =>
    runInstalled('vitest', ['run'], { env: { CHROMIUM_PATH: chromium() } }),
  types: () => runInstalled('typescript', ['--noEmit']),
  'lint and format of TypeScript': () => runInstalled('@biomejs/biome', ['ci', '--error-on-warnings']),
  'lint of C++': () => {
    // After the core was configured above: it reads how each file is compiled.
    run('run-clang-tidy', ['-p', 'build/native', '-quiet', '-j', '2', 'src/attention/']);
  },
  'format of C++': () => run('clang-format', ['--dry-run', '--Werror', ...sourcesOfCpp()]),
};

await main(() => {
  setUp('build', 'test');
  build();
  const failed = [];
  for (const [name, check] of Object.entries(checks)) {
    try {
      check();
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      console.error(`\nFAILED: ${name}: ${error.message}`);
      failed.push(name);
    }
  }
  console.log(failed.length > 0 ? `\nFailed: ${failed.join('; ')}` : '\nAll checks passed.');
  console.log(`checks: ${Object.keys(checks).length - failed.length} passed, ${failed.length} failed`);
  if (failed.length > 0) process.exitCode = 1;
});
