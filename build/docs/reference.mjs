// The reference of command line, Python, JavaScript and Go, in Markdown, read from help texts, docstrings, JSDoc and go doc.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TERMS } from '../../js/words/terms.js';

/** @type {Record<string, string>} */
const ANCHORS = JSON.parse(readFileSync(new URL('anchors.json', import.meta.url), 'utf8'));

const repository = fileURLToPath(new URL('../../', import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(join(repository, path), 'utf8');
const run = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
  execFileSync(program, args, { cwd: repository, encoding: 'utf8', env: { ...process.env, GOFLAGS: '-trimpath' } });
const block = (/** @type {string} */ text) => `\`\`\`text\n${text.trim()}\n\`\`\``;

const sentence = (/** @type {string} */ words) => `${words[0].toUpperCase()}${words.slice(1)}.`;

/** Calls whose help says less than the section of the page of documents that they print. */
const DOCUMENTED = ['withstand', 'radii', 'curve', 'map', 'regions'];

/** The help of a call, without what the list of calls and the page of documents say. @param {string} name @param {string} does @param {string} help */
function command(name, does, help) {
  const [usage, about, ...rest] = help.trim().split('\n\n'), more = about.replace(does, '').trim();
  const isElsewhere = DOCUMENTED.includes(name);
  const link = isElsewhere ? `\n\n[What it prints](documents.md#${name})` : '';
  return block([usage, ...(more && !isElsewhere ? [more] : []), ...rest].join('\n\n')) + link;
}

/** The help of the command line, and of each of its calls. */
function commandLine() {
  const folder = mkdtempSync(join(tmpdir(), 'orbitcert-help-'));
  try {
    const program = join(folder, 'orbitcert');
    run('go', 'build', '-o', program, './core/cmd/orbitcert');
    const usage = run(program, 'help');
    const calls = [...usage.matchAll(/^  (\w+) {2,}(.*)$/gm)].filter(([, name]) => !['man', 'version', 'completion'].includes(name));
    if (calls.length < 5) throw new Error(`the usage names few calls: ${calls}`);
    const sections = calls.map(([, name, does]) => `### ${name}\n\n${command(name, sentence(does), run(program, 'help', name))}`);
    return [block(usage.replace(/\n\n"-" reads[^]*/, '')), ...sections].join('\n\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns what introspection finds, by python_reference.py. @param {string} name of a package below build/python */
function pythonPackage(name) {
  const output = run('env', 'PYTHONPATH=build/python', 'python3', '-B', '-W', 'ignore', 'build/docs/python_reference.py', name);
  /** @type {[string, string, string | null][]} */
  const entries = JSON.parse(output);
  const fields = (/** @type {string | null} */ section) => section ? `\n\n[${section}](documents.md#${section.toLowerCase().replaceAll(' ', '-')})` : '';
  return entries.map(([each, text, section]) => `### ${name}.${each}\n\n${block(text)}${fields(section)}`).join('\n\n');
}

const python = () => ['orbitcert', 'orbitcert.torch'].map((name) => `## ${name}\n\n${pythonPackage(name)}`).join('\n\n');

/** The text of a JSDoc comment, its tags a line each. @param {string} comment */
function jsdoc(comment) {
  return comment.replace(/^\s*\* ?/gm, '').replace(/\s(?=@(?:param|returns)\b)/g, '\n').replace(/\n+/g, '\n').trim();
}

/** Documents the exports of the npm package, with the JSDoc of each. */
function javascript() {
  const source = read('js/library/orbitcert.d.ts') + read('js/library/library.js');
  const names = [...read('js/library/index.js').matchAll(/export \{ ([^}]*) \}/g)].flatMap(([, list]) => list.split(', '));
  return names.map((name) => {
    const definition = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*export (?:(?:function|const|class) )?${name}\\b([^\\n{]*)`).exec(source);
    if (!definition) throw new Error(`js/library: ${name} is exported and has no JSDoc`);
    const signature = definition[2].startsWith('(') ? `${name}${definition[2].replace(/;$/, '')}\n\n` : '';
    return `## ${name}\n\n${block(signature + jsdoc(definition[1]))}`;
  }).join('\n\n');
}

/** Packages that programs use, most of them first. */
const GO = ['certificate', 'pointcloud', 'invariance', 'tight', 'argument', 'explore', 'dataset/intake', 'dataset/judging', 'dataset/results', 'smoothing'];

/** A table of the packages: where the documentation of each is, and the first sentence of it. */
const go = () => ['| package | |', '| --- | --- |', ...GO.map((name) => {
  const [, says] = run('go', 'doc', `./core/${name}`).split(/\n\n/), path = `core/${name}`;
  const [, does] = /^Package \w+ ([^:;.]*)/.exec(says.replace(/\n/g, ' ')) ?? [];
  if (!does) throw new Error(`${path}: its comment does not say what the package does`);
  return `| [${path}](https://pkg.go.dev/github.com/orbitcert/orbitcert/${path}) | ${does} |`;
})].join('\n');

/** The page of terms, in alphabetical order: site/docs/glossary.md, which a test compares. */
export function glossary() {
  const terms = Object.values(TERMS).sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return `# Glossary\n\nThe page shows these sentences behind each “?”.\n\n${
    terms.map(({ name, text, anchor }) => `## ${name}\n\n${text} [More](${ANCHORS[anchor].replace(/#|$/, (mark) => `.md${mark}`)})`).join('\n\n')}\n`;
}

/** @type {Record<string, () => string>} */
const KINDS = { 'command-line': commandLine, python, javascript, go };

/** Pages with generated parts, each part between “generated: NAME” and “end”. */
export const WITH_PARTS = ['command-line', 'python', 'javascript', 'go'];

/** Fills the generated parts of a page anew. @param {string} page its Markdown */
export const filled = (page) => page.replace(/^<!-- generated: ([\w-]+) -->\n[^]*?^<!-- end -->$/gm, (_, name) => {
  if (!(name in KINDS)) throw new Error(`generated: ${name}: must be one of ${Object.keys(KINDS).join(', ')}`);
  return `<!-- generated: ${name} -->\n${KINDS[name]()}\n<!-- end -->`;
});
