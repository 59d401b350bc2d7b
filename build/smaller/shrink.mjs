// Shortens a program that Go compiled to WebAssembly, so that visitors load less. What it computes, and the memory it begins with, stay.
//
//   node build/smaller/shrink.mjs FILE
//
// Go's linker cuts the initial memory at runs of zeros, into 100,000 segments. Compressed, their addresses weigh more than the zeros.
// Longer runs cost less than the addresses of more segments. Two tables of Go count its functions, and differences compress better than
// numbers that rise: the segments have the differences, and a start function, which runs before all others, adds them up.

import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The shortest run of zero bytes that no segment holds. */
const ZEROS = 2048;

/**
 * The tables, runtime.findfunctab and runtime.functab: a number in every so many bytes exceeds the one so many bytes before by the same.
 * Where Go has other tables, a shorter run is found, and the program is longer.
 */
const RISING = [{ every: 20, back: 320 }, { every: 8, back: 8 }];

/** Sections of a module, by their numbers (WebAssembly Core Specification 2.0, 5.5.2). */
const TYPE = 1, FUNCTION = 3, EXPORT = 7, CODE = 10, DATA = 11;
export const START = 8;

/** Reads a module from its beginning. */
class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Reads a number in LEB128. */
  number() {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  /** @param {number} length */
  take(length) {
    return this.bytes.subarray(this.at, this.at += length);
  }
}

/** Writes a number in LEB128, which reads the same with and without a sign. @param {number} value */
function leb(value) {
  const bytes = [];
  for (; value >= 64; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
  return [...bytes, value];
}

/** The sections of a module. @param {Uint8Array} wasm */
export function sections(wasm) {
  const all = [];
  for (const reader = new Reader(wasm, 8); reader.at < wasm.length;) all.push({ id: reader.take(1)[0], body: reader.take(reader.number()) });
  return all;
}

/** The memory that a program begins with. @param {WebAssembly.Module} module */
export function firstMemory(module) {
  const imports = /** @type {WebAssembly.Imports} */ ({});
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => {};
  return Buffer.from(/** @type {WebAssembly.Memory} */ (new WebAssembly.Instance(module, imports).exports.mem).buffer);
}

/** The data section that fills a memory. @param {Buffer} memory */
function pack(memory) {
  const segments = [];
  for (let start = 0; ;) {
    while (memory[start] === 0) start++;
    if (start >= memory.length) break;
    let end = start;
    for (let at = start; at < memory.length && at - end < ZEROS; at++) if (memory[at]) end = at + 1;
    segments.push(Buffer.from([0, 0x41, ...leb(start), 0x0b, ...leb(end - start)]), memory.subarray(start, end));
    start = end;
  }
  return Buffer.concat([Buffer.from(leb(segments.length / 2)), ...segments]);
}

/** The longest run of numbers that rise evenly. @param {Buffer} memory @param {typeof RISING[0]} table */
function risingRun(memory, { every, back }) {
  const step = (/** @type {number} */ at) => memory.readInt32LE(at) - memory.readInt32LE(at - back);
  let longest = { start: back, end: back, back };
  for (let phase = back; phase < back + every; phase += 4) {
    for (let start = phase, at = phase; at <= memory.length - 4; at += every) {
      if (step(at) === 0 || step(at) !== step(start)) start = at;
      else if (at - start > longest.end - longest.start) longest = { start, end: at, back };
    }
  }
  for (let at = longest.end - 4; at >= longest.start; at -= 4) memory.writeInt32LE(step(at) | 0, at);
  return longest;
}

/** Instructions that add up the differences of a run, with the place in local 0. @param {ReturnType<typeof risingRun>} run */
const summed = ({ start, end, back }) => [
  0x41, ...leb(start - back), 0x21, 0, 0x03, 0x40, // i32.const, local.set, loop
  0x20, 0, 0x20, 0, 0x28, 2, 0, 0x20, 0, 0x28, 2, ...leb(back), 0x6a, 0x36, 2, ...leb(back), // i32.load, i32.load, i32.add, i32.store
  0x20, 0, 0x41, 4, 0x6a, 0x22, 0, 0x41, ...leb(end - back), 0x49, 0x0d, 0, 0x0b, // i32.add, local.tee, i32.lt_u, br_if, end
];

/** A section with one more item. @param {Uint8Array} body @param {number[]} item */
function extended(body, item) {
  const reader = new Reader(body), count = reader.number();
  return Buffer.concat([Buffer.from(leb(count + 1)), body.subarray(reader.at), Buffer.from(item)]);
}

/** A shorter program that computes the same. @param {Buffer<ArrayBuffer>} wasm */
export function shrink(wasm) {
  const all = sections(wasm), module = new WebAssembly.Module(wasm);
  const body = (/** @type {number} */ id) => all.find((section) => section.id === id)?.body ?? new Uint8Array(1);
  const count = (/** @type {number} */ id) => new Reader(body(id)).number();
  const memory = firstMemory(module), runs = RISING.map((table) => risingRun(memory, table));
  const code = [1, 1, 0x7f, ...runs.filter(({ start, end }) => start < end).reverse().flatMap(summed), 0x0b]; // one local, an i32
  const imported = WebAssembly.Module.imports(module).filter(({ kind }) => kind === 'function').length;
  /** @type {Record<number, Uint8Array>} */
  const changed = {
    [TYPE]: extended(body(TYPE), [0x60, 0, 0]), [FUNCTION]: extended(body(FUNCTION), leb(count(TYPE))),
    [CODE]: extended(body(CODE), [...leb(code.length), ...code]), [DATA]: pack(memory),
  };
  const section = (/** @type {number} */ id, /** @type {Uint8Array} */ content) => [Buffer.from([id, ...leb(content.length)]), content];
  return Buffer.concat([
    wasm.subarray(0, 8),
    ...all.flatMap(({ id, body }) => section(id, changed[id] ?? body).concat(id === EXPORT ? section(START, Buffer.from(leb(imported + count(FUNCTION)))) : [])),
  ]);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) writeFileSync(process.argv[2], shrink(readFileSync(process.argv[2])));
