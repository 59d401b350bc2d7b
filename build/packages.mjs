// Adds what copied code installs to a built site: packages/ gets the wheels, the tarball for npm and the list that pip reads,
// and the page names their version. Needs build/out/python and build/out/npm.
//
//   node build/packages.mjs FOLDER

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { policy, replaceOnce } from './finish/policy.mjs';

const repository = fileURLToPath(new URL('../', import.meta.url));
const out = join(repository, 'build', 'out');
const { version } = JSON.parse(readFileSync(join(repository, 'js', 'package.json'), 'utf8'));

/** Copies the packages of this version into a folder, and lists its wheels. @param {string} folder */
function collect(folder) {
  const wheels = readdirSync(join(out, 'python')).filter((name) => name.startsWith(`orbitcert-${version}-`) && name.endsWith('.whl'));
  if (wheels.length === 0) throw new Error(`build/out/python has no wheel of version ${version}; run make wheels`);
  for (const name of wheels) cpSync(join(out, 'python', name), join(folder, name));
  cpSync(join(out, 'npm', `orbitcert-${version}.tgz`), join(folder, `orbitcert-${version}.tgz`));
  return wheels;
}

/** A link to a wheel with its digest, which pip checks. @param {string} folder @param {string} name */
function link(folder, name) {
  const digest = createHash('sha256').update(readFileSync(join(folder, name))).digest('hex');
  return `<li><a href="${name}#sha256=${digest}">${name}</a>\n`;
}

/** @param {string} folder @param {string[]} wheels */
const listing = (folder, wheels) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<title>OrbitCert ${version}: Python packages</title>
<ul>
${wheels.map((name) => link(folder, name)).join('')}</ul>
`;

const [site] = process.argv.slice(2);
const folder = join(site, 'packages'), page = join(site, 'index.html');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const wheels = collect(folder);
writeFileSync(join(folder, 'index.html'), listing(folder, wheels));
// The page names them once all are there.
writeFileSync(
  `${page}.new`,
  replaceOnce(readFileSync(page, 'utf8'), /name="orbitcert-packages" content="[^"]*"/, `name="orbitcert-packages" content="${version}"`),
);
renameSync(`${page}.new`, page);
console.log(`${folder}: ${wheels.length} Python packages and the npm package`);
