// Rewrites a program that Go compiled to WebAssembly, so that visitors load less. Its code stays, byte for byte.
//
//   node build/shrink.mjs FILE             joins the segments of FILE
//   node build/shrink.mjs FILE VERSION     also clears what only traces show; VERSION is that of Go, as in go1.26.8
//
// Go's linker cuts the initial memory at runs of zeros, into 100,000 segments. Compressed, their addresses weigh more than the zeros.
// It also adds names, files and lines of functions, for traces of calls. The messages of panics stay.
// With both steps the certifier weighs 1.35 MB instead of 1.60 (brotli of quality 11).

import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Versions of Go that lay out tables of functions as this program reads them: runtime/symtab.go and runtime2.go. */
const KNOWN = /^go1\.26(\.|$)/;

/** Reports whether it clears the tables of functions that a version of Go writes. */
export const clears = (/** @type {string} */ version) => KNOWN.test(version);

/** The first bytes of the tables: a magic number, two zeros, the least length of an instruction and the length of a pointer. */
const HEADER = Buffer.from([0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8]);

/** Names that the runtime compares with others. */
const COMPARED = /^(runtime|reflect)\./;

/** Go's kind of a method that it made of another. A nil pointer panics there, and the message has the method's name. */
const WRAPPER = 23;

/** The shortest run of zero bytes that no segment holds. */
const ZEROS = 256;

/** Sections of a module, by their numbers. */
const DATA = 11;

/** Reads a module from its beginning. */
class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Reads a number in LEB128; that of a place in memory is below 2³¹ and reads the same with a sign. */
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

