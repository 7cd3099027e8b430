import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOfFile } from '../../web/elements/text-files.ts';
import { boxed, partAbout, unboxed } from '../../web/elements/text-part.ts';
import { deep, openExplorer, settled, textBox, type, until, visible } from './support/explorer.ts';

const file = (content: BlobPart, name = 'chapter.txt') => new File([content], name);
const said = (explorer: Element) => deep(explorer, '.said')[0]!.textContent!.replace(/\s+/g, ' ').trim();
const utf16 = (text: string, little: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2));
  view.setUint16(0, 0xfeff, little);
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i + 2, text.charCodeAt(i), little);
  return view.buffer;
};

function drag(target: Element, kind: string, files: File[]): DragEvent {
  const dataTransfer = new DataTransfer();
  for (const each of files) dataTransfer.items.add(each);
  const event = new DragEvent(kind, { bubbles: true, cancelable: true, composed: true, dataTransfer });
  target.dispatchEvent(event);
  return event;
}

describe('a file’s text', () => {
  test.each<[string, BlobPart]>([
    ['UTF-8', 'é 👋'],
    ['UTF-8 with its mark', '\ufeffé 👋'],
    ['UTF-16, little end first', utf16('é 👋', true)],
    ['UTF-16, big end first', utf16('é 👋', false)],
  ])('%s', async (_, content) => {
    expect(await textOfFile(file(content))).toBe('é 👋');
  });

  test('keeps its line breaks', async () => {
    expect(await textOfFile(file('a\r\nb\rc\n'))).toBe('a\r\nb\rc\n');
  });

  test.each<[string, BlobPart, RegExp]>([
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), /not plain text.*UTF-8/],
    ['a program', 'MZ\0\0\x03', /not plain text.*U\+0000/],
    ['Latin-1', new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x20]), /no characters in UTF-8/],
  ])('%s is refused in words', async (_, content, why) => {
    await expect(textOfFile(file(content))).rejects.toThrow(why);
  });

  test('that is too large is refused before it is read', async () => {
    const large = file('');
    Object.defineProperty(large, 'size', { value: 6_000_001 });
    large.arrayBuffer = () => {
      throw new Error('read');
    };
    await expect(textOfFile(large)).rejects.toThrow('6,000,001 bytes; up to 2,000,000 characters');
    await expect(textOfFile(file('x'.repeat(2_000_001)))).rejects.toThrow(
      '2,000,001 characters; up to 2,000,000',
    );
  });
});

test('a file dropped anywhere on the explorer is the text; what was there can be brought back', async () => {
  const explorer = await openExplorer();
  await type(explorer, 'my own words');
  const trace = visible(explorer, 'attention-trace')[0]!;
  const over = drag(trace, 'dragover', [file('x')]);
  expect(over.defaultPrevented).toBe(true);
  expect(visible(explorer, '.drop')).toHaveLength(1);
  drag(trace, 'drop', [file('one\r\ntwo', 'poem.txt')]);
  await until(() => explorer.exploration.state.text === 'one\r\ntwo');
  await settled();
  expect(visible(explorer, '.drop')).toEqual([]);
  expect(said(explorer)).toContain('poem.txt: 8 characters.');
  visible(explorer, 'button.back')[0]!.click();
  await settled();
  expect(explorer.exploration.state.text).toBe('my own words');
  expect(textBox(explorer).value).toBe('my own words');
});

test('the sign goes when the file is dragged away again', async () => {
  const explorer = await openExplorer();
  drag(explorer, 'dragenter', [file('x')]);
  expect(visible(explorer, '.drop')).toHaveLength(1);
  drag(explorer, 'dragleave', [file('x')]);
  expect(visible(explorer, '.drop')).toEqual([]);
});

test('words that are dragged are left to the text box', async () => {
  const explorer = await openExplorer();
  const dataTransfer = new DataTransfer();
  dataTransfer.setData('text/plain', 'word');
  const event = new DragEvent('dragover', { bubbles: true, cancelable: true, composed: true, dataTransfer });
  textBox(explorer).dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
  expect(visible(explorer, '.drop')).toEqual([]);
});

