// Builds the module of the widgets for notebooks, build/out/widget.js: the engine's programs are packed into it, so that it
// fetches nothing. Needs build/out/site, whose programs go into it as they are.
//
// A front end evaluates the module once for each widget. The first evaluation is the one of all: its elements can be
// defined only once, and all widgets share one engine. Another build's cannot stand beside it.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const repository = fileURLToPath(new URL('../', import.meta.url));
const site = join(repository, 'build', 'out', 'site');
const target = join(repository, 'build', 'out', 'widget.js');

const [, build] = /** @type {RegExpExecArray} */ (/name="orbitcert-build" content="(\w+)"/.exec(readFileSync(join(site, 'index.html'), 'utf8')));
const packed = Object.fromEntries(
  ['certifier.wasm', 'worker.js'].map((name) => [name, gzipSync(readFileSync(join(site, name)), { level: 9 }).toString('base64')]),
);
const code = execFileSync('js/node_modules/.bin/esbuild', ['js/widget/widget.js', '--bundle', '--minify', '--format=iife', '--global-name=widget', '--target=es2022',
  '--log-level=warning', `--define:BUILD="${build}"`], { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 26 });

writeFileSync(target, `const shared = globalThis[Symbol.for('orbitcert-widget')] ??= (() => {
const FILES = ${JSON.stringify(packed)}, STYLE = ${JSON.stringify(readFileSync(join(site, 'styles.css'), 'utf8'))};
${code}
return { build: '${build}', ...widget };
})();
const other = () => { throw new Error('This page has run widgets of another version of OrbitCert: save the notebook and reload the page.'); };
export default shared.build === '${build}' ? { initialize: shared.initialize, render: shared.render } : { initialize: other, render: other };
`);
console.log(`build/out/widget.js: ${(readFileSync(target).length / 1e6).toFixed(2)} MB`);
