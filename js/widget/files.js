/** Files that the build packs into the module: gzipped and in base64, by name; empty where the modules run unbundled. @type {Record<string, string>} */
// @ts-ignore
const files = typeof FILES === 'undefined' ? {} : FILES;

/** The content of a packed file. @param {string} name @param {string} type */
export function unpacked(name, type) {
  const letters = atob(files[name]), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')), { headers: { 'content-type': type } });
}

/** The stylesheet of the page. @type {string} */
// @ts-ignore
export const pageStyle = typeof STYLE === 'undefined' ? '' : STYLE;
