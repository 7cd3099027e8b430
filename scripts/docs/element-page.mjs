// The page of an element: live examples, and tables of all that it takes, says and lets be styled.
import { escaped, inline, prose, table } from './html.mjs';
import { attributesOf, declarations, eventsOf } from './read-types.mjs';

const TYPES = 'web/elements/embed/types.ts';

/** Attributes that are said otherwise in the text of another. */
const ALIASES = new Set(['precision']);

export function elementPage(name, source) {
  const class_ = name.replace(/(^|-)(\w)/g, (_, __, letter) => letter.toUpperCase());
  const { text, tags, members } = declarations(TYPES).find((one) => one.name === `${class_}Element`);
  const attributes = attributesOf(source);
  const properties = members.filter(({ name, kind }) => kind === 'property' && attributes.has(name));
  const untold = [...attributes.keys()].filter(
    (one) => !ALIASES.has(one) && !properties.some(({ name }) => name === one),
  );
  if (untold.length > 0) throw new Error(`${TYPES} says nothing of ${untold.join(', ')} of <${name}>.`);
  const tagged = (tag) => tags.filter((one) => one.name === tag).map(({ text }) => text);
  return `${prose(text)}
<h2>Examples</h2>
${tagged('example').map(example).join('\n')}
<h2>Attributes and properties</h2>
<p>A property has the same name in JavaScript, unless another is given. What is wrong is said in place of the table.</p>
${table(
  ['attribute, property and type', 'what it is'],
  properties.map((one) => property(attributes.get(one.name), one)),
)}
<h2>Events</h2>
<p>Both bubble, and leave shadow roots. What there is to know is in <code>event.detail</code>.</p>
${table(['event', 'when, and its detail'], eventsOf(TYPES, `${class_}EventMap`).map(eventRow))}
${typesOf(properties)}
<h2>Slots</h2>
${table(
  ['slot', 'what it is for'],
  tagged('slot').map((text) => (text.startsWith('caption ') ? named(text) : ['inside', inline(text)])),
)}
<h2>Parts</h2>
<p>For style sheets of your own: <code>${name}::part(${tagged('part')[0].split(' ')[0]}) { … }</code></p>
${table(['part', 'what it is'], tagged('part').map(named))}
<h2>Custom properties</h2>
${table(['property', 'what it is'], tagged('cssprop').map(named))}
`;
}

function named(text) {
  const [, name, what] = /^(\S+)\s+([\s\S]*)$/.exec(text);
  return [`<code>${escaped(name)}</code>`, inline(what)];
}

/** The types of this file that properties are of, and those that they are made of. */
function typesOf(properties) {
  const all = declarations(TYPES);
  const used = new Set();
  const use = (text) => {
    for (const one of all)
      if (!used.has(one) && new RegExp(`\\b${one.name}\\b`).test(text)) {
        used.add(one);
        use(one.code);
      }
  };
  for (const { type } of properties) use(type);
  if (used.size === 0) return '';
  const told = [...used].map(
    ({ name, code, text }) => `<pre id="${name}">${escaped(code)}</pre>\n${prose(text)}`,
  );
  return `<h2>Types</h2>\n${told.join('\n')}`;
}

/** The property is named where it is not named as the attribute. */
function property(attribute, { name, type, text }) {
  const other = attribute === name ? '' : `<br><code>${name}</code>`;
  const shown = escaped(type.replace(/ \| undefined$/, ''))
    .replaceAll(' | ', ' | <wbr>')
    .replace(/\bGiven\w+/g, '<a href="#$&">$&</a>');
  return [`<code>${attribute}</code>${other}<br><code class="type">${shown}</code>`, inline(text)];
}

function eventRow({ name, text, fields }) {
  const told = fields.map(
    (field) => `<dt><code>${field.name}: ${escaped(field.type)}</code></dt><dd>${inline(field.text)}</dd>`,
  );
  return [`<code>${name}</code>`, `${inline(text)}<dl>${told.join('')}</dl>`];
}

/** Its first line may say what it shows. */
function example(text) {
  const [, what = '', html] = /^(?!<)([^\n]*)\n([\s\S]*)$/.exec(text) ?? [undefined, '', text];
  return `<section class="example">${what ? `<p>${inline(what)}</p>` : ''}
<pre>${escaped(html)}</pre>
<div class="live">
${html}
</div>
<p class="heard" hidden></p></section>`;
}
