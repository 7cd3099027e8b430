/** One instruction of a WebAssembly module: its opcode, and for the prefixed ones what follows the prefix. */
export interface Instruction {
  opcode: number;
  sub: number | undefined;
  /** Of its first byte, in the file. */
  offset: number;
}

/** The prefix of every 128-bit vector instruction. */
export const vectorPrefix = 0xfd;

/**
 * All instructions of a module. Decoded one by one, since bytes that look like vector instructions stand in constants and
 * data too; a body whose decoding does not end where its size says is an error.
 */
export function instructions(wasm: Uint8Array): Instruction[] {
  const found: Instruction[] = [];
  const reader = new Reader(wasm, 8); // past the magic number and the version
  while (reader.offset < wasm.length) {
    const section = reader.byte();
    const end = reader.u32() + reader.offset;
    if (section === 10) {
      for (let bodies = reader.u32(); bodies > 0; bodies--) {
        const bodyEnd = reader.u32() + reader.offset;
        for (let locals = reader.u32(); locals > 0; locals--) {
          reader.u32();
          reader.byte();
        }
        while (reader.offset < bodyEnd) found.push(instruction(reader));
        if (reader.offset !== bodyEnd) throw new Error(`a body ends at ${reader.offset}, not at ${bodyEnd}`);
      }
    }
    reader.offset = end;
  }
  return found;
}

function instruction(reader: Reader): Instruction {
  const offset = reader.offset;
  const opcode = reader.byte();
  const sub = opcode === 0xfc || opcode === vectorPrefix ? reader.u32() : undefined;
  if (opcode === 0xfc) skipMiscellaneous(reader, sub!);
  else if (opcode === vectorPrefix) skipVector(reader, sub!);
  else skipPlain(reader, opcode);
  return { opcode, sub, offset };
}

/** The immediates of https://webassembly.github.io/spec/core/binary/instructions.html */
function skipPlain(reader: Reader, opcode: number): void {
  if (opcode >= 0x02 && opcode <= 0x04)
    reader.leb(); // block, loop, if: a type
  else if (opcode === 0x0e) for (let targets = reader.u32() + 1; targets > 0; targets--) reader.u32();
  else if (opcode === 0x11)
    reader.skipLebs(2); // call_indirect: type, table
  else if (opcode === 0x1c)
    reader.offset += reader.u32(); // select: types
  else if (opcode >= 0x28 && opcode <= 0x3e)
    reader.skipLebs(2); // loads and stores: alignment, offset
  else if (opcode === 0x43) reader.offset += 4;
  else if (opcode === 0x44) reader.offset += 8;
  else if ([0x0c, 0x0d, 0x10, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2].includes(opcode)) reader.leb();
  else if (opcode >= 0x20 && opcode <= 0x26)
    reader.leb(); // locals, globals, tables
  else if (!hasNoImmediate(opcode)) throw new Error(`unknown opcode 0x${opcode.toString(16)}`);
}

function hasNoImmediate(opcode: number): boolean {
  return (
    [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1].includes(opcode) || (opcode >= 0x45 && opcode <= 0xc4)
  );
}

function skipMiscellaneous(reader: Reader, sub: number): void {
  if (sub <= 7) return; // saturating conversions
  if (sub > 17) throw new Error(`unknown opcode 0xfc ${sub}`);
  reader.skipLebs([8, 10, 12, 14].includes(sub) ? 2 : 1); // bulk memory and tables
}

function skipVector(reader: Reader, sub: number): void {
  if (sub <= 11 || sub === 92 || sub === 93)
    reader.skipLebs(2); // loads and stores
  else if (sub === 12 || sub === 13)
    reader.offset += 16; // a constant, a shuffle
  else if (sub >= 21 && sub <= 34)
    reader.offset += 1; // lanes
  else if (sub >= 84 && sub <= 91) {
    reader.skipLebs(2); // loads and stores of one lane
    reader.offset += 1;
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  offset: number;

  constructor(bytes: Uint8Array, offset: number) {
    this.#bytes = bytes;
    this.offset = offset;
  }

  byte(): number {
    const byte = this.#bytes[this.offset++];
    if (byte === undefined) throw new Error('the module ends too early');
    return byte;
  }

  u32(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  /** Any LEB128 number. */
  leb(): void {
    while (this.byte() >= 0x80);
  }

  skipLebs(count: number): void {
    for (; count > 0; count--) this.leb();
  }
}
