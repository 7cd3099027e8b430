import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs every script in one Python, each as a program of its own; gives what each printed, or its error. */
const RUN_ALL = `
import contextlib, io, json, runpy, sys
results = []
for path in sys.argv[1:]:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    try:
        with contextlib.redirect_stdout(out):
            runpy.run_path(path, run_name="__main__")
        error = None
    except BaseException as e:
        error = repr(e)
    out.flush()
    results.append({"printed": out.buffer.getvalue().decode("utf-8"), "error": error})
print(json.dumps(results))
`;

export interface Ran {
  readonly printed: string;
  readonly error: string | null;
}

export function runPython(python: string, scripts: readonly string[]): Ran[] {
  return withFiles(scripts, (paths) =>
    JSON.parse(execute(python, ['-W', 'ignore', '-c', RUN_ALL, ...paths])),
  );
}

/** The first error of each script's syntax, by Python itself, without running it. */
export function syntaxErrors(python: string, scripts: readonly string[]): string[] {
  const check = `
import ast, json, sys
errors = []
for path in sys.argv[1:]:
    try:
        ast.parse(open(path, encoding="utf-8").read())
    except SyntaxError as e:
        errors.append(repr(e))
print(json.dumps(errors))
`;
  return withFiles(scripts, (paths) => JSON.parse(execute(python, ['-c', check, ...paths])));
}

function execute(python: string, args: readonly string[]): string {
  return execFileSync(python, args, { encoding: 'utf-8', maxBuffer: 1 << 28 });
}

function withFiles<T>(scripts: readonly string[], use: (paths: string[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
  try {
    const paths = scripts.map((_, i) => join(folder, `script-${i}.py`));
    for (const [i, path] of paths.entries()) writeFileSync(path, scripts[i]!);
    return use(paths);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
