/** The page's one Trusted Types policy: addresses of its own workers. */

/** @type {any} */
const types = /** @type {any} */ (globalThis).trustedTypes;

const policy = types?.createPolicy('orbitcert', { createScriptURL: (/** @type {string} */ url) => url });

/** @param {string} url @returns {string} the address as the browser takes it */
export const scriptURL = (url) => policy?.createScriptURL(url) ?? url;
