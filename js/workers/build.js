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

/** Programs that have a packed form beside them, NAME.gz, with the bytes of both. @type {Record<string, {raw: number, gz: number}>} */
// @ts-ignore
export const packed = typeof PACKED === 'undefined' ? {} : PACKED;
