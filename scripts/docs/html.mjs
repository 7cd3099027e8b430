// What is written into the docs' pages.

export function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A comment's text as HTML: paragraphs, `code`, and lines that are indented as they are. */
export function prose(text) {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      if (!/^ {4}/.test(block)) return `<p>${inline(block.replace(/\s*\n\s*/g, ' '))}</p>`;
      return `<pre>${escaped(block)}</pre>`;
    })
    .join('\n');
}

export function inline(text) {
  return escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** Code whose types are links to where they are told of. */
export function code(text, known = new Set()) {
  return escaped(text).replace(/\b[A-Z]\w+\b/g, (name) =>
    known.has(name) ? `<a href="#${name}">${name}</a>` : name,
  );
}

export function table(heads, rows) {
  if (rows.length === 0) return '';
  const line = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<div class="wide"><table><thead>${line(heads, 'th')}</thead><tbody>
${rows.map((row) => line(row, 'td')).join('\n')}
</tbody></table></div>`;
}

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'";

export const PAGES = [
  ['index.html', 'Embedding and API'],
  ['attention-weights.html', '<attention-weights>'],
  ['attention-explorer.html', '<attention-explorer>'],
  ['api.html', 'JavaScript API'],
];

export function page(file, title, body, { live = false } = {}) {
  const links = PAGES.map(([other, name]) =>
    other === file
      ? `<b aria-current="page">${escaped(name)}</b>`
      : `<a href="./${other}">${escaped(name)}</a>`,
  );
  const scripts = live
    ? '<script type="module" src="../embed/attention-explorer.js"></script>\n<script type="module" src="./docs.js"></script>'
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · attention-wasm</title>
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="./docs.css">
${scripts}
</head>
<body>
<nav aria-label="Docs"><a href="../">The page</a> ${links.join(' ')}</nav>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`;
}
