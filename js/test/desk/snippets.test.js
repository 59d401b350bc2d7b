// The code blocks of README and docs: each runs here, or in the test that the table names, or the table says why it does not.
// Each page begins in an empty folder and has only the programs that it installs. make test runs two pages at random, make campaigns all.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { PAGES } from '../../../build/docs/pages.mjs';
import { program, repository } from '../tools/native.js';
import { random } from '../tools/random.js';

const TORCH = 'build/python/test/torch_docs_test.py';

/** Blocks that another test runs: page, language, test, and what is in them. */
const ELSEWHERE = [
  ['README', 'console', 'js/test/desk/readme.test.js'],
  ['README', 'python', 'build/python/test/use_test.py'],
  ['README', 'js', 'js/test/desk/package.test.js'],
  ['start', 'python', 'build/python/test/use_test.py'],
  ['javascript', 'js', 'js/test/desk/package.test.js'],
  ['go', 'go', 'core/pages_test.go', 'Exact('],
  ['python', 'python', 'build/python/test/use_test.py', '>>> '],
  ['pytorch', 'python', TORCH],
  ['pytorch', 'sh', TORCH],
  ['recipes', 'python', TORCH],
  ['recipes', 'sh', TORCH],
  ['molecules', 'python', TORCH],
  ['molecules', 'sh', TORCH],
  ['command-line', 'sh', TORCH, 'numpy'],
];

/** Blocks that do not run as they are: page, how they begin, and why. */
const NOT_RUN = [
  ['README', 'make serve', 'does not end'],
  ['python', 'import orbitcert\n\ncertificate', 'a notebook shows it'],
  ['javascript', 'make package', 'installs'],
  ['go', 'request, err', 'a part of a program'],
  ['dataset', 'ORBITCERT=', 'needs a cluster; make test-cluster runs the script'],
  ['documents', '{"$schema"', 'a part of a request'],
  ['documents', '{\n  "certified":', 'shows the form of a certificate'],
  ['hosting', '', 'needs accounts'],
  ['page', '<script', 'needs a page'],
  ['paper', 'make models', 'takes hours'],
];

const file = (page) => (page === 'README' ? 'README.md' : `site/docs/${page}.md`);

/** Blocks of code of a page, but for text. */
function blocksOf(page) {
  const text = readFileSync(join(repository, file(page)), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```/gm)].filter(([, language]) => language !== 'text').map(([, language, code]) => ({ page, language, code }));
}

const elsewhere = ({ page, language, code }) => ELSEWHERE.find(([name, other, , part = '']) => name === page && other === language && code.includes(part));
const reason = ({ page, code }) => NOT_RUN.find(([name, begin]) => name === page && code.startsWith(begin));

const blocks = ['README', ...PAGES].flatMap(blocksOf);
const here = blocks.filter((block) => !elsewhere(block) && !reason(block));

/** Commands that fetch and install, for this machine: the files of this tree, and the programs that have been built of them. */
const INSTALLED = `
git() {
  [ "$*" = 'clone https://github.com/orbitcert/orbitcert' ] && mkdir orbitcert
  command git -C "$TREE" ls-files -z --cached --others --exclude-standard | tar -C "$TREE" --ignore-failed-read --null -T - -c | tar -x -C orbitcert
}
make() { [ "$*" = site ] && mkdir build/out && ln -s "$TREE"/build/out/* build/out/; }
pip() {
  case "$*" in
    'install ./build/python') PATH=$BIN:$PATH ;;
    'install mpmath') python3 -c 'import mpmath' ;;
    *) return 1 ;;
  esac
}
`;

/** Runs commands in an empty folder; gives it and the answer. @param {import('node:test').TestContext} t @param {string} commands */
function shell(t, commands, input = '') {
  const folder = mkdtempSync(join(tmpdir(), 'orbitcert-snippets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const env = { ...process.env, TREE: repository, BIN: join(program('orbitcert'), '..') };
  return { folder, ...spawnSync('bash', ['-euo', 'pipefail', '-c', commands], { cwd: folder, encoding: 'utf8', input, env }) };
}

/** Files of a working tree that git neither knows nor ignores. @param {string[]} options */
const unknown = (...options) =>
  execFileSync('git', [...options, 'ls-files', '--others', '--exclude-standard'], { cwd: repository, encoding: 'utf8' }).split('\n').filter(Boolean);

test('every code block is run, or named with the reason why not', () => {
  for (const [page, begin] of NOT_RUN) assert.ok(blocks.some(({ page: name, code }) => name === page && code.startsWith(begin)), `${page}: ${begin}`);
  for (const entry of ELSEWHERE) {
    assert.ok(blocks.some((block) => elsewhere(block) === entry), `${entry}`);
    assert.ok(readFileSync(join(repository, entry[2]), 'utf8').includes(entry[0]), `${entry}: the test does not name the page`);
  }
  assert.deepEqual([...new Set(here.map(({ language }) => language))].sort(), ['json', 'sh']);
  const run = blocks.filter((block) => !reason(block)).length;
  assert.ok(run >= 60, `${run} blocks run`);
});

test('the requests and runs of the docs are certified', (t) => {
  for (const { page, code } of here.filter(({ language }) => language === 'json')) {
    const act = JSON.parse(code).clouds ? 'run -' : 'certify - > certificate.json && "$BIN/orbitcert" verify certificate.json';
    const { status, stderr } = shell(t, `"$BIN/orbitcert" ${act}`, code);
    assert.equal(status, 0, `${page}: ${code}\n${stderr}`);
  }
});

test('the commands of a page run from an empty folder, and git ignores what they write', (t) => {
  const pages = [...new Set(here.filter(({ language }) => language === 'sh').map(({ page }) => page))];
  const seed = Number(process.env.SEED ?? Date.now() % 1e6);
  t.diagnostic(`SEED=${seed}`);
  const draw = random(seed);
  while (!process.env.CAMPAIGN && pages.length > 2) pages.splice(Math.floor(draw() * pages.length), 1);
  const gitFolder = execFileSync('git', ['rev-parse', '--absolute-git-dir'], { cwd: repository, encoding: 'utf8' }).trim();
  for (const page of pages) {
    const commands = here.filter((block) => block.page === page && block.language === 'sh').map(({ code }) => code);
    const { folder, status, stderr } = shell(t, [INSTALLED, ...commands].join('\n'));
    assert.equal(status, 0, `${page}: ${stderr}`);
    const left = unknown(`--git-dir=${gitFolder}`, `--work-tree=${join(folder, 'orbitcert')}`), before = unknown();
    assert.deepEqual(left.filter((name) => !before.includes(name)), [], page);
  }
});
