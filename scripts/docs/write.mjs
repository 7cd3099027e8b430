// Writes the docs into dist/site/docs, from the types and the comments above them.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { apiPage } from './api-page.mjs';
import { elementPage } from './element-page.mjs';
import { escaped, page } from './html.mjs';

export function writeDocs(folder) {
  mkdirSync(folder, { recursive: true });
  const write = (file, ...content) => writeFileSync(join(folder, file), page(file, ...content));
  const live = { live: true };
  write('index.html', 'Embedding and API', index(), live);
  write(
    'attention-weights.html',
    '<attention-weights>',
    elementPage('attention-weights', 'web/elements/attention-weights.ts'),
    live,
  );
  write(
    'attention-explorer.html',
    '<attention-explorer>',
    elementPage('attention-explorer', 'web/elements/embed/embedded-explorer.ts'),
    live,
  );
  write('api.html', 'JavaScript API', apiPage());
  for (const file of ['docs.css', 'docs.js'])
    copyFileSync(join(import.meta.dirname, file), join(folder, file));
}

function index() {
  const post = readFileSync(join(root, 'examples', 'plain-html', 'index.html'), 'utf8');
  return `<p>A live table of attention in a page of your own: put <a href="../embed/attention-explorer.classic.js" download>attention-explorer.classic.js</a>
beside the page, and write</p>
<pre>${escaped('<script src="attention-explorer.classic.js" defer></script>\n\n<attention-weights>Your journey starts with one step</attention-weights>')}</pre>
<div class="live"><attention-weights>Your journey starts with one step</attention-weights></div>
<p>There are two elements: <a href="./attention-weights.html"><code>&lt;attention-weights&gt;</code></a>, a table or heat map of weights,
computed from words or from your vectors, or computed elsewhere; and
<a href="./attention-explorer.html"><code>&lt;attention-explorer&gt;</code></a>, the whole tool. Both compute in the reader’s browser, send nothing,
and need no special headers. With a Content-Security-Policy of your own, allow <code>script-src 'self' 'wasm-unsafe-eval'</code> and
<code>style-src 'self'</code>.</p>
<p>With a bundler: <code>npm install attention-wasm</code>, then <code>import 'attention-wasm/elements'</code>. To compute without
drawing: <a href="./api.html">the JavaScript API</a>, <code>import { loadAttention } from 'attention-wasm'</code>.</p>
<h2>A whole page</h2>
<p>It works as it is, <a href="../embed/">here</a>, on any host and from a disk. <a href="../embed/attention-explorer.js" download>attention-explorer.js</a>
is the same as a module, which browsers load from a host only.</p>
<pre>${escaped(post)}</pre>`;
}
