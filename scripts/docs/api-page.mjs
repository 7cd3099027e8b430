// The page of the JavaScript API: every exported function and type.
import { code, escaped, inline, prose } from './html.mjs';
import { declarations, parse } from './read-types.mjs';

const FOLDER = 'web/api/';

export function apiPage() {
  const all = exported().flatMap(({ file, names }) => {
    const found = declarations(file);
    return names.map((name) => found.find((one) => one.name === name));
  });
  const types = declarations(`${FOLDER}types.ts`);
  // Types that are not exported and yet part of what is: what is wanted, by its name.
  const inner = types.filter(({ name }) => name === 'Wanted');
  const told = [...all, ...inner];
  const known = new Set(told.map(({ name }) => name));
  const rank = ({ name, kind }) => (kind === 'function' ? 0 : name.startsWith('Attention') ? 1 : 2);
  told.sort((one, other) => rank(one) - rank(other));
  const [conventions] = parse(`${FOLDER}types.ts`)
    .getFullText()
    .match(/\/\*\*[\s\S]*?\*\//);
  const links = told.map(({ name }) => `<a href="#${name}">${name}</a>`);
  return `${prose(conventions.replace(/^\/\*\*|\*\/$|^ \* ?/gm, ''))}
<p class="names">${links.join(' ')}</p>
${told.map((one) => declaration(one, known)).join('\n')}`;
}

/** What index.ts exports, and from which files. */
function exported() {
  return parse(`${FOLDER}index.ts`).statements.map(({ moduleSpecifier, exportClause }) => ({
    file: FOLDER + moduleSpecifier.text.slice(2),
    names: exportClause.elements.map(({ name }) => name.text),
  }));
}

function declaration(one, known) {
  const others = new Set([...known].filter((name) => name !== one.name));
  return `<section>
<h2 id="${one.name}">${one.name}</h2>
<pre>${code(one.code, others)}</pre>
${comment(one)}
${one.members.map((member) => memberOf(member, others)).join('\n')}
</section>`;
}

function memberOf(member, known) {
  return `<div class="member"><h3><code>${code(member.code, known)}</code></h3>
${comment(member)}</div>`;
}

function comment({ text, tags }) {
  const tagged = (name) => tags.filter((tag) => tag.name === name);
  const params = tagged('param').map(({ of, text }) => `<dt><code>${of}</code></dt><dd>${inline(text)}</dd>`);
  const thrown = tagged('throws').map(({ text }) => `<p><b>Throws</b> ${inline(text)}</p>`);
  const examples = tagged('example').map(({ text }) => `<pre class="code">${escaped(text)}</pre>`);
  return [
    text ? prose(text) : '',
    params.length > 0 ? `<dl>${params.join('')}</dl>` : '',
    ...thrown,
    ...examples,
  ].join('\n');
}
