// Builds the npm packages into build/out/npm: the folders orbitcert and orbitcert-votes, and their tarballs. Needs
// build/out/site, whose programs go into them as they are.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOf, integrity } from './finish/integrity.mjs';

const repository = fileURLToPath(new URL('../', import.meta.url));
const site = join(repository, 'build', 'out', 'site');
const out = join(repository, 'build', 'out', 'npm');
const folder = join(out, 'orbitcert');
/** With their digests in the package, but for the script, which servers for development rewrite as they do all scripts. */
const checked = ['certifier.wasm'];
const programs = ['worker.js', ...checked];

const run = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
  execFileSync(program, args, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const { version, description, engines } = JSON.parse(readFileSync(join(repository, 'js', 'package.json'), 'utf8'));
const build = /name="orbitcert-build" content="(\w+)"/.exec(readFileSync(join(site, 'index.html'), 'utf8'))?.[1];

/** Programs for browsers and for Node, each with the Go glue that it needs. */
function bundle() {
  const wasmExec = join(run('go', 'env', 'GOROOT').trim(), 'lib', 'wasm', 'wasm_exec.js');
  const esbuild = (/** @type {string[]} */ ...args) =>
    run(
      'js/node_modules/.bin/esbuild', ...args, '--bundle', '--format=esm', '--target=es2022', '--log-level=warning',
      `--define:BUILD="${build}"`,
      `--define:INTEGRITY=${JSON.stringify(JSON.stringify(integrity(site, checked)))}`,
    );
  esbuild(
    'js/library/index.js', 'js/library/embed.js', '--splitting', '--minify-syntax', '--minify-whitespace', '--legal-comments=inline',
    `--outdir=${folder}`,
  );
  esbuild('js/library/node.js', '--platform=node', `--outfile=${folder}/node.js`);
  // Without the comments that tell the path of Go's glue, which is another on every machine.
  esbuild('js/library/node-worker.js', '--platform=node', '--minify-whitespace', `--inject:${wasmExec}`, `--outfile=${folder}/node-worker.js`,
    '--banner:js=/*! Contains wasm_exec.js, Copyright The Go Authors, BSD 3-Clause License. */');
}

const entry = (/** @type {string} */ name) => ({ types: `./types/library/${name === 'embed' ? name : 'orbitcert'}.d.ts`, default: `./${name}.js` });

/** Manifest for package managers and bundlers. */
const manifest = {
  name: 'orbitcert', version, description, license: 'MIT', type: 'module', engines,
  // Provenance names the repository.
  repository: { type: 'git', url: 'git+https://github.com/orbitcert/orbitcert.git' },
  exports: { '.': { node: entry('node'), ...entry('index') }, './embed': entry('embed'), './*.wasm': './*.wasm', './worker.js': './worker.js' },
  types: './types/library/orbitcert.d.ts',
  sideEffects: ['./embed.js', './node-worker.js', './worker.js'],
};

const readme = `# orbitcert

${description}. The same certificates, bit for bit, as the page and the command line of OrbitCert.

    import { certify } from 'orbitcert';
    const clean = [[0, 0], [2, 0], [3, 1], [0, 1], [-1, 0.5]];
    const perturbed = clean.map((point) => point.map((x) => 1.1 * x));
    const certificate = await certify({ clean, perturbed, sigma: 0.5, prediction: { votes: 9731, samples: 10000 }, group: 'SE' });
    console.log(certificate.certified, certificate.orbit.lower);

Save it as \`certify.mjs\` and run \`node certify.mjs\`; \`.js\` needs \`"type": "module"\` in package.json.

All functions take the documents that the page and the command line take, and an array of points where a cloud could be.

| function | returns |
|---|---|
| \`certify\`, \`verify\` | a certificate; the same, computed again |
| \`minimum\` | the smallest probabilities that certify a pair of clouds |
| \`withstand\`, \`radii\`, \`curve\`, \`map\`, \`region\` | what Explore shows: ranges, radii, bounds along a family, maps |
| \`count\` | the votes of a model, which is any function |
| \`run\` | the certified accuracy of a dataset |
| \`open\` | a cloud read from a file |

Work is done in web workers, in Node in threads.

The package loads two files of its own, \`worker.js\` and \`certifier.wasm\`. What your bundler needs for that:

| bundler | what to do |
|---|---|
| Vite 8, webpack 5 | nothing |
| Vite 6 and 7 | set \`optimizeDeps: { exclude: ['orbitcert'] }\` in \`vite.config.js\`, for the development server |
| Rollup, esbuild | copy \`worker.js\` and \`certifier.wasm\` from this package beside the output |
| none | serve the folder of this package and import its \`index.js\` |

A page with a security policy allows \`script-src 'self' 'wasm-unsafe-eval'\`, \`worker-src 'self'\` and the Trusted Types policy \`orbitcert\`.

\`import 'orbitcert/embed'\` defines \`<orbit-certificate key="…" page="…">\`, a certificate that was shared.
`;

/** Writes what every package has, and packs it. @param {string} folder @param {any} manifest @param {string} readme */
function finish(folder, manifest, readme) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), readme);
  cpSync(join(repository, 'LICENSE'), join(folder, 'LICENSE'));
  // npm takes the rights of files as they are, and those follow from who builds.
  for (const name of filesOf(folder)) chmodSync(join(folder, name), 0o644);
  run('npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', out, folder);
}

/** The package that counts votes: the program with the core and the runtime of models, which no other package needs. */
function packVotes() {
  const folder = join(out, 'orbitcert-votes');
  mkdirSync(join(folder, 'site'), { recursive: true });
  for (const name of ['certifier.wasm', 'ort.wasm']) cpSync(join(site, name), join(folder, 'site', name));
  const program = readFileSync(join(repository, 'build', 'out', 'orbitcert-votes.mjs'), 'utf8');
  writeFileSync(
    join(folder, 'orbitcert-votes.mjs'),
    `#!/usr/bin/env node\n/*! Contains onnxruntime, Copyright Microsoft Corporation, MIT License, ${
      'and wasm_exec.js, Copyright The Go Authors, BSD 3-Clause License'}. */\n${program}`,
  );
  const { repository: source, license, type } = manifest;
  finish(
    folder,
    {
      name: 'orbitcert-votes', version, description: 'Counts and recounts the votes of a point cloud classifier for OrbitCert', license, type,
      engines, repository: source, bin: { 'orbitcert-votes': 'orbitcert-votes.mjs' },
    },
    VOTES_README,
  );
}

const VOTES_README = `# orbitcert-votes

Counts the votes of an ONNX model on noisy copies of a point cloud, and counts those in a certificate again.

    npx orbitcert-votes request.json --model model.onnx > votes.json
    npx orbitcert-votes certificate.json --model model.onnx --recount

A recount compares the class of every sample and exits with code 3 if one differs. \`orbitcert verify --model\` uses this program if it is
on the path.
`;

rmSync(out, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of programs) cpSync(join(site, name), join(folder, name));
bundle();
// Beside each other as in the repository, since the first names the second.
for (const path of ['library/orbitcert.d.ts', 'library/embed.d.ts', 'documents/types.d.ts']) cpSync(join(repository, 'js', path), join(folder, 'types', path));
finish(folder, manifest, readme);
packVotes();
console.log(readdirSync(out).filter((name) => name.endsWith('.tgz')).map((name) => `build/out/npm: ${name}`).join('\n'));
