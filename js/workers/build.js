/**
 * Constants that the build writes into the bundles; empty where the modules run unbundled. Digests come as text: minified names depend on the letters
 * of a module.
 */

/** The build that this code belongs to. @type {string} */
// @ts-ignore
export const build = typeof BUILD === 'undefined' ? '' : BUILD;

/** Digests of the programs that the page starts, by file name. @type {Record<string, string>} */
// @ts-ignore
export const integrity = typeof INTEGRITY === 'undefined' ? {} : JSON.parse(INTEGRITY);

/** Sizes in bytes of the files that are not fetched at once, by their names. @type {Record<string, number>} */
// @ts-ignore
export const sizes = typeof SIZES === 'undefined' ? {} : SIZES;

/**
 * A program that has a packed form beside it, NAME.gz.
 * @typedef {object} Packed
 * @property {number} raw bytes of the program
 * @property {number} gz bytes of the packed form
 * @property {number[]} unpacked thousandths of the program that unpack after each of equal parts of the packed form but the last
 */

/** The programs that have packed forms. @type {Record<string, Packed>} */
// @ts-ignore
export const packed = typeof PACKED === 'undefined' ? {} : PACKED;
