// Writes NPY and NPZ files for tests.

import * as files from '../clouds/npy.js';
import * as archives from '../clouds/npz.js';

/** @param {number[][]} rows */
export const npy = (rows) => Buffer.from(files.npy('<f8', [rows.length, rows[0].length], Float64Array.from(rows.flat())));

/** @param {Record<string, number[][]>} arrays */
export const npz = (arrays) => Buffer.from(archives.npz(Object.entries(arrays).map(([name, rows]) => [name, npy(rows)])));
