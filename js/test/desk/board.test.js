// The board: an entry stands only where files, clouds, certificates and votes are what it says; others are listed with the reason. Needs `make build`.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { check, unlike } from '../../../build/board/check.mjs';
import { enter, settingsOf } from '../../../build/board/enter.mjs';
import { differences } from '../../../build/board/differences.mjs';
import { page, passing, summary } from '../../../build/board/page.mjs';
import { LARGEST } from '../../../build/board/reference.mjs';
import { datasets } from '../../../build/board/run.mjs';
import { chooseBlocks } from '../../classifier/blocks-of-run.js';
import { repository } from '../tools/native.js';
import { all, asked, counted, digest, documents, given, good, json, model, programs, reasonOf, replaced, room, site } from './board.js';

test('an entry stands, and the page has it with what was verified; the same seed makes the same page', async () => {
  const outcome = await check(good, programs, { seed: 'given', blocks: 3 });
  assert.equal(outcome.reason, undefined);
  assert.deepEqual([outcome.recount.blocks, outcome.recount.ofBlocks, outcome.recount.samples, outcome.recount.ofSamples], [3, 24, 150, 1200]);
  assert.deepEqual([outcome.result.total, outcome.result.accuracy.orbit.length, outcome.result.accuracy.orbit[0]], [4, 3, 1]);
  assert.deepEqual(await check(good, programs, { seed: 'given', blocks: 3 }), outcome);
  assert.match(summary(outcome), /; \d+ % \(clouds not seen: at least \d+ %, with 95 % confidence\) at /);
  const other = { ...outcome, name: 'other', entry: { ...outcome.entry, title: 'Other' } }, pairs = differences([outcome, other], programs.orbitcert);
  assert.deepEqual(pairs, [{ dataset: 'small', first: 'good', second: 'other', only_first: 0, only_second: 0, p_value: 1 }]);
  const found = {
    date: '2026-01-02', seed: 'given', blocks: 3, entries: [outcome, other, { name: 'bad', digest: '', reason: 'votes: <i>edited</i>' }],
    differences: [...pairs, { ...pairs[0], only_first: 1, only_second: 9, p_value: 0.021 }],
  };
  const text = page(found);
  assert.match(text, /No difference shown between <b>Means &#38; &#60;signs&#62;<\/b> and <b>Other<\/b>: 0 clouds only by the first, 0 only by the second, p = 1/);
  assert.match(text, /<b>Other<\/b> certifies more than <b>Means &#38; &#60;signs&#62;<\/b>: 9 clouds only by the first, 1 only by the second, p = 0\.021/);
  const [, bounds] = /<b>(.*?)<\/b><\/td><td>/.exec(text.split('<b>Means &#38; &#60;signs&#62;</b>, ')[1]);
  assert.match(bounds, /^\d+<span class="second">≥ \d+<\/span>$/);
  assert.match(text, /Means &#38; &#60;signs&#62;/);
  assert.match(text, /<b>bad<\/b>: votes: &#60;i&#62;edited/);
  assert.match(text, /run=board\/good"/);
  assert.match(text, /4 clouds certified again; 150 of 1,200 votes \(300 a cloud\) counted again by the model <code>/);
  const standing = { ...outcome, entry: { ...outcome.entry, ...settingsOf({ sigma: '0.2', group: 'axis', axis: '0,0,1', translation: true }) } };
  assert.match(page({ ...found, entries: [standing], differences: [] }), /Rotations about 0\u00a00\u00a01 and translations/);
  // A second one with the same title is refused, whatever its letters look like.
  const twin = { ...outcome, name: 'twin', entry: { ...outcome.entry, title: 'MEANS & <signs>' } };
  assert.match(unlike([outcome, twin])[1].reason, /title: .* is that of the entry good already/);
});

/** Puts the gzipped form of a file in its place. @param {string} folder @param {string} name @param {Buffer} bytes */
async function packed(folder, name, bytes) {
  await rm(join(folder, name));
  await writeFile(join(folder, `${name}.gz`), gzipSync(bytes));
}

test('the files of an entry may be gzipped', async () => {
  const change = async ({ run, votes, parts }, folder) => {
    for (const { file } of [run, votes, ...parts]) await packed(folder, file, await readFile(join(folder, file)));
  };
  assert.equal(await reasonOf('packed', change), undefined);
});

test('what is started has the axis of its group, and none where there is none', () => {
  assert.deepEqual(settingsOf({ sigma: '0.2', group: 'SE', subsample: '64' }), { sigma: 0.2, group: 'SE', subsample: 64 });
  assert.deepEqual(settingsOf({ sigma: '0.2', group: 'axis', axis: '0,-1,2.5' }), { sigma: 0.2, group: 'axis', axis: [0, -1, 2.5] });
  for (const axis of ['0,0', '0,0,up', '0,,1', '0,0,0'])
    assert.throws(() => settingsOf({ sigma: '0.2', group: 'axis', axis }), /^Error: --axis must be three numbers/, axis);
  for (const other of [{ group: 'axis' }, { group: 'SE', axis: '0,0,1' }])
    assert.throws(() => settingsOf({ sigma: '0.2', ...other }), /--axis is that of --group axis/);
  assert.throws(() => settingsOf({ sigma: '0.2', group: 'SE', translation: true }), /--translation is said of --group axis/);
});

test('what cannot be entered is refused with the reason', async () => {
  const said = (text) => assert.throws(() => enter(join(room, 'none'), given, programs), text);
  const counts = await readFile(counted, 'utf8');
  for (const [text, reason] of [
    ['', /counted\.json: is not JSON/], ['{}', /has no clouds/],
    [counts.replace('"sigma":0.2', '"sigma":0.3'), /counted\.json cannot be certified: .*sigma/],
  ]) {
    await writeFile(counted, text);
    said(reason);
  }
  await writeFile(counted, counts);
});

test('a bad entry is refused with the reason, by field', async () => {
  const cases = [
    [
      'digest',
      (entry) => {
        entry.run.sha256 = digest('other');
      },
      /^run\.sha256: the file has another SHA-256/,
    ],
    [
      'other-model',
      (entry) => {
        entry.model.sha256 = digest('other');
      },
      /^model\.sha256: the votes are of another model/,
    ],
    ['no-model', (_, folder) => rm(join(folder, 'model.onnx')), /^model\.file: there is no file “model\.onnx”/],
    [
      'no-site-model',
      (entry) => {
        entry.model = { site: 'models/none.onnx', sha256: entry.model.sha256 };
      },
      /^model\.site: there is no file/,
    ],
    [
      'up',
      (entry) => {
        entry.model.file = '../good/model.onnx';
      },
      /^model\.file: “\.\.\/good\/model\.onnx” is not a path of plain names/,
    ],
    [
      'root',
      (entry) => {
        entry.run.file = '/etc/passwd';
      },
      /^run\.file: .* is not a path of plain names/,
    ],
    [
      'backwards',
      (entry) => {
        entry.run.file = '..\\run.json';
      },
      /^run\.file: .* is not a path of plain names/,
    ],
    [
      'symlink',
      async (entry, folder) => {
        await rm(join(folder, 'run.json'));
        await symlink(join(good, 'run.json'), join(folder, 'run.json'));
      },
      /^run\.file: “run\.json” is a link to another place/,
    ],
    [
      'folder-link',
      async (entry, folder) => {
        await symlink(good, join(folder, 'deep'));
        entry.run.file = 'deep/run.json';
      },
      /^run\.file: “deep\/run\.json” is a link to another place/,
    ],
    [
      'oversized', (entry, folder) => writeFile(join(folder, 'run.json'), Buffer.alloc(LARGEST + 1)),
      /^run\.file: “run\.json” has 25\.0 MB; at most 25\.0 MB are taken/,
    ],
    [
      'packed-large', (entry, folder) => packed(folder, 'run.json', Buffer.alloc(LARGEST + 1)),
      /^run\.file: “run\.json\.gz” cannot be unpacked to at most 25\.0 MB/,
    ],
    [
      'both',
      (entry) => {
        entry.model.link = 'https://huggingface.co/a';
      },
      /^model: must have one of file, site and link/,
    ],
    [
      'linked-votes',
      (entry) => {
        entry.votes = { link: 'https://huggingface.co/a', sha256: entry.votes.sha256 };
      },
      /^votes\.link: is not a field here; these are: sha256, file$/,
    ],
    [
      'unknown',
      (entry) => {
        entry.rank = 1;
      },
      /^rank: is not a field here/,
    ],
    [
      'hidden',
      (entry) => {
        entry.title = 'First\u202etsriF';
      },
      /^title: has characters in it that are not seen/,
    ],
    [
      'dataset',
      (entry) => {
        entry.dataset = 'constructor';
      },
      /^dataset: must be one of digits, furniture, small/,
    ],
    [
      'sigma',
      (entry) => {
        entry.sigma = 0.5;
      },
      /^sigma: is 0\.5 in entry\.json and 0\.2 in the run/,
    ],
    [
      'group',
      (entry) => {
        entry.group = 'SE';
      },
      /^group: is .* in entry\.json/,
    ],
    ['Capital', () => {}, /^the folder: its name must be of small letters/],
    [
      'wider', (entry, folder) =>
        replaced(entry.run, folder, (text) => text.replace('"group": "none"', '"group": "SE"')).then(() => {
          entry.group = 'SE';
        }),
      /group: must be within .*none/,
    ],
    [
      'names-files',
      (entry, folder) => replaced(entry.run, folder, (text) => text.replace('"attack":', '"votes": {"file": "/etc/passwd"}, "attack":')),
      /^run\.votes: is not a field here/,
    ],
    ['other-attack', (entry, folder) => replaced(entry.run, folder, (text) => text.replace('[0,0.1,1]', '[0,0.01,1]')), /^run\.attack: must be /],
    [
      'fewer-clouds',
      (entry, folder) => replaced(entry.run, folder, (text) => text.replace(/,\n\{"name":"cloud 3"[^\n]*/, '')),
      /^run\.clouds: 1 of 4 clouds are missing, first “cloud 3”/,
    ],
    ['twice', (entry, folder) => replaced(entry.run, folder, (text) => text.replace('"cloud 3"', '"cloud 2"')), /^run\.clouds: “cloud 2” occurs twice/],
    [
      'label', (entry, folder) => replaced(entry.run, folder, (text) => text.replace('"cloud 3","label":1', '"cloud 3","label":0')),
      /^run\.clouds\[3\]\.label: is 0; “cloud 3” has 1/,
    ],
    [
      'easier',
      (entry, folder) => replaced(entry.run, folder, (text) => text.replace('{"name":"cloud 3",', '{"name":"cloud 3","points":[[-9,0],[-9,1],[-9,2]],')),
      /^run\.clouds\[3\]\.points: are not those of “cloud 3”/,
    ],
    [
      'runtime', (entry, folder) => replaced(entry.run, folder, (text) => text.replace('"name":"onnxruntime-web"', '"name":"faster"')),
      /^run\.voted\.runtime: must be one that OrbitCert has counted with/,
    ],
    [
      'runtime-build', (entry, folder) => replaced(entry.run, folder, (text) => text.replace(/"wasm":"sha256:../, '"wasm":"sha256:zz')),
      /^run\.voted\.runtime: must be one/,
    ],
    [
      'no-sampling',
      (entry, folder) => replaced(entry.run, folder, (text) => text.replace(/"sampling":\{[^}]*\}/, '"sampling":{}')),
      /voted\.classifier\.grid: must be/,
    ],
    ['no-evidence', (entry, folder) => replaced(entry.run, folder, (text) => text.replace(/"evidence":"[^"]*"/, '"evidence":""')), /evidence/],
    ['broken', (entry, folder) => replaced(entry.run, folder, () => '{'), /^run: is not JSON/],
    [
      'certificate',
      (entry, folder) => replaced(entry.parts[0], folder, (text) => text.replace(/^(\{"cloud":0,.*"orbit":\[1,1,)0/m, (_, before) => `${before}1`)),
      /^parts\/0\.part\.jsonl: line \d: results\[0\]\.one_class\.orbit: is \[1 1 1\], but no runner-up is bounded/,
    ],
    [
      'lower',
      (entry, folder) => replaced(entry.parts[0], folder, (text) =>
        text.replace(/^\{"cloud":0,.*/m, (line) => line.replaceAll('[1,1,0', '[1,0,0'))),
      /^parts\/0\.part\.jsonl: line \d: results\[0\]\.one_class\.black_box: is \[1 0 0\], but 200 of 200 votes do not give it/,
    ],
    [
      'no-documents', (entry, folder) => replaced(entry.votes, folder, (text) => text.split('\n').slice(1).join('\n')),
      /no votes document has the SHA-256 that the run names/,
    ],
  ];
  for (const [name, change, reason] of cases) assert.match(await reasonOf(name, change) ?? 'it stands', reason, name);
  const empty = join(room, 'empty');
  await mkdir(empty);
  assert.deepEqual(await check(empty, programs, all), { name: 'empty', digest: '', reason: 'entry.json: there is no file “entry.json”' });
});

test('models are fetched from allowed hosts alone, and have the digest that the entry names', async (t) => {
  const bytes = await readFile(model), asked = [];
  const answers = {
    '/model.onnx': (response) => response.end(bytes), '/page.onnx': (response) => response.end('<!doctype html>'),
    '/other.onnx': (response) => response.end('other'), '/moved.onnx': (response) => response.writeHead(302, { location: '/model.onnx' }).end(),
    '/away.onnx': (response) => response.writeHead(302, { location: 'http://127.0.0.2:9/model.onnx' }).end(),
    '/round.onnx': (response) => response.writeHead(302, { location: '/round.onnx' }).end(),
  };
  const server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    (answers[url] ?? (() => response.writeHead(404).end()))(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  t.after(() => { server.close(); delete process.env.ORBITCERT_SOURCES; });
  const linked = (name, link) => reasonOf(name, (entry) => { entry.model = { link, sha256: entry.model.sha256 }; }, { seed: 'x', blocks: 1 });
  assert.match(
    await linked('elsewhere', `${origin}/model.onnx`),
    /^model\.link: “http:\/\/127.*” is not on a host that files are fetched from, https:\/\/huggingface\.co/,
  );
  assert.match(await linked('local-file', 'file:///etc/passwd'), /^model\.link: “file:\/\/\/etc\/passwd” is not on a host/);
  assert.deepEqual(asked, []);
  process.env.ORBITCERT_SOURCES = origin;
  assert.match(await linked('away', `${origin}/away.onnx`), /^model\.link: “http:\/\/127\.0\.0\.2.* is not on a host/);
  assert.match(await linked('round', `${origin}/round.onnx`), /sends on and on/);
  assert.match(await linked('absent', `${origin}/absent.onnx`), /has no such file/);
  assert.match(await linked('page', `${origin}/page.onnx`), /gives a web page/);
  assert.match(await linked('other', `${origin}/other.onnx`), /its SHA-256 is/);
  assert.equal(await linked('moved', `${origin}/moved.onnx`), undefined);
  const before = asked.length;
  assert.equal(await linked('again', `${origin}/model.onnx`), undefined, 'it is kept');
  assert.equal(asked.length, before);
});

test('blocks are chosen all alike, and the page tells the chance to miss a forgery', () => {
  const sizes = [3, 1, 4], seen = new Map(), draws = 4000;
  for (let i = 0; i < draws; i++)
    for (const { of, number } of chooseBlocks(sizes, 2, `seed ${i}`)) seen.set(`${of} ${number}`, (seen.get(`${of} ${number}`) ?? 0) + 1);
  assert.equal(seen.size, 8);
  const expected = draws / 4, square = [...seen.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
  assert.ok(square < 24.3, `χ² ${square} of 7 degrees of freedom: beyond it once in a thousand`);
  assert.equal(chooseBlocks(sizes, 99, 'x').length, 8);
  // Two of eight forged, three counted again: C(6, 3) / C(8, 3).
  assert.ok(Math.abs(passing(0.25, { blocks: 3, ofBlocks: 8 }) - 20 / 56) < 1e-12);
  assert.equal(passing(0.25, { blocks: 7, ofBlocks: 8 }), 0);
});

test('as a runner checks entries: an annotation at the folder, and the reason', async () => {
  const bad = join(room, 'runner', 'a, b');
  await mkdir(bad, { recursive: true });
  const env = {
    ...process.env, ENTRIES: '*\nnowhere/*', CERTIFICATES: '', FRESH: '', GITHUB_ACTION_PATH: join(repository, 'build', 'action'),
    GITHUB_STEP_SUMMARY: '',
  };
  const said = await new Promise((resolve) =>
    execFile(join(repository, 'build', 'action', 'verify.sh'), { cwd: dirname(bad), env }, (error, out) => resolve({ code: error?.code, out })),
  );
  assert.equal(said.code, 1);
  assert.match(said.out, /::error file=a%2C b::blocks are chosen by BOARD_SEED=\w+%0Aa, b: refused: the folder: its name must be/);
  assert.match(said.out, /no file matches nowhere\/\*\n1 entries verified, 2 problems/);
});

test('the page that is published is that of the entries that are here, all of which stand', async () => {
  delete datasets.small;
  const found = await json(repository, 'site', 'docs', 'board.json'), entries = join(repository, 'build', 'board', 'entries');
  assert.equal(await readFile(join(repository, 'site', 'docs', 'board.html'), 'utf8'), page(found));
  assert.deepEqual(found.entries.map(({ name }) => name), (await readdir(entries)).sort());
  for (const { name, digest: sum, reason, entry } of found.entries) {
    assert.equal(reason, undefined);
    assert.equal(sum, digest(await readFile(join(entries, name, 'entry.json'))), name);
    assert.equal((await json(repository, 'build', 'out', 'site', 'docs', 'board', `${name}.json`)).clouds, datasets[entry.dataset].clouds);
  }
});
