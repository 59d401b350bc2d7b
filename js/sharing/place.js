/** Where the page stands on the web, which its links and the calls to the sharing service depend on. */

/**
 * @typedef {object} Place
 * @property {string} address of the page, without what it shows
 * @property {string} home where the page is on the web, '' for at its address
 * @property {string} base what the page's files are below, and the calls where no edge is named
 * @property {string} edge where the edge answers that the page names, '' for beside the page
 * @property {string} publicKey that the page trusts, '' for none
 */

/** @param {string} name */
const meta = (name) => /** @type {HTMLMetaElement | null} */ (document.querySelector(`meta[name="${name}"]`))?.content ?? '';

/** The place of this page, always as it is at present. @type {Place} */
export const here = {
  get address() { return location.href.replace(/#.*/, ''); },
  get home() { return meta('orbitcert-home'); },
  get base() { return document.baseURI; },
  get edge() { return meta('orbitcert-edge'); },
  get publicKey() { return meta('orbitcert-edge-key').trim(); },
};

/** Whether the page was opened from a file. @param {Place} place */
export const isFile = ({ address }) => address.startsWith('file:');