/** Writes a number in LEB128. @param {number} value @param {boolean} [signed] whether the last byte has a sign */
function leb(value, signed = false) {
  const bytes = [];
  for (; value >= (signed ? 64 : 128); value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
  return [...bytes, value];
}

/** The sections of a module. @param {Uint8Array} wasm */
export function sections(wasm) {
  const all = [];
  for (const reader = new Reader(wasm, 8); reader.at < wasm.length;) all.push({ id: reader.take(1)[0], body: reader.take(reader.number()) });
  return all;
}

/** The initial memory, from address zero. @param {Uint8Array} data the data section */
function unpack(data) {
  const reader = new Reader(data);
  const segments = Array.from({ length: reader.number() }, () => {
    const [mode, constant] = reader.take(2);
    const start = reader.number();
    if (mode !== 0 || constant !== 0x41 || reader.take(1)[0] !== 0x0b)
      throw new Error('certifier.wasm: a segment of its memory has no fixed address; compile it with Go 1.26');
    return { start, content: reader.take(reader.number()) };
  });
  const memory = Buffer.alloc(Math.max(...segments.map(({ start, content }) => start + content.length)));
  for (const { start, content } of segments) memory.set(content, start);
  return memory;
}

/** The data section that fills a memory. @param {Buffer} memory */
function pack(memory) {
  const segments = [];
  for (let start = 0; ;) {
    while (memory[start] === 0) start++;
    if (start >= memory.length) break;
    let end = start;
    for (let at = start; at < memory.length && at - end < ZEROS; at++) if (memory[at]) end = at + 1;
    segments.push(Buffer.from([0, 0x41, ...leb(start, true), 0x0b, ...leb(end - start)]), memory.subarray(start, end));
    start = end;
  }
  return Buffer.concat([Buffer.from(leb(segments.length / 2)), ...segments]);
}

/** The first pointers of the runtime's moduledata: to the header of the tables and to their names. @param {Buffer} memory @param {number} header */
function moduleStart(memory, header) {
  const pointers = Buffer.alloc(16);
  pointers.writeUInt32LE(header);
  pointers.writeUInt32LE(header + memory.readUInt32LE(header + 32), 8);
  return pointers;
}

/** Go's tables of functions, in its initial memory. */
class Tables {
  /** @param {Buffer} memory */
  constructor(memory) {
    this.memory = memory;
    const header = memory.indexOf(HEADER), module = header < 0 ? -1 : memory.indexOf(moduleStart(memory, header));
    if (module < 0) throw new Error('certifier.wasm: it has no tables of functions; compile it with Go 1.26');
    const pointer = (/** @type {number} */ word) => memory.readUInt32LE(module + 8 * word);
    const table = (/** @type {number} */ word, size = 1) => ({ start: pointer(word), end: pointer(word) + size * pointer(word + 1) });
    this.names = table(1);
    this.units = table(4, 4);
    this.files = table(7);
    this.steps = table(10).start;
    this.data = pointer(40);
    /** Addresses of what Go calls a _func. */
    this.functions = Array.from({ length: this.word(header + 8) }, (_, k) => pointer(13) + this.word(pointer(16) + 8 * k + 4));
    const wrong = this.functions.findIndex((at, k) => this.word(at) !== this.word(pointer(16) + 8 * k));
    if (wrong >= 0) throw new Error(`certifier.wasm: function ${wrong} is not where its table says; compile it with Go 1.26`);
  }

  /** @param {number} at */
  word(at) {
    return this.memory.readUInt32LE(at);
  }

  /** Clears the names of functions, but for those that the runtime reads. */
  forgetNames() {
    const names = this.functions.map((at) => {
      const start = this.names.start + this.word(at + 4);
      return { at, start, name: this.memory.toString('latin1', start, this.memory.indexOf(0, start)) };
    });
    this.memory.fill(0, this.names.start, this.names.end);
    for (const { at, start, name } of names) {
      if (COMPARED.test(name) || this.memory[at + 40] === WRAPPER) this.memory.write(name, start, 'latin1');
      else this.memory.writeUInt32LE(0, at + 4);
    }
  }

  /** Clears the files and lines of functions, and the tables of arguments and of places for signals. */
  forgetLines() {
    const range = (/** @type {number} */ start, /** @type {number} */ length) => Array.from({ length }, (_, k) => start + 4 * k);
    const steps = (/** @type {number} */ at) => range(at + 44, this.word(at + 28));
    const data = (/** @type {number} */ at) => range(at + 44 + 4 * this.word(at + 28), this.memory[at + 43]);
    this.#forget(this.steps, 0, (at) => [at + 20, at + 24, ...steps(at).slice(0, 1)], (at) => [at + 16, ...steps(at).slice(1)]);
    this.#forget(this.data, 0xffffffff, (at) => data(at).slice(5, 7), (at) => [...data(at).slice(0, 5), ...data(at).slice(7)]);
    // The unit of compilation and the first line.
    for (const at of this.functions) this.memory.fill(0, at + 32, at + 40);
    this.memory.fill(0, this.units.start, this.units.end);
    this.memory.fill(0, this.files.start, this.files.end);
  }

  /**
   * Clears fields of functions, and the tables that other fields do not share.
   * @param {number} start of the tables @param {number} none what a field without a table holds
   * @param {(at: number) => number[]} cleared fields of a function @param {(at: number) => number[]} kept fields
   */
  #forget(start, none, cleared, kept) {
    const used = new Set(this.functions.flatMap(kept).map((field) => this.word(field)));
    const places = new Set(used);
    for (const field of this.functions.flatMap(cleared)) {
      places.add(this.word(field));
      this.memory.writeUInt32LE(none, field);
    }
    const sorted = [...places].filter((place) => place !== none).sort((a, b) => a - b);
    // The end of the last table is unknown.
    sorted.slice(0, -1).forEach((place, k) => used.has(place) || this.memory.fill(0, start + place, start + sorted[k + 1]));
  }
}

/** A shorter program that computes the same. @param {Uint8Array} wasm @param {string} [version] of Go */
export function shrink(wasm, version = '') {
  const parts = [wasm.subarray(0, 8)];
  for (let { id, body } of sections(wasm)) {
    if (id === DATA) {
      const memory = unpack(body);
      if (clears(version)) {
        const tables = new Tables(memory);
        tables.forgetNames();
        tables.forgetLines();
      }
      body = pack(memory);
    }
    parts.push(Buffer.from([id, ...leb(body.length)]), body);
  }
  return Buffer.concat(parts);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [file, version] = process.argv.slice(2);
  if (version && !clears(version))
    console.warn(`build/shrink.mjs: keeps the tables of functions of ${version}, so visitors load 0.15 MB more; Go 1.26 avoids that`);
  writeFileSync(file, shrink(readFileSync(file), version));
}
