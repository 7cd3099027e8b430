import fc from 'fast-check';

/** What trips tokenizers: scripts, marks, joiners, flags, blanks, controls, both halves of surrogate pairs. */
const AWKWARD = [
  ...[
    'a',
    'e',
    'Z',
    '7',
    ' ',
    '  ',
    '\n',
    '\r\n',
    '\r',
    '\t',
    "'",
    "'s",
    "'ll",
    '-',
    '--',
    '.',
    ',',
    '<',
    '_',
  ],
  ...[
    'é',
    'e\u0301',
    '\u0301',
    'ß',
    '“',
    '’',
    '—',
    '\u00ad',
    '\u00a0',
    '\u2003',
    '\u3000',
    '\u0085',
    '\u2028',
  ],
  ...['\0', '\x1c', '\x7f', '\ufeff', '\u200b', '\u200d', '\u200f', '\ufe0f', '\ufffd', '\ufffe'],
  ...[
    'א',
    'ש',
    '\u0627',
    '\u0964',
    'क',
    '\u094d',
    'ष',
    'ส',
    'วั',
    '我',
    '喜',
    '欢',
    '、',
    'カ',
    'タ',
    '한',
    'ᄀ',
    'ᅡ',
  ],
  ...[
    '👋',
    '👨‍👩‍👧',
    '👩',
    '\u{1f3fd}',
    '🇩',
    '🇪',
    '\u{1d400}',
    '\u{e0001}',
    '\ud83d',
    '\udc4b',
    '<|endoftext|>',
  ],
];

/** Any text: ill-formed ones and awkward neighbours included. */
export function texts(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.array(fc.constantFrom(...AWKWARD), { maxLength: 60 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
      .map((units) => String.fromCharCode(...units)),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  );
}
