/** Runs in the one-file demo before the page: answers what the page fetches from the files packed into it, and opens the docs page from there too. */

const packed = JSON.parse(document.getElementById('orbitcert-files')?.textContent ?? '{}');
/** @type {Record<string, string>} */
const types = { wasm: 'application/wasm', json: 'application/json', js: 'text/javascript', html: 'text/html' };
const fetchElsewhere = window.fetch;

/** The packed file a URL names, or undefined. @param {string | URL} url */
function named(url) {
  const folder = new URL('.', document.baseURI).href;
  const plain = new URL(url, document.baseURI).href.replace(/[?#].*/, '');
  return plain.startsWith(folder) ? plain.slice(folder.length) : undefined;
}

/** The content of a packed file, as a stream. @param {string} name */
function unpacked(name) {
  const bytes = Uint8Array.from(atob(packed[name]), (letter) => letter.charCodeAt(0));
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
}

const typeOf = (/** @type {string} */ name) => types[name.split('.').pop() ?? ''];

window.fetch = async (resource, options) => {
  const name = named(resource instanceof Request ? resource.url : resource);
  if (name === undefined || !(name in packed)) return fetchElsewhere(resource, options);
  return new Response(unpacked(name), { headers: { 'content-type': typeOf(name) } });
};

/** A blob URL of the docs page, made with the first click. @type {string | undefined} */
let docs;

addEventListener('click', async (event) => {
  const link = event.target instanceof Element && /** @type {HTMLAnchorElement | null} */ (event.target.closest('a[href^="docs.html"]'));
  if (!link) return;
  event.preventDefault();
  const room = window.open('', '_blank');
  docs ??= URL.createObjectURL(new Blob([await new Response(unpacked('docs.html')).arrayBuffer()], { type: 'text/html' }));
  if (room) room.location.href = docs + new URL(link.href).hash.replace('#', '#at-');
});
