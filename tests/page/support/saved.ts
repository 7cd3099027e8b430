import fc from 'fast-check';
import type { Settings } from '../../../web/elements/settings.ts';
import type { TableName } from '../../../web/elements/tables.ts';
import type { Saved } from '../../../web/elements/take-along/saved-state.ts';

/** Texts of everything that JavaScript's strings can hold, halves of surrogate pairs too, and of what links are made of. */
export const anyText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.constantFrom('Your', 'journey', 'a', '👋', 'é', '&', '=', '+', '%41', '\\', '\0', '"', '\n'), {
      maxLength: 12,
    })
    .map((words) => words.join(' ')),
);

const single = fc.oneof(
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -999, max: 999 }).map((n) => n / 100),
  fc.constantFrom(0, -0, 0.55, Math.fround(0.1)),
);

export const anySettings: fc.Arbitrary<Settings> = fc
  .record({
    projection: fc.constantFrom('none' as const, 'uniform' as const, 'linear' as const),
    headWidth: fc.integer({ min: 1, max: 6 }),
    heads: fc.integer({ min: 1, max: 4 }),
    output: fc.boolean(),
    scale: fc.constantFrom('one' as const, 'root' as const),
    causal: fc.boolean(),
    positions: fc.boolean(),
    seed: fc.maxSafeInteger(),
    dropout: fc.oneof(
      fc.constantFrom(0, 0.1, 0.5, 1),
      fc.double({ min: 0, max: 1, noNaN: true }).map((rate) => rate + 0),
    ),
  })
  .map((settings) =>
    settings.projection === 'none' ? { ...settings, heads: settings.heads % 2 ? 1 : 3 } : settings,
  );

const projection = fc.constantFrom('queryProjection', 'keyProjection', 'valueProjection', 'outputProjection');
const entry = fc.tuple(projection, fc.nat({ max: 5 }), fc.nat({ max: 12 })).map((place) => place.join(':'));

/** Anything that a reader can have set, and be looking at. */
export const anySaved: fc.Arbitrary<Saved> = fc.record({
  state: fc.record({
    text: anyText,
    keyText: fc.option(anyText, { nil: undefined }),
    tokenizer: fc.constantFrom('words' as const, 'characters' as const, 'gpt2' as const),
    windows: fc.option(
      fc.record({
        length: fc.integer({ min: 1, max: 4096 }),
        stride: fc.integer({ min: 1, max: 9999 }),
        shown: fc.nat({ max: 99 }),
      }),
      { nil: undefined },
    ),
    settings: anySettings,
    hiddenKeys: fc.array(fc.nat({ max: 4095 }), { maxLength: 5 }).map((keys) => new Set(keys)),
    wordEdits: fc
      .array(fc.tuple(anyText, fc.array(single, { minLength: 3, maxLength: 3 })), { maxLength: 4 })
      .map((edits) => new Map(edits)),
    projectionEdits: fc.array(fc.tuple(entry, single), { maxLength: 4 }).map((edits) => new Map(edits)),
  }),
  choice: fc.record({
    table: fc.constantFrom<TableName>(
      'inputs',
      'keyInputs',
      'scores',
      'weights',
      'context',
      'output',
      'queryProjection',
    ),
    head: fc.nat({ max: 3 }),
    query: fc.nat({ max: 4095 }),
    key: fc.nat({ max: 4095 }),
    component: fc.nat({ max: 63 }),
    feature: fc.nat({ max: 63 }),
  }),
  decimals: fc.integer({ min: 2, max: 6 }),
});
