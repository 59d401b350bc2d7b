/** Lists files that most visits do not need: they are kept when first used, or when a visitor wants all of them. Used by the build, too. */

const LATE = ['ort.wasm', 'inference.js', 'hdf5.wasm', 'hdf5.js'];

/** @param {string} name */
export const isLate = (name) => LATE.includes(name) || /^(models|docs\/votes)\//.test(name);
