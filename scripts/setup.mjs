// Brings a fresh machine to where the project builds: system packages by apt-get where that is possible, elsewhere a
// message with the exact command; then the project's npm packages. What is there already is left alone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, Stop, which } from './run.mjs';

const program =
  (...names) =>
  () =>
    names.some(which);
const file = (path) => () =>
  ['/usr', '/usr/local', '/opt/homebrew', '/opt/local'].some((prefix) => existsSync(join(prefix, path)));

/** What each purpose needs, how to tell that it is there, and what package managers call it. */
const needs = {
  build: [
    {
      is: 'Emscripten',
      found: program('em++'),
      apt: 'emscripten',
      brew: 'emscripten',
      dnf: 'emscripten',
      pacman: 'emscripten',
    },
    {
      is: 'Eigen 3',
      found: file('include/eigen3/Eigen/Core'),
      apt: 'libeigen3-dev',
      brew: 'eigen',
      dnf: 'eigen3-devel',
      pacman: 'eigen',
    },
    { is: 'CMake', found: program('cmake'), apt: 'cmake', brew: 'cmake', dnf: 'cmake', pacman: 'cmake' },
    {
      is: 'Ninja',
      found: program('ninja'),
      apt: 'ninja-build',
      brew: 'ninja',
      dnf: 'ninja-build',
      pacman: 'ninja',
    },
  ],
  test: [
    {
      is: 'a C++ compiler',
      found: program('c++', 'g++', 'clang++'),
      apt: 'g++',
      brew: 'gcc',
      dnf: 'gcc-c++ libasan libubsan',
      pacman: 'gcc',
    },
    {
      is: 'GoogleTest',
      found: file('include/gtest/gtest.h'),
      apt: 'libgtest-dev',
      brew: 'googletest',
      dnf: 'gtest-devel',
      pacman: 'gtest',
    },
    {
      is: 'clang-format',
      found: program('clang-format'),
      apt: 'clang-format',
      brew: 'clang-format',
      dnf: 'clang-tools-extra',
      pacman: 'clang',
    },
    {
      is: 'clang-tidy',
      found: program('clang-tidy'),
      apt: 'clang-tidy',
      brew: 'clang-tidy',
      dnf: 'clang-tools-extra',
      pacman: 'clang',
    },
    {
      is: 'Chromium',
      found: () => chromium() !== undefined,
      apt: 'chromium',
      brew: '--cask chromium',
      dnf: 'chromium',
      pacman: 'chromium',
    },
    {
      is: 'Python 3 with NumPy',
      found: () => pythonWith('numpy') !== undefined,
      apt: 'python3-numpy',
      brew: 'numpy',
      dnf: 'python3-numpy',
      pacman: 'python-numpy',
    },
  ],
};

/** A Python 3 that can import these modules: the first on PATH, or the system's own, which is what package managers add to. */
export function pythonWith(...modules) {
  const program = `import ${['sys', ...modules].join(', ')}; sys.exit(sys.version_info < (3, 8))`;
  return [which('python3'), '/usr/bin/python3']
    .filter(Boolean)
    .find((python) => spawnSync(python, ['-c', program], { stdio: 'ignore' }).status === 0);
}

/** The Chromium that tests drive: $CHROMIUM_PATH, or the first browser of the family on PATH. */
export function chromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const mac = ['Chromium', 'Google Chrome'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  return process.env.CHROMIUM_PATH ?? names.map(which).find(Boolean) ?? mac.find((path) => existsSync(path));
}

/** Installs what is missing for the purposes named: 'build', 'test'. */
export function setUp(...purposes) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Stop(`This needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
  }
  installSystemPackages(purposes.flatMap((purpose) => needs[purpose]));
  installNpmPackages();
}

function installSystemPackages(needed) {
  const missing = needed.filter((need) => !need.found());
  if (missing.length === 0) return;
  const names = missing.map((need) => need.is).join(', ');
  const packages = (manager) => missing.flatMap((need) => need[manager].split(' '));
  const apt = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages('apt')];

  if (!which('apt-get')) {
    const manager = ['brew', 'dnf', 'pacman'].find(which);
    const install = { brew: 'brew install', dnf: 'sudo dnf install', pacman: 'sudo pacman -S' };
    throw new Stop(
      manager
        ? `Missing: ${names}. Install with\n\n    ${install[manager]} ${packages(manager).join(' ')}\n\nand run this again.`
        : `Missing: ${names}. Install with this system's package manager (Debian calls them ${packages('apt').join(', ')}), and run this again.`,
    );
  }
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !which('sudo')) {
    throw new Stop(
      `Missing: ${names}. Ask someone with root to run\n\n    ${apt.join(' ')}\n\nand run this again.`,
    );
  }
  console.log(`Missing: ${names}. Installing.`);
  const asRoot = isRoot ? ['env'] : ['sudo', 'env'];
  const [command, ...prefix] = [...asRoot, 'DEBIAN_FRONTEND=noninteractive'];
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  try {
    run(command, [...prefix, 'apt-get', ...wait, 'update']);
    run(command, [...prefix, 'apt-get', ...wait, ...apt.slice(1)]);
  } catch (error) {
    throw new Stop(
      `${error.message}\nMissing: ${names}. Install them with\n\n    ${apt.join(' ')}\n\nand run this again.`,
    );
  }
  const still = missing.filter((need) => !need.found());
  if (still.length > 0)
    throw new Stop(`Installed, but still not found: ${still.map((need) => need.is).join(', ')}.`);
}

function installNpmPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.installed-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund']);
  writeFileSync(stamp, lock);
}
