import { characters } from './characters.ts';
import type { Gpt2Tokenizer } from './gpt2.ts';
import type { Tokenizer } from './token.ts';
import { words } from './words.ts';

/**
 * A tokenizer by its name. Words and characters are there at once; GPT-2's table, about 210 KB to transfer, is fetched
 * when it is first asked for. Rejects where it cannot be.
 */
export function loadTokenizer(name: 'gpt2'): Promise<Gpt2Tokenizer>;
export function loadTokenizer(name: Tokenizer['name']): Promise<Tokenizer>;
export async function loadTokenizer(name: Tokenizer['name']): Promise<Tokenizer> {
  switch (name) {
    case 'words':
      return words;
    case 'characters':
      return characters;
    case 'gpt2':
      return (await import('./gpt2.ts')).gpt2();
    default:
      throw new RangeError(`There is no tokenizer "${name}": choose words, characters or gpt2`);
  }
}
