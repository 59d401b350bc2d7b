// Packs the built site into one HTML file that opens from disk, without a server
// or a network: build/out/orbitcert.html. Needs build/out/site. With --models what runs models is in
// it as well, in build/out/orbitcert-models.html.
//
// Scripts and styles stand inline, under a policy that names their digests. All
// other files lie gzipped in the page, where demo-files.js finds them.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { single } from '../docs/single.mjs';
import { digest, filesOf } from '../finish/integrity.mjs';
import { policy, replaceOnce, underPolicy } from '../finish/policy.mjs';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const site = join(repository, 'build', 'out', 'site');

/** Files that run models, and the models; models for comparison stay on the site. */
const forModels = /^ort\.wasm$|^inference\.js$|^models\//;
const withModels = process.argv.includes('--models');
const target = join(repository, 'build', 'out', withModels ? 'orbitcert-models.html' : 'orbitcert.html');

/** Files that the page fetches while it runs; HDF5 stays on the site. @param {string} name */
const fetched = (name) => (forModels.test(name) ? withModels : /^(?!docs\/|examples\/clouds\/|hdf5\.|manifest\.).*\.(wasm|json)$|^worker\.js$/.test(name));

const read = (/** @type {string} */ name) => readFileSync(join(site, name), 'utf8');
const esbuild = (/** @type {string[]} */ ...args) => execFileSync('js/node_modules/.bin/esbuild', [...args, '--minify', '--target=es2022', '--log-level=warning'], {
  cwd: repository, encoding: 'utf8', maxBuffer: 1 << 26,
});

/** No text ends the element it stands in. */
const sealed = (/** @type {string} */ text) => text.replaceAll(/<(?=\/script|\/style|!--)/gi, '\\x3c').trim();
const quoted = (/** @type {string} */ text) => `'${digest(text)}'`;
const dataURL = (/** @type {string} */ type, /** @type {string} */ text) => `data:${type};base64,${Buffer.from(text).toString('base64')}`;

const styles = read('styles.css').trim();
const icon = dataURL('image/svg+xml', read('icon.svg'));

/** A page of the site with its styles and pictures inside. @param {string} text */
function selfContained(text) {
  const page = replaceOnce(text, /<link rel="stylesheet" href="styles\.css"[^>]*>/, `<style>${styles}</style>`);
  // Files that stay on the site are named without a link; one file cannot be installed.
  return page
    .replaceAll('"icon.svg"', `"${icon}"`)
    .replaceAll(/\s*<link rel="(apple-touch-icon|manifest)"[^>]*>/g, '')
    .replaceAll(/<a href="docs\/[^"]*">([^<]*)<\/a>/g, '$1');
}

/** Every file the page may fetch, gzipped, by its name on the site. */
function packed() {
  const names = filesOf(site).filter(fetched);
  const entries = names.map((name) => [name, readFileSync(join(site, name))]);
  entries.push(['docs.html', Buffer.from(withPolicy(selfContained(single(site)), []))]);
  return Object.fromEntries(entries.map(([name, content]) => [name, gzipSync(content, { level: 9 }).toString('base64')]));
}

/** The page under a policy that allows these scripts and the styles, and no connection. @param {string} page @param {string[]} scripts */
function withPolicy(page, scripts) {
  const allowed = scripts.map(quoted).join(' ');
  return underPolicy(page, policy({ scripts: allowed, styles: quoted(styles), images: 'data:', connect: "'none'", workers: 'blob:', manifest: "'none'" }));
}

let page = selfContained(read('index.html'));
const home = `name="orbitcert-home" content="${new URL(process.env.ORBITCERT_HOME || 'about:').href.replace(/^about:$/, '')}"`;
const [build] = /** @type {RegExpExecArray} */ (/name="orbitcert-build" content="\w+"/.exec(page));
const made = existsSync(target) ? readFileSync(target, 'utf8') : '';
if (made.includes(home) && made.includes(build)) process.exit(); // of the same sources

const files = sealed(esbuild('build/demo/demo-files.js', '--bundle', '--format=iife'));
const app = sealed(esbuild('js/page/main.js', '--bundle', '--format=esm'));
page = replaceOnce(page, /name="orbitcert-home" content=""/, home);
page = page.replace(/(name="orbitcert-packages" content=")[^"]*/, '$1'); // one file serves none
page = page.replaceAll(/\s*<script (type="module"|src="start\.js")[^>]*><\/script>/g, '');
page = page.replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '');
const blocks = `<script type="application/json" id="orbitcert-files"${withModels ? ' data-models' : ''}>${JSON.stringify(packed())}</script>
<script>${files}</script>
<script type="module">${app}</script>
</body>`;
page = withPolicy(replaceOnce(page, /<\/body>/, blocks), [files, app]);
writeFileSync(`${target}.new`, page);
renameSync(`${target}.new`, target);
console.log(`${target.slice(repository.length)}: ${(Buffer.byteLength(page) / 1e6).toFixed(2)} MB`);
