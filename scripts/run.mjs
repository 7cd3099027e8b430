// Runs other programs for the scripts beside this file. Plain Node, no dependencies: it works before anything is installed.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's own folder, wherever it is and whatever the current directory. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** An error whose message is all that the person at the terminal needs: no stack is printed for it. */
export class Stop extends Error {}

/** The full path of a program on PATH, or undefined. */
export function which(program) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {}
  }
  return undefined;
}

/** This Node first: a package manager may bring an older one along, as Debian's Emscripten does. */
const pathWithThisNode = [dirname(process.execPath), process.env.PATH].join(delimiter);

/** Runs a program in the project's folder with its output shown; stops where it fails. */
export function run(program, args, { env = {} } = {}) {
  console.log(`\n$ ${[program, ...args].join(' ')}`);
  const { status, error, signal } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: pathWithThisNode, ...env },
  });
  if (error) throw new Stop(`${program} could not be started: ${error.message}`);
  if (status !== 0)
    throw new Stop(`${program} ${args[0] ?? ''} ended with ${signal ?? `exit code ${status}`}.`);
}

/** Runs one of the programs that npm installed for the project. */
export function runInstalled(program, args, options) {
  run(process.execPath, [installedProgram(program), ...args], options);
}

function installedProgram(program) {
  const folder = join(root, 'node_modules', ...program.split('/'));
  const { bin, name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : (bin[name.split('/').pop()] ?? Object.values(bin)[0]));
}

/** Configures and builds a CMake preset. A build folder that was configured elsewhere (a moved checkout) starts afresh. */
export function cmakeBuild(preset, wrapper = []) {
  const cache = join(root, 'build', preset, 'CMakeCache.txt');
  if (existsSync(cache) && !readFileSync(cache, 'utf8').includes(`CMAKE_HOME_DIRECTORY:INTERNAL=${root}\n`)) {
    rmSync(dirname(cache), { recursive: true });
  }
  const [program, ...args] = [...wrapper, 'cmake', '--preset', preset];
  run(program, args);
  run('cmake', ['--build', '--preset', preset]);
}

/** Runs a script's main function; what stops it is told in a sentence. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
