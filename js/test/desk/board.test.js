// The board: an entry stands only where files, clouds, certificates and votes are what it says; others are listed with the reason. Needs `make build`.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { check, unlike } from '../../../build/board/check.mjs';
import { enter, settingsOf, start } from '../../../build/board/enter.mjs';
import { page, passing } from '../../../build/board/page.mjs';
import { LARGEST } from '../../../build/board/reference.mjs';
import { datasets } from '../../../build/board/run.mjs';
import { chooseBlocks } from '../../classifier/blocks-of-run.js';
import { program, repository, votesProgram } from '../tools/native.js';
import { votes } from './votes.js';

const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
const json = async (...path) => JSON.parse(await readFile(join(...path), 'utf8'));
const built = join(repository, 'build', 'out', 'site');
const model = join(repository, 'js', 'test', 'models', 'bdn2.onnx');

// Four clouds that the model tells apart by their mean first coordinate.
datasets.small = { title: 'Small', about: 'Four clouds.', clouds: 'small.json', alpha: 0.001, norms: [0, 0.1, 1], radius: 0.1 };
const clouds = [1, -1, 1, -1].map((side, i) => ({
  name: `cloud ${i}`,
  label: i % 2,
  points: [
    [0.9, 0.1 * i], [0.8, 0.7], [0.7, -0.9],
  ].map(([x, y]) => [side * x, y]),
}));

const room = await mkdtemp(join(tmpdir(), 'board-'));
after(() => rm(room, { recursive: true }));
const site = join(room, 'site'), good = join(room, 'good');
const programs = { orbitcert: program('orbitcert'), votes: votesProgram, site, fetched: join(room, 'fetched') };
await mkdir(join(site, 'models'), { recursive: true });
for (const name of ['certifier.wasm', 'ort.wasm']) await symlink(join(built, name), join(site, name));
await writeFile(join(site, 'small.json'), JSON.stringify({ clouds }));
// The board's own datasets, which have other clouds.
await mkdir(join(site, 'docs', 'votes'), { recursive: true });
for (const name of ['digits', 'furniture']) await writeFile(join(site, datasets[name].clouds), '{"clouds": []}');
const [asked, counted, documents] = ['asked.json', 'counted.json', 'votes.jsonl'].map((name) => join(room, name));
await writeFile(asked, start('small', { sigma: 0.2, group: 'none' }, site));
// Votes in two stages, as all entries had them: a run that asks for ranges counts so.
const { attack, ...others } = JSON.parse(await readFile(asked, 'utf8'));
const staged = join(room, 'staged.json');
await writeFile(staged, JSON.stringify({ ...others, withstand: {} }));
const { withstand, ...twice } = JSON.parse((await votes(staged, '--model', model, '--samples', '200', '--documents', documents)).out);
await writeFile(counted, JSON.stringify({ ...twice, attack }));
const given = { run: counted, votes: documents, model, title: 'Means & <signs>', author: ['A. B.'] };
enter(good, given, programs);

const all = { seed: 'given', blocks: 1000 };

/**
 * A copy of the good entry in a folder of this name.
 * @param {string} name
 * @param {(entry: any, folder: string) => unknown} change of entry.json and of files
 */
async function changed(name, change) {
  const folder = join(room, name);
  await cp(good, folder, { recursive: true });
  const entry = await json(folder, 'entry.json');
  await change(entry, folder);
  await writeFile(join(folder, 'entry.json'), JSON.stringify(entry));
  return folder;
}

/** Replaces a file of an entry, with its digest. */
async function replaced(reference, folder, by) {
  const path = join(folder, reference.file), text = by(await readFile(path, 'utf8'));
  await writeFile(path, text);
  reference.sha256 = digest(text);
}

/** @param {string} name @param {(entry: any, folder: string) => unknown} change */
const reasonOf = async (name, change, chance = all) => (await check(await changed(name, change), programs, chance)).reason;

