// The code blocks of README and docs: each runs here, or in the test that the table names, or the table says why it does not.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PAGES } from '../../../build/docs/pages.mjs';
import { program, repository, votesCommand } from '../tools/native.js';

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
  ['command-line', 'sh', TORCH, 'jq '],
];

/** Blocks that do not run as they are: page, how they begin, and why. */
const NOT_RUN = [
  ['README', 'make serve', 'does not end'],
  ['python', 'pip install', 'installs'],
  ['python', 'import orbitcert\n\ncertificate', 'a notebook shows it'],
  ['javascript', 'make package', 'installs'],
  ['go', 'request, err', 'a part of a program'],
  ['dataset', 'go build', 'needs a cluster; make test-cluster runs the script'],
  ['dataset', 'make build', 'needs a model of the reader'],
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

const at = (name) => join(repository, name);

/** The files that the docs name. Their votes have 100 samples each, so that counting them again is quick. */
function filesOf(folder) {
  const json = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const made = (program, ...words) => {
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, `${words.join(' ')}: ${stderr}`);
    return stdout;
  };
  const write = (name, content) => writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  const voted = (name, model) => JSON.parse(made(process.execPath, ...votesCommand, name, '--model', at(model), '--samples', '100'));
  const small = 'js/test/models/bdn2.onnx';
  copyFileSync(at(small), join(folder, 'model.onnx'));

  const points = [[0.9, 0.1], [0.8, 0.7], [0.7, -0.9]];
  const request = { clean: { points }, perturbed: { attack: 'scale', norm: 0.01 }, sigma: 0.1, group: 'none', samples: 1000 };
  write('request.json', request);
  write('request.json', { ...request, prediction: { evidence: voted('request.json', small) } });
  write('certificate.json', made(program('orbitcert'), 'certify', 'request.json'));

  const clouds = [points, [[0, 2], [1, 1], [-3, 0.5]]].map((cloud, i) => ({ name: `${i}`, label: 0, points: cloud }));
  write('run.json', { sigma: 0.1, group: 'SE', attack: { family: 'scale', norms: [0, 0.01] }, clouds });
  write('run.json', voted('run.json', small));
  write('result.json', made(program('orbitcert'), 'run', 'run.json'));

  for (const name of ['site', 'site/examples']) {
    mkdirSync(join(folder, name));
    for (const one of readdirSync(at(name))) if (one !== 'examples' && one !== 'digit-2d.json') symlinkSync(join(at(name), one), join(folder, name, one));
  }
  copyFileSync(at('site/examples/digit-2d.json'), join(folder, 'site/examples/digit-2d.json'));
  const { looks, votes, samples, ...prediction } = json('site/examples/digit-2d.json').prediction;
  const evidence = voted('site/examples/digit-2d.json', 'site/models/digits.onnx');
  write('site/examples/digit-2d.json', { ...json('site/examples/digit-2d.json'), prediction: { ...prediction, evidence } });
}

/** Makes the files once. @type {string | undefined} */
let made;
after(() => made && rmSync(made, { recursive: true }));

/** Runs a command in a folder with the programs, the checkout's parts and the files. */
function shell(t) {
  const folder = mkdtempSync(join(tmpdir(), 'orbitcert-snippets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  if (!made) filesOf(made = mkdtempSync(join(tmpdir(), 'orbitcert-snippets-')));
  cpSync(made, folder, { recursive: true, verbatimSymlinks: true });
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(program('orbitcert'), join(folder, 'orbitcert'));
  symlinkSync(program('orbitcert'), join(bin, 'orbitcert'));
  for (const name of ['build', 'core', 'js', 'go.mod', 'go.sum', 'wasm']) symlinkSync(at(name), join(folder, name));
  writeFileSync(join(bin, 'orbitcert-votes'), `#!/bin/sh\nexec node ${votesCommand.join(' ')} "$@"\n`, { mode: 0o755 });
  return (command, input) =>
    spawnSync('bash', ['-ec', command], { cwd: folder, encoding: 'utf8', input, env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } });
}

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
  const run = shell(t);
  for (const { page, code } of here.filter(({ language }) => language === 'json')) {
    const act = JSON.parse(code).clouds ? './orbitcert run -' : './orbitcert certify - > certificate.json && ./orbitcert verify certificate.json';
    const { status, stderr } = run(act, code);
    assert.equal(status, 0, `${page}: ${code}\n${stderr}`);
  }
});

test('the commands of the docs run, page by page', (t) => {
  for (const page of new Set(here.filter(({ language }) => language === 'sh').map((block) => block.page))) {
    const run = shell(t);
    for (const { code } of here.filter((block) => block.page === page && block.language === 'sh')) {
      const { status, stderr } = run(code.replaceAll('go build -o orbitcert ./core/cmd/orbitcert', 'true'));
      assert.equal(status, 0, `${page}: ${code}\n${stderr}`);
    }
  }
});
