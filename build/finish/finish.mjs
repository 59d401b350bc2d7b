// Finishes the built site: fills in its pages, writes _headers, and prints the files that
// the service worker keeps, with their digests, those first that the page starts with.
//
//   node build/finish/finish.mjs FOLDER BUILD
//
// ORBITCERT_EDGE names the folder of the sharing service where it is not the page's own,
// e.g. https://certificates.example.org/, and ORBITCERT_EDGE_KEY its public key. ORBITCERT_FRAMES names the sites that
// may show the page in a frame, '*' for all; without it none may, where the host reads _headers. ORBITCERT_SOURCES names the
// origins from which the page may fetch models and clouds by their address, 'none' for none.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, integrity } from './integrity.mjs';
import { headers, policy, replaceOnce, sources, underPolicy } from './policy.mjs';

const [folder, build] = process.argv.slice(2);
const read = (/** @type {string} */ name) => readFileSync(join(folder, name), 'utf8');
const write = (/** @type {string} */ name, /** @type {string} */ text) => writeFileSync(join(folder, name), text);

/** The sharing service's folder as the page names it, '' for the page's own. */
function edge() {
  const named = process.env.ORBITCERT_EDGE ?? '';
  if (named && !/^https?:\/\/[\w.:[\]-]+\/([\w.~/-]*\/)?$/.test(named))
    throw new Error(`ORBITCERT_EDGE must be the address of a folder, like https://example.org/, and not ${named}`);
  return named;
}

/** The public key that the page pins, '' for none. */
function key() {
  const named = process.env.ORBITCERT_EDGE_KEY ?? '';
  if (named && !/^[A-Za-z0-9+/]{43}=$/.test(named)) throw new Error(`ORBITCERT_EDGE_KEY must be 32 bytes in base64, 44 characters, and not ${named}`);
  return named;
}

/** Lists the sites that may show the page in a frame. */
function frames() {
  const named = process.env.ORBITCERT_FRAMES || "'none'";
  if (!/^('none'|\*|https?:\/\/[\w.:*-]+( https?:\/\/[\w.:*-]+)*)$/.test(named))
    throw new Error(`ORBITCERT_FRAMES must be * or origins like https://example.org, and not ${named}`);
  return named;
}

/** A file and the files that it imports at once. @param {string} name @returns {string[]} */
function imported(name, seen = new Set([name])) {
  for (const [, other] of read(name).matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g)) {
    if (!seen.has(other)) imported(other, seen.add(other));
  }
  return [...seen];
}

/** Says in the page what its files must be. @param {string} page */
function withDigests(page) {
  const scripts = ['start.js', 'app.js'];
  const chunks = [...new Set(scripts.flatMap((name) => imported(name).slice(1)))];
  const digests = integrity(folder, ['styles.css', ...scripts, ...chunks]);
  const preloads = chunks.map((name) => `\n  <link rel="modulepreload" href="${name}" integrity="${digests[name]}">`).join('');
  page = replaceOnce(page, 'href="styles.css"', `href="styles.css" integrity="${digests['styles.css']}"`);
  for (const name of scripts) page = replaceOnce(page, `src="${name}"`, `src="${name}" integrity="${digests[name]}"`);
  return replaceOnce(page, '\n</head>', `${preloads}\n</head>`);
}

/** @param {string} page @param {string} name @param {string} content */
const withMeta = (page, name, content) => replaceOnce(page, `<meta name="${name}" content="">`, `<meta name="${name}" content="${content}">`);

const own = `'self' ${edge()}`.trim();
const rule = policy({ connect: own });
// The page alone fetches files of other hosts; where it is under both policies both have to allow it.
const wide = policy({ connect: `${own} ${sources()}`.trim() });
let page = underPolicy(withDigests(read('index.html')), wide);
page = withMeta(page, 'orbitcert-build', build);
page = withMeta(page, 'orbitcert-edge', edge());
page = withMeta(page, 'orbitcert-edge-key', key());
write('index.html', page);
const files = filesOf(folder);
for (const name of files.filter((name) => name.endsWith('.html') && name !== 'index.html')) write(name, underPolicy(read(name), rule));
/** Those that are kept for visits without a network: packed forms are for the way, clouds of the examples for code that runs elsewhere. */
const kept = files.filter((name) => !/\.gz$|^examples\/clouds\//.test(name));
write('_headers', headers(wide, [...files, 'sw.js', 'packages/index.html'], frames()));

const start = ['index.html', 'worker.js', ...kept.filter((name) => page.includes(`"${name}"`))];
// A host may write a key or a script of its own into the page; it tells its build itself.
console.log(JSON.stringify({ ...integrity(folder, [...new Set([...start, ...kept])]), 'index.html': '' }));
