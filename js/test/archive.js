// Writes NPY and NPZ files for tests.

import { crc32 } from 'node:zlib';

/** @param {number[][]} rows */
export function npy(rows) {
  const text = `{'descr': '<f8', 'fortran_order': False, 'shape': (${rows.length}, ${rows[0].length}), }`.padEnd(117) + '\n';
  const head = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0]);
  return Buffer.concat([head, Buffer.from(text), Buffer.from(Float64Array.from(rows.flat()).buffer)]);
}

/** A zip archive whose entries are stored as they are. @param {Record<string, Buffer>} entries */
function zip(entries) {
  const locals = [], centrals = [];
  let offset = 0;
  for (const [name, data] of Object.entries(entries)) {
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt32LE(crc32(data), 10);
    about.writeUInt32LE(data.length, 14);
    about.writeUInt32LE(data.length, 18);
    about.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), about, Buffer.from(name), data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), about, tail, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals), end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(centrals.length, 8);
  end.writeUInt16LE(centrals.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** @param {Record<string, number[][]>} arrays */
export const npz = (arrays) => zip(Object.fromEntries(Object.entries(arrays).map(([name, rows]) => [`${name}.npy`, npy(rows)])));
