/** Addresses of what this site serves, for code that runs elsewhere. A page in one file, or one from disk, has none. */

/** Characters that an address may keep and a shell reads. */
const READ_BY_SHELLS = /['!$]/g;

/** The address of a file of this site, undefined where the page came from no server. @param {string} name */
export function servedAt(name) {
  const { protocol, href } = new URL(name, document.baseURI);
  return /^https?:$/.test(protocol) ? href.replace(READ_BY_SHELLS, (character) => `%${character.charCodeAt(0).toString(16)}`) : undefined;
}

/** The packages of this site, null where it serves none. @returns {import('../words/code.js').Packages | null} */
export function packagesServed() {
  const version = document.querySelector('meta[name=orbitcert-packages]')?.getAttribute('content');
  const wheels = version && servedAt('packages/index.html'), tarball = version && servedAt(`packages/orbitcert-${version}.tgz`);
  return wheels && tarball ? { wheels, tarball } : null;
}
