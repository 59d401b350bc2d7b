/** Which files of the page most visits do without: they are kept when they are first asked for, or when a visitor wants all of them. Used by the build, too. */

const LATE = ['ort.wasm', 'inference.js', 'hdf5.wasm', 'hdf5.js'];

/** @param {string} name */
export const isLate = (name) => LATE.includes(name) || /^(models|docs\/votes)\//.test(name);
