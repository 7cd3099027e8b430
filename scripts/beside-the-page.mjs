// Puts beside the built page what it links to: the elements as files to take, with a page that uses them, and the docs.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { main, root } from './run.mjs';

const files = [
  'attention-explorer.classic.js',
  'attention-explorer.js',
  'attention-explorer-gpt2.js',
  'attention-explorer-scalar.js',
];

await main(async () => {
  const folder = join(root, 'dist', 'site', 'embed');
  mkdirSync(folder, { recursive: true });
  for (const file of files) copyFileSync(join(root, 'dist', file), join(folder, file));
  copyFileSync(join(root, 'examples', 'plain-html', 'index.html'), join(folder, 'index.html'));
  // Imported here: until the first set-up there is no TypeScript.
  const { writeDocs } = await import('./docs/write.mjs');
  writeDocs(join(root, 'dist', 'site', 'docs'));
});
