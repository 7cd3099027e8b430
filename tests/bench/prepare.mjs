// What only the benchmark needs: the peers, from npm, and the loops that measure the machine's limits.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../../scripts/run.mjs';

const folder = join(root, 'tests/bench');

export function prepare() {
  installPeers();
  buildRoofline();
}

function installPeers() {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const stamp = join(folder, 'node_modules', '.installed-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  // Nothing of theirs has to run at installation: all the .wasm is in the packages.
  run('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']);
  writeFileSync(stamp, lock);
}

function buildRoofline() {
  mkdirSync(join(root, 'build/bench'), { recursive: true });
  const flags = ['-std=c++20', '-O3', '-msimd128', '--no-entry', '-sALLOW_MEMORY_GROWTH=1'];
  run('em++', [...flags, '-o', 'build/bench/roofline.wasm', 'tests/bench/roofline.cpp']);
}
