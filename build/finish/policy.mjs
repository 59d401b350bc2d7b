// The security policy of the page: what a browser may load and run for it. It stands
// in the pages themselves and in the headers of hosts that read a _headers file.

/** Names of the Trusted Types policies: js/workers/trusted-types.js, and lit's own. */
const typed = 'orbitcert lit-html';

/**
 * @param {{scripts?: string, styles?: string, images?: string, connect?: string, workers?: string, manifest?: string}} [sources]
 *   where each kind comes from; by default all from the page's own place
 */
export function policy({ scripts = "'self'", styles = "'self'", images = "'self' data:", connect = "'self'", workers = "'self'", manifest = "'self'" } = {}) {
  return [
    "default-src 'none'",
    `script-src ${scripts} 'wasm-unsafe-eval'`,
    `style-src ${styles}`,
    `img-src ${images}`,
    `connect-src ${connect}`,
    `worker-src ${workers}`,
    `manifest-src ${manifest}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${typed}`,
  ].join('; ');
}

/** Hosts of the files on Hugging Face and GitHub; the former redirects to hosts of its own. */
const SOURCES = 'https://huggingface.co https://*.hf.co https://raw.githubusercontent.com';

/** Lists the origins that models and clouds may come from, with spaces between. */
export function sources() {
  const named = process.env.ORBITCERT_SOURCES || SOURCES;
  if (named === 'none') return '';
  if (!/^https?:\/\/[\w.:*-]+( https?:\/\/[\w.:*-]+)*$/.test(named))
    throw new Error(`ORBITCERT_SOURCES must be none or origins like https://example.org, and not ${named}`);
  return named;
}

/** Replaces what must be in the page once. @param {string} page @param {RegExp | string} pattern @param {string} replacement */
export function replaceOnce(page, pattern, replacement) {
  const found = page.split(pattern).length - 1;
  if (found !== 1) throw new Error(`${pattern} is in the page ${found} times`);
  return page.replace(pattern, () => replacement);
}

/** A page under a policy. @param {string} page @param {string} text */
export function underPolicy(page, text) {
  return replaceOnce(page, /<meta http-equiv="Content-Security-Policy" content="[^"]*">/, `<meta http-equiv="Content-Security-Policy" content="${text}">`);
}

/** Browser features that the page never uses. */
const refused = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'].map((name) => `${name}=()`).join(', ');

/**
 * The _headers file of a site, as Cloudflare and Netlify read it. No header is set twice for
 * a path, since some hosts would join the values.
 * @param {string} text of the policy @param {string[]} files of the site
 * @param {string} ancestors which sites may show the page in a frame; '*' leaves it to the host
 */
export function headers(text, files, ancestors) {
  const hashed = (/** @type {string} */ name) => /-[0-9A-Z]{8}\.js$/.test(name);
  const kept = (/** @type {string} */ name) => (hashed(name) ? 'public, max-age=31536000, immutable' : 'no-cache');
  // One rule for each folder, since hosts take a hundred in all; what is hashed lies beside the page.
  const paths = [...new Set(files.map((name) => (name.includes('/') ? `${name.split('/')[0]}/*` : name)))];
  return `# Other sites embed certificates, so they may read every file.
/*
  Content-Security-Policy: ${text}${ancestors === '*' ? '' : `; frame-ancestors ${ancestors}`}
  Permissions-Policy: ${refused}
  Referrer-Policy: no-referrer
  X-Content-Type-Options: nosniff
  Access-Control-Allow-Origin: *
${['', ...paths].map((name) => `/${name}\n  Cache-Control: ${kept(name)}\n`).join('')}`;
}
