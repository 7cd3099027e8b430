/** Something that was asked for is too much, or what was given cannot be read. The message says what to do, in words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
