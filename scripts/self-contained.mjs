// Makes dist/attention.html of the built page: everything in one file that opens from a disk, without any request.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, root } from './run.mjs';

const site = join(root, 'dist', 'site');

/** What is too large for most: it says so where it is asked for. */
const leftOut = {
  'gpt2.ts': `export const gpt2 = () => {
    throw new Error('GPT-2’s table is not part of this file: use the page on a site for it');
  };`,
};

await main(async () => {
  const policy = { script: new Set(), style: new Set() };
  const hashed = (kind, text) => {
    policy[kind].add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    return text;
  };
  const script = hashed('script', withoutTags(await pageScript()));
  const page = readFileSync(join(site, 'index.html'), 'utf8')
    .replace(/<link rel="(?:preload|modulepreload)"[^>]*>\s*/g, '')
    .replace(/<link rel="stylesheet"[^>]*?href="\.\/([^"]+)"[^>]*>/g, (_, file) => {
      const css = readFileSync(join(site, file), 'utf8');
      return `<style>${hashed('style', css)}</style>`;
    })
    // What stands beside the page on a site.
    .replace(/<nav class="beside">[\s\S]*?<\/nav>\s*/, '')
    .replace(/href="\.\/icon\.svg"/, () => {
      const icon = readFileSync(join(site, 'icon.svg'));
      return `href="data:image/svg+xml;base64,${icon.toString('base64')}"`;
    })
    .replace(
      /<script type="module"[^>]*src="[^"]*"[^>]*><\/script>/,
      () => `<script type="module">${script}</script>`,
    );
  const content = [
    "default-src 'none'",
    `script-src ${[...policy.script].join(' ')} 'wasm-unsafe-eval'`,
    `style-src ${[...policy.style].join(' ')}`,
    'img-src data: blob:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const whole = page.replace(
    /(http-equiv="Content-Security-Policy"\s+content=")[^"]*"/,
    (_, start) => `${start}${content}"`,
  );
  const elsewhere = whole.match(/<(?:script|link|img|iframe)[^>]*(?:src|href)="(?!data:)[^"]*"[^>]*>/g);
  if (elsewhere) throw new Error(`The page in one file would ask for others: ${elsewhere.join(' ')}`);
  writeFileSync(join(root, 'dist', 'attention.html'), whole);
});

/** The page's script with all that it would load later inside. */
async function pageScript() {
  // Imported here: until the first set-up there is no Vite.
  const { build } = await import('vite');
  const { output } = await build({
    configFile: false,
    logLevel: 'warn',
    root: join(root, 'web', 'page'),
    publicDir: false,
    plugins: [
      {
        name: 'left-out',
        enforce: 'pre',
        load(id) {
          return leftOut[id.slice(id.lastIndexOf('/') + 1)];
        },
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      lib: { entry: join(root, 'web', 'page', 'main.ts'), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false, minify: true } },
    },
  }).then((result) => (Array.isArray(result) ? result[0] : result));
  const scripts = output.filter(({ type }) => type === 'chunk');
  if (scripts.length !== 1) throw new Error(`The page in one file has ${scripts.length} scripts.`);
  return scripts[0].code;
}

/** What the HTML parser would take for the end or start of a script is written otherwise; it stands in texts only. */
function withoutTags(code) {
  return code.replace(/<(?=\/?script)/gi, '\\x3C').trim();
}
