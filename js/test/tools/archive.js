// Writes NPY and NPZ files for tests.

import * as numpy from '../../clouds/numpy.js';

/** @param {number[][]} rows */
export const npy = (rows) => Buffer.from(numpy.npy('<f8', [rows.length, rows[0].length], Float64Array.from(rows.flat())));

/** @param {Record<string, number[][]>} arrays */
export const npz = (arrays) => Buffer.from(numpy.npz(Object.entries(arrays).map(([name, rows]) => [name, npy(rows)])));
