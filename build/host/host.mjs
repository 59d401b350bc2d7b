// Makes a folder for a host out of the built site, and says what was checked of it. Needs build/out/site.
//
//   node build/host/host.mjs space     build/out/space: a static Space of Hugging Face, with its README and thumbnail
//   node build/host/host.mjs pages     build/out/pages: for any static host
//
// ORBITCERT_SPACE=OWNER/NAME is where the Space will be: its thumbnail is named by an address.

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOf } from '../finish/integrity.mjs';
import { replaceOnce } from '../finish/policy.mjs';
import { checklist, problemsOnStaticHost } from './check.mjs';
import { thumbnail } from './thumbnail.mjs';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const out = join(repository, 'build', 'out');

/** Name of the Space, '' if it is not known. */
const space = process.env.ORBITCERT_SPACE ?? '';
if (space && !/^[\w.-]+\/[\w.-]+$/.test(space)) throw new Error(`ORBITCERT_SPACE must be OWNER/NAME, and not ${space}`);

/** Writes the description of a Space. @param {string} build */
const readme = (build) => `---
title: OrbitCert
emoji: 🪐
colorFrom: green
colorTo: blue
sdk: static
app_file: index.html
pinned: false
license: mit
thumbnail: ${space ? `https://huggingface.co/spaces/${space}/resolve/main/` : ''}thumbnail.png
short_description: Proves what a point cloud prediction withstands
tags:
  - point-cloud
  - certified-robustness
  - randomized-smoothing
---

# OrbitCert

Proves which perturbations of a point cloud cannot change the prediction of a randomly smoothed classifier that ignores translation,
rotation, reflection or the order of the points. All of it runs in the visitor's browser: there is no server, and nothing is uploaded.

The files are the build ${build} of [OrbitCert](https://github.com/orbitcert/orbitcert), made by \`make pages\`. Models and datasets
are those of its examples; what else is in them is named, with its licence, in the files \`*.LICENSE.txt\`.
`;

/** Files that a Space keeps by LFS: all that are not text. */
const attributes = ['wasm', 'onnx', 'png', 'whl', 'tgz'].map((ending) => `*.${ending} filter=lfs diff=lfs merge=lfs -text\n`).join('');

/**
 * Hosts of Spaces write a script of their own into pages, which therefore have no digest; and they show them in a frame, which links to elsewhere
 * leave.
 * @param {string} folder
 */
function fitForFrames(folder) {
  const change = (/** @type {string} */ name, /** @type {(text: string) => string} */ by) =>
    writeFileSync(join(folder, name), by(readFileSync(join(folder, name), 'utf8')));
  const pages = filesOf(folder).filter((name) => name.endsWith('.html'));
  for (const name of pages) change(name, (page) => page.replaceAll('<a href="https://', '<a target="_blank" rel="noopener" href="https://'));
  for (const name of pages.filter((name) => name !== 'index.html' && !name.startsWith('packages/')))
    change('sw.js', (worker) => replaceOnce(worker, new RegExp(`"${name}":"sha256-[^"]+"`), `"${name}":""`));
}

const makers = {
  space: (/** @type {string} */ folder) => {
    const [, build] = /name="orbitcert-build" content="(\w+)"/.exec(readFileSync(join(folder, 'index.html'), 'utf8')) ?? [];
    rmSync(join(folder, '_headers')); // Spaces do not use it, and it forbids frames
    fitForFrames(folder);
    writeFileSync(join(folder, 'README.md'), readme(build));
    writeFileSync(join(folder, '.gitattributes'), attributes);
    writeFileSync(join(folder, 'thumbnail.png'), thumbnail(join(folder, 'examples', 'chair-3d.json'), join(folder, 'styles.css')));
  },
  pages: (/** @type {string} */ folder) => writeFileSync(join(folder, '.nojekyll'), ''),
};

const kind = process.argv[2];
if (kind !== 'space' && kind !== 'pages') throw new Error('say what to make: space or pages');
const place = join(out, kind);
const next = mkdtempSync(`${place}.`);
try {
  chmodSync(next, 0o755);
  cpSync(join(out, 'site'), next, { recursive: true });
  makers[kind](next);
  console.log(`build/out/${kind}`);
  const problems = [...checklist(next), ...await problemsOnStaticHost(next)];
  for (const problem of problems) console.error(`${kind}: ${problem}`);
  if (problems.length) process.exitCode = 1;
  else execFileSync(process.execPath, [join(repository, 'build', 'finish', 'replace.mjs'), next, place]);
} finally {
  rmSync(next, { recursive: true, force: true });
}
