/** Protocol buffers as ONNX files have them, read with every length and kind checked: what is read here must be what the runtime reads. */

import Pbf from 'pbf';

/** A file that is no ONNX model, with the reason. */
export class ModelFileError extends Error {}

/** The kinds of fields that are read. */
const VARINT = 0, BYTES = 2;

/** @param {Uint8Array} bytes */
export function reader(bytes) {
  // Pbf reads from the start of the buffer that holds the bytes.
  return new Pbf(bytes.byteOffset === 0 ? bytes : bytes.slice());
}

/** Refuses a field of another kind, which readers of other makes pass over. @param {Pbf} pbf @param {number} kind */
function expect(pbf, kind) {
  if (pbf.type !== kind) throw new ModelFileError('it is not an ONNX file, or it is damaged');
}

/** The bytes of the field that comes next, which stays; refused where it does not end within the file. @param {Pbf} pbf */
export function size(pbf) {
  expect(pbf, BYTES);
  const start = pbf.pos;
  const length = pbf.readVarint();
  if (!(length + pbf.pos <= pbf.length)) throw new ModelFileError('it is not an ONNX file, or it was cut off');
  pbf.pos = start;
  return length;
}

/** @template T @param {Pbf} pbf @param {(tag: number, result: T, pbf: Pbf) => void} read @param {T} result */
export function message(pbf, read, result) {
  size(pbf);
  return pbf.readMessage(read, result);
}

/** @param {Pbf} pbf */
export function string(pbf) {
  size(pbf);
  return pbf.readString();
}

/** @param {Pbf} pbf */
export function whole(pbf) {
  expect(pbf, VARINT);
  return pbf.readVarint();
}

/** Whole numbers, packed or one of them. @param {Pbf} pbf @param {number[]} to */
export function several(pbf, to) {
  if (pbf.type === VARINT) to.push(pbf.readVarint());
  else if (size(pbf) >= 0) pbf.readPackedVarint(to);
}
