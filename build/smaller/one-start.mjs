// Joins the pieces that app.js imports at once into one file, because a phone waits for each of them. The pieces that come later
// take from app.js what they shared with it, and get names by their new content.
//
//   node build/smaller/one-start.mjs FOLDER

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const START = 'app.js', folder = process.argv[2];

/** Statements as esbuild writes them when it minifies. */
const STATIC = /import(?:\{([^}]*)\}from)?"\.\/([^"]+)";/g, LATE = /import\("\.\/([^"]+)"\)/g;

/** The pieces by their names. @type {Map<string, string>} */
const texts = new Map(
  readdirSync(folder)
    .filter((name) => name === START || /-[0-9A-Z]{8}\.js$/.test(name))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);
const text = (/** @type {string} */ name) => texts.get(name) ?? '';

/** Finds the imports of a piece: those at once, and those later. @param {string} name @param {RegExp} how @param {number} group */
const imported = (name, how, group) => [...text(name).matchAll(how)].map((found) => found[group]);

/** A piece and all that it imports at once. @param {string} name @returns {Set<string>} */
function closure(name, seen = new Set([name])) {
  for (const other of imported(name, STATIC, 2)) if (!seen.has(other)) closure(other, seen.add(other));
  return seen;
}

const start = closure(START), late = [...texts.keys()].filter((name) => !start.has(name));

/** Exports that late pieces take from those of the start: the name in app.js by piece and export. @type {Map<string, string>} */
const shared = new Map();

/** The name under which app.js has an export of a piece. @param {string} piece @param {string} name */
function sharedName(piece, name) {
  const key = `${piece} ${name}`;
  if (!shared.has(key)) shared.set(key, `s${shared.size}`);
  return shared.get(key);
}

/** A late piece that takes what it shares from app.js. @param {string} name */
const relinked = (name) => text(name).replaceAll(STATIC, (statement, names = '', piece) => {
  if (!start.has(piece)) return statement;
  const taken = names.split(',').filter(Boolean).map((/** @type {string} */ each) => {
    const [other, own = other] = each.split(' as ');
    return `${sharedName(piece, other)} as ${own}`;
  });
  return taken.length > 0 ? `import{${taken}}from"./${START}";` : '';
});

/** Names by content, of pieces whose own imports are named. @type {Map<string, string>} */
const renamed = new Map();

/** Renames what a piece imports. @param {string} content */
const withNames = (content) => [...renamed].reduce((result, [old, name]) => result.replaceAll(`"./${old}"`, `"./${name}"`), content);

/** Writes a late piece after those that it imports. @param {string} name @param {string[]} above */
function write(name, above = []) {
  if (renamed.has(name) || start.has(name)) return;
  if (above.includes(name)) throw new Error(`${[...above, name].join(' imports ')}: pieces that import each other have no names by their content`);
  for (const other of [...imported(name, STATIC, 2), ...imported(name, LATE, 1)]) write(other, [...above, name]);
  const content = withNames(relinked(name));
  const hash = BigInt(`0x${createHash('sha256').update(content).digest('hex')}`).toString(32).toUpperCase().slice(0, 8);
  renamed.set(name, name.replace(/[0-9A-Z]{8}\.js$/, `${hash}.js`));
  rmSync(join(folder, name));
  writeFileSync(join(folder, /** @type {string} */ (renamed.get(name))), content);
}

for (const name of late.sort()) write(name);
for (const name of start) writeFileSync(join(folder, name), withNames(text(name)));
const exports = [...shared].map(([key, name]) => `export { ${key.split(' ')[1]} as ${name} } from './${key.split(' ')[0]}';\n`);
const entry = join(folder, 'one-start.mjs');
writeFileSync(entry, `import './${START}';\n${exports.join('')}`);
const joined = execFileSync(
  'js/node_modules/.bin/esbuild',
  [
    entry, '--bundle', '--minify', '--format=esm', '--target=es2022', '--log-level=warning',
    ...[...renamed.values()].map((name) => `--external:./${name}`),
  ],
  { encoding: 'utf8', maxBuffer: 1 << 26 },
);
for (const name of [...start, 'one-start.mjs']) rmSync(join(folder, name));
writeFileSync(join(folder, START), joined);
