/** Finds the address of this page. Links, calls of the sharing service and loadable files depend on it. */

/**
 * @typedef {object} Site
 * @property {string} address of the page, without what it shows
 * @property {string} home where the page is on the web, '' for at its address
 * @property {string} base what the page's files are below, and the calls where no edge is named
 * @property {string} edge where the edge answers that the page names, '' for beside the page
 * @property {string} publicKey that the page trusts, '' for none
 */

/** @param {string} name */
const meta = (name) => /** @type {HTMLMetaElement | null} */ (document.querySelector(`meta[name="${name}"]`))?.content ?? '';

/** The site of this page, always as it is at present. @type {Site} */
export const site = {
  get address() { return location.href.replace(/#.*/, ''); },
  get home() { return meta('orbitcert-home'); },
  get base() { return document.baseURI; },
  get edge() { return meta('orbitcert-edge'); },
  get publicKey() { return meta('orbitcert-edge-key').trim(); },
};

/** Reports whether the page is on a disk or in a notebook: then it is the page in one file, with nothing beside it. @param {Pick<Site, 'address'>} [of] */
export const isOneFile = ({ address } = site) => /^(file|about):/.test(address);

/** Reports whether models and what runs them are there: the page in one file may be without. */
export const hasModels = () => !isOneFile() || document.querySelector('#orbitcert-files[data-models]') !== null;

/** Returns the public address of the page, '' for a file that does not know it. @param {Site} [of] */
export const webAddress = (of = site) => (isOneFile(of) ? of.home : of.address);