test.each([
  [
    'one that is no text',
    [file(new Uint8Array([0xff, 0xd8, 0xff]), 'photo.jpg')],
    /photo\.jpg.*not plain text/,
  ],
  ['more than one', [file('a'), file('b')], /2 files were given/],
])('of %s the cause is said, and the text stays', async (_, files, why) => {
  const explorer = await openExplorer();
  await type(explorer, 'my own words');
  drag(explorer, 'drop', files);
  await until(() => said(explorer) !== '');
  expect(said(explorer)).toMatch(why);
  expect(said(explorer)).toContain('Your text is as it was.');
  expect(explorer.exploration.state.text).toBe('my own words');
});

test('a file can be chosen, and pasted', async () => {
  const explorer = await openExplorer();
  visible(explorer, 'button.more')[0]!.click();
  await until(() => deep(explorer, 'input.file').length > 0);
  const input = deep<HTMLInputElement>(explorer, 'input.file')[0]!;
  const chosen = new DataTransfer();
  chosen.items.add(file('chosen words'));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await until(() => explorer.exploration.state.text === 'chosen words');
  const clipboardData = new DataTransfer();
  clipboardData.items.add(file('pasted words'));
  textBox(explorer).dispatchEvent(
    new ClipboardEvent('paste', { bubbles: true, cancelable: true, composed: true, clipboardData }),
  );
  await until(() => explorer.exploration.state.text === 'pasted words');
});

const long = 'So shaken as we are, so wan with care, find we a time\n'.repeat(8000);

function paste(explorer: Element, text: string) {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', {
    bubbles: true,
    cancelable: true,
    composed: true,
    clipboardData,
  });
  const box = textBox(explorer);
  box.select();
  box.dispatchEvent(event);
}

test('a long text that is pasted is whole, though the box holds a part of it', async () => {
  const explorer = await openExplorer();
  paste(explorer, long);
  await settled();
  expect(explorer.exploration.state.text).toBe(long);
  expect(textBox(explorer).value.length).toBeLessThan(30_000);
  await until(() => explorer.exploration.read === 1);
  await settled();
  expect(explorer.exploration.textTokens.length).toBe(8000 * 15);
  visible(explorer, 'button.back')[0]!.click();
  await settled();
  expect(textBox(explorer).value).toBe('Your journey starts with one step');
});

test('typing in a part changes that part of the text only, and stays in it', async () => {
  const explorer = await openExplorer();
  paste(explorer, long);
  await until(() => explorer.exploration.read === 1);
  await settled();
  visible(explorer, 'button.later')[0]!.click();
  await settled();
  const box = textBox(explorer);
  const held = box.value;
  for (const insert of ['x', 'xy']) {
    await type(explorer, `${held.slice(0, 60)}${insert}${held.slice(60)}`);
    expect(textBox(explorer).value).toBe(`${held.slice(0, 60)}${insert}${held.slice(60)}`);
  }
  const { text } = explorer.exploration.state;
  expect(text.length).toBe(long.length + 2);
  expect(text.replace('xy', '')).toBe(long);
});

test('typing does not change line breaks that are not the text box’s own', async () => {
  const explorer = await openExplorer();
  explorer.exploration.setText('one\r\ntwo\r\nthree');
  await settled();
  expect(textBox(explorer).value).toBe('one\ntwo\nthree');
  await type(explorer, 'one\ntwo!\nthree');
  expect(explorer.exploration.state.text).toBe('one\r\ntwo!\r\nthree');
});

test('whatever is typed where, the box shows what was typed, and the rest of the text is as it was', () => {
  const pieces = fc.array(fc.constantFrom('a', 'b', '\n', '\r\n', '\r', ' '), { maxLength: 12 });
  fc.assert(
    fc.property(
      pieces,
      fc.nat(12),
      fc.nat(12),
      fc.constantFrom('', 'x', '\n'),
      (parts, at, removed, inserted) => {
        const text = parts.join('');
        const box = boxed(text);
        const value = box.slice(0, at) + inserted + box.slice(at + removed);
        const now = unboxed(text, value);
        expect(boxed(now)).toBe(value);
        if (value === box) expect(now).toBe(text);
      },
    ),
    { numRuns: 3000 },
  );
});

test('a part never starts or ends within a character, and holds the place it is about', () => {
  const text = '👋'.repeat(80_000);
  for (const place of [0, 1, 50_001, 100_000, 159_999]) {
    const { from, to } = partAbout(text, place);
    expect(text.slice(from, to)).toMatch(/^[\ud800-\udbff].*[\udc00-\udfff]$/s);
    expect(place >= from && place < to).toBe(true);
  }
});