test('an entry stands, and the page has it with what was verified; the same seed makes the same page', async () => {
  const outcome = await check(good, programs, { seed: 'given', blocks: 3 });
  assert.equal(outcome.reason, undefined);
  assert.deepEqual([outcome.recount.blocks, outcome.recount.ofBlocks, outcome.recount.samples, outcome.recount.ofSamples], [3, 24, 150, 1200]);
  assert.deepEqual([outcome.result.total, outcome.result.accuracy.orbit.length, outcome.result.accuracy.orbit[0]], [4, 3, 1]);
  assert.deepEqual(await check(good, programs, { seed: 'given', blocks: 3 }), outcome);
  const found = { date: '2026-01-02', seed: 'given', blocks: 3, entries: [outcome, { name: 'bad', digest: '', reason: 'votes: <i>edited</i>' }] };
  const text = page(found);
  assert.match(text, /Means &#38; &#60;signs&#62;/);
  assert.match(text, /<b>bad<\/b>: votes: &#60;i&#62;edited/);
  assert.match(text, /run=board\/good"/);
  assert.match(text, /4 clouds certified again; 150 of 1,200 votes \(300 a cloud\) counted again by the model <code>/);
  const standing = { ...outcome, entry: { ...outcome.entry, ...settingsOf({ sigma: '0.2', group: 'axis', axis: '0,0,1', translation: true }) } };
  assert.match(page({ ...found, entries: [standing] }), /Rotations about 0\u00a00\u00a01 and translations/);
  // A second one with the same title is refused, whatever its letters look like.
  const twin = { ...outcome, name: 'twin', entry: { ...outcome.entry, title: 'MEANS & <signs>' } };
  assert.match(unlike([outcome, twin])[1].reason, /title: .* is that of the entry good already/);
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
      /^parts: the certificates are others than the votes give, first those of “cloud 0”/,
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

/** The parts of an entry, the lines of each in the order of their bytes. @param {string} folder @returns {Promise<string[][]>} */
async function partsOf(folder) {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.part.jsonl'));
  return Promise.all(files.map(async (file) => (await readFile(join(folder, file), 'utf8')).split('\n').sort()));
}

/**
 * Votes of one cloud as somebody would like them, with all counts, digests and certificates in accord.
 * @param {string} name
 * @param {(document: any, classes: Buffer) => void} forge
 * @returns {Promise<string>} folder
 */
async function forged(name, forge) {
  const lines = (await readFile(documents, 'utf8')).trim().split('\n'), run = await json(counted), document = JSON.parse(lines[1]);
  const classes = gunzipSync(Buffer.from(document.sampled, 'base64'));
  forge(document, classes);
  document.sampled = gzipSync(classes).toString('base64');
  const counts = (from, to) => [0, 1, 2].map((one) => classes.subarray(from, to).filter((at) => at === one).length);
  Object.assign(document.votes, { select: counts(0, 100), estimate: counts(100, 300), none: classes.subarray(100).filter((at) => at === 255).length });
  lines[1] = JSON.stringify(document);
  const withNone = (votes, samples) => [...votes, samples - votes.reduce((sum, n) => sum + n, 0)];
  Object.assign(run.clouds[1], {
    votes_pred: withNone(document.votes.select, 100), votes_cert: withNone(document.votes.estimate, 200),
    evidence: `sha256:${digest(lines[1])}`,
  });
  const files = [`${name}.json`, `${name}.jsonl`].map((file) => join(room, file));
  await writeFile(files[0], JSON.stringify(run));
  await writeFile(files[1], lines.join('\n'));
  enter(join(room, name), { ...given, run: files[0], votes: files[1] }, programs);
  return join(room, name);
}

test('edited votes are refused: counts alone by their documents, samples where their block is counted again, draws by their seed', async () => {
  assert.match(
    await reasonOf('counts', (entry, folder) => replaced(entry.run, folder, (text) => text.replace('"votes_cert":[200,0', '"votes_cert":[199,1'))),
    /is a part of another run: the settings, the clouds or the votes differ/,
  );
  const run = await json(counted), raised = join(room, 'raised.json');
  run.clouds[0].votes_cert = [100, 100, 0, 0];
  await writeFile(raised, JSON.stringify(run));
  enter(join(room, 'raised'), { ...given, run: raised }, programs);
  assert.match((await check(join(room, 'raised'), programs, all)).reason, /^cloud 0: its votes differ between the run and its votes document/);
  enter(join(room, 'raised'), given, programs);
  // Lines of a part are in the order in which clouds were done.
  const [made, first] = await Promise.all(
    [join(room, 'raised'), good].map(async (folder) => ({ ...(await json(folder, 'entry.json')), parts: await partsOf(folder) })),
  );
  assert.deepEqual(made, first, 'an entry made anew has nothing of the one before');
  // Block 3 of the second cloud, which is all forged, and the seed that begins with it or ends with it.
  const folder = await forged('samples', (_, classes) => { classes.fill(2, 150, 200); });
  assert.match((await check(folder, programs, all)).reason, /1 clouds have samples whose class differs from the document: cloud 1: 50 of 300/);
  const sum = digest(await readFile(join(folder, 'entry.json')));
  const seeds = Array.from({ length: 200 }, (_, i) => `s${i}`), hits = (seed) => chooseBlocks([6, 6, 6, 6], 1, `${seed} ${sum}`)[0];
  const [found, missed] = [true, false].map((hit) => seeds.find((seed) => (hits(seed).of === 1 && hits(seed).number === 3) === hit));
  assert.match((await check(folder, programs, { seed: found, blocks: 1 })).reason, /cloud 1: 50 of 50 recounted with the seed/);
  assert.equal((await check(folder, programs, { seed: missed, blocks: 1 })).reason, undefined, 'what is not counted again is not seen');
  const chosen = await forged('seed', (document) => { document.sampling.seed = digest('lucky'); });
  assert.match((await check(chosen, programs, all)).reason, /^cloud 1: its votes document does not follow from the cloud|sampling\.seed/);
});

test('a failure that no count has, another runtime and votes of an earlier look are refused', async () => {
  const lines = (await readFile(documents, 'utf8')).trim().split('\n');
  /** An entry of a changed run and changed votes documents. @param {string} name @param {(run: any, documents: any[]) => void} change */
  const entered = async (name, change) => {
    const run = await json(counted), changed = lines.map((line) => JSON.parse(line));
    change(run, changed);
    const texts = changed.map((document) => JSON.stringify(document));
    run.clouds.forEach((cloud, i) => { if (!cloud.failure) cloud.evidence = `sha256:${digest(texts[i])}`; });
    const files = [`${name}.json`, `${name}.jsonl`].map((file) => join(room, file));
    await Promise.all([writeFile(files[0], JSON.stringify(run)), writeFile(files[1], texts.join('\n'))]);
    return { files, enter: () => enter(join(room, name), { ...given, run: files[0], votes: files[1] }, programs) };
  };
  const failed = await entered('failed', (run) => { run.clouds[0] = { name: 'cloud 0', failure: 'was not there' }; });
  failed.enter();
  assert.match((await check(join(room, 'failed'), programs, all)).reason, /^cloud 0: its failure is “was not there”, and a count gives it votes/);
  const named = await entered('named', (_, changed) => { changed[2].runtime.version = '1.2.3'; });
  named.enter();
  assert.match((await check(join(room, 'named'), programs, all)).reason, /^cloud 2: its votes document names another runtime than the run/);

  const early = await entered('early', (run, [document]) => {
    const classes = gunzipSync(Buffer.from(document.sampled, 'base64')).subarray(0, 200);
    document.sampled = gzipSync(classes).toString('base64');
    const estimate = [0, 1, 2].map((one) => classes.subarray(100).filter((at) => at === one).length);
    Object.assign(document.votes, { look: 1, samples: 100, estimate, none: 0 });
    run.clouds[0].votes_cert = [...estimate, 0];
  });
  assert.throws(early.enter, /clouds\[0\]\.votes_cert: has 100 votes; voted\.sampling\.estimate is 200: votes of an earlier look do not count/);
  const again = await votes(early.files[0], '--model', model, '--recount', '--documents', early.files[1]);
  assert.deepEqual([again.code, /cloud 0: its votes document stops at look 1 of 2/.test(again.err)], [3, true], again.err);
  const broken = await entered('null', (_, changed) => { changed[1] = null; });
  const none = await votes(broken.files[0], '--model', model, '--recount', '--documents', broken.files[1]);
  assert.deepEqual([none.code, /cloud 1: its votes document is not one of a count/.test(none.err)], [3, true], none.err);
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
    assert.equal((await json(repository, 'site', 'docs', 'board', `${name}.json`)).clouds, datasets[entry.dataset].clouds);
  }
});
