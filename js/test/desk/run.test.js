// Runs over datasets, without a browser.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { digestOfCloud } from '../../../build/content/paper/condensed.mjs';
import { toRequest } from '../../form/request.js';
import { entriesOf } from '../../page/cloud-of-run.js';
import { repository } from '../tools/native.js';
import { until } from '../tools/until.js';
import { file, newEngine } from './engine.js';
import { cloud, failures, finished, folderOf, header, opened, orbitcert, shipped, votes } from './runs.js';

test('many files with a table of votes; failures are listed, not fatal', async () => {
  const { run } = await opened([
    cloud('a'), cloud('b'), cloud('mute'), file('bad.xyz', '0 0\n1 x\n'), file('space.xyz', '0 0 0\n1 1 1\n'), votes('a', 'b', 'space', 'nobody'),
  ]);
  assert.equal(run.phase, 'ready');
  await finished(run, { norms: '0 0.05 5' });
  assert.equal(run.phase, 'done');
  const said = failures(run);
  assert.equal(said.length, 4);
  for (const part of ['bad.xyz: line 2', 'mute.xyz: has no votes', 'space.xyz: has 3 dimensions', 'no cloud is called "nobody"']) {
    assert.ok(said.some((line) => line.includes(part)), `${part} in ${said}`);
  }
  const { grid, accuracy, total } = /** @type {any} */ (run.outcome?.result);
  assert.deepEqual([grid[1], accuracy.black_box[1], total], [0.05, 2 / 6, 6], 'two of six: what has no verdict is not certified');
});

test('bad votes and bad settings say where, and lose nothing', async () => {
  const { run, add } = await opened([cloud('a'), file('v.csv', `${header}a,1,10,990,100\n`)]);
  assert.deepEqual(failures(run), ['v.csv: v.csv, line 2: has 5 cells, the header 6.']);
  await add(file('v.csv', `${header}a,1,10,990,100,9900\n`));
  assert.deepEqual([run.phase, failures(run)], ['ready', []]);
  await finished(run, { norms: '0.2 0.1' });
  assert.equal(run.phase, 'ready');
  assert.match(run.entries.errors.norms, /must rise/i);
  await finished(run, { norms: '0.1 0.2' });
  assert.equal(run.phase, 'done');
});

test('a table of one set of votes is asked about, and a second one or a column names the class', async () => {
  const set = (/** @type {string} */ name, /** @type {number[]} */ ...counts) => file(name, `name;label;chair;table\na;table;${counts.join(';')}\n`);
  const { run, add } = await opened([cloud('a'), set('cert.csv', 100, 9900)]);
  assert.deepEqual([run.phase, run.files.lacks, failures(run)], ['ready', 'votes', []]);
  const [question] = run.files.questions;
  assert.match(question.message, /^has one set of votes/);
  await run.answer(question, question.remedies[0]);
  assert.deepEqual([run.files.questions, run.files.lacks, run.files.classes], [[], 'votes_pred', ['chair', 'table']]);
  await add(set('pred.csv', 10, 990));
  await run.answer(run.files.questions[0], run.files.questions[0].remedies[1]);
  assert.equal(run.files.lacks, '');
  await finished(run, { norms: '0 0.05' });
  assert.deepEqual([run.phase, run.outcome?.result.correct, run.log?.head.classes], ['done', 1, ['chair', 'table']]);
  const [radius] = run.outcome?.radii ?? [];
  assert.ok(radius && radius > 0.2 && radius < 0.24, String(radius));

  const { run: named } = await opened([cloud('a'), file('v.csv', 'name,label,predicted,chair,table\na,table,table,100,9900\n')]);
  await finished(named, { norms: '0 0.05' });
  assert.deepEqual([named.outcome?.result.accuracy, named.outcome?.radii], [run.outcome?.result.accuracy, [radius]]);
});

test('all that is wrong with a run document is listed', async () => {
  const document = { clouds: [], sigma: 0, group: 'SE', alpha: 2, attack: { family: 'scale', norms: [1, 0] } };
  const { run } = await opened([file('run.json', JSON.stringify(document))]);
  assert.deepEqual(failures(run), [
    'run.json: sigma: must be positive, got 0', 'run.json: alpha: must be above 0 and at most 0.5, got 2',
    'run.json: attack.norms: must rise and lie from 0 to 1e+100, got 0',
  ]);
});

test('all that is wrong with the settings is marked at once, what the page cannot read and what the core refuses', async () => {
  const { run } = await opened([cloud('a'), votes('a')]);
  await finished(run, { sigma: 'x', alpha: '2', norms: '0.2 0.1', seed: '-1', points: '0', group: 'axis', axis: '0 0 0' });
  const { errors } = run.entries;
  assert.deepEqual([run.phase, run.message, Object.keys(errors).sort()], ['ready', '', ['alpha', 'axis', 'norms', 'points', 'seed', 'sigma']]);
  assert.match(`${errors.sigma} ${errors.alpha}`, /^“x” is not a number\. Must be above 0/);
  await finished(run, { family: 'rotate', degrees: '1 0', noise: '-1', draws: '0' });
  assert.ok(['degrees', 'noise', 'draws'].every((name) => run.entries.errors[name]) && !run.entries.errors.norms, Object.keys(run.entries.errors).join());
  await finished(run, { sigma: '0.1', alpha: '0.001', family: 'scale', norms: '0.1', seed: '0', points: '', group: 'SE' });
  assert.deepEqual([run.phase, run.entries.errors], ['done', {}]);
});

test('votes hold for the σ with which they were counted, and no other', async () => {
  const { run } = await opened([shipped('digits')]);
  await finished(run, { sigma: '0.13' });
  assert.equal(run.phase, 'ready');
  assert.match(run.entries.errors.sigma, /^Must be 0\.1, with which/);
});

test('points that were drawn on a surface are those of the saved run', async (t) => {
  const mesh = 'OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n3 0 1 3\n3 0 2 3\n3 1 2 3\n';
  const { run } = await opened([file('a.off', mesh), votes('a')]);
  await finished(run, { points: '20', method: 'surface' });
  const [document, result] = await Promise.all([run.log.document().text(), run.outcome.document.text()]);
  assert.equal(JSON.parse(document).clouds[0].points.length, 20);
  assert.equal(JSON.parse(result).failed, 0);
  assert.equal(await orbitcert(folderOf(t, { 'run.json': document }), 'run', 'run.json'), result);
});

test('a cancelled run starts again from the files it has', async () => {
  const { run } = await opened([shipped('shapes')]);
  const first = finished(run, { norms: '0.1 0.18', samples: '200000' });
  await until(() => run.phase === 'running');
  await run.cancel();
  await first;
  assert.deepEqual([run.phase, run.log, run.outcome], ['ready', null, null]);
  await finished(run, { samples: '1000' });
  assert.deepEqual([run.phase, run.outcome?.result.total, run.outcome?.result.settings.samples], ['done', 22, 1000]);
});

test('what the clouds that failed need is offered for all of them, and the run begins again with it', async () => {
  const solid = '0.4 0.1 0\n-0.3 0.5 0\n-0.1 -0.6 1\n';
  const coloured = Float32Array.from({ length: 6 * 50 }, (_, i) => (i % 6 < 3 ? Math.sin(i * i) * (1 + i % 6) : (i * 37) % 256));
  const { run } = await opened([
    votes('a', 'b', 'c', 'scan.bin'), file('a.xyz', solid), file('b.xyz', `${solid}nan nan nan\n`), file('c.xyz', `${solid}nan 1 1\nnan 2 2\n`),
    file('scan.bin', new Uint8Array(coloured.buffer)),
  ]);
  await finished(run, { norms: '0.05', samples: '1000' });
  assert.equal(run.outcome?.result.failed, 3);
  assert.match(failures(run).join('\n'), /b\.xyz: .*1 of 4 points/);
  const [drop] = run.log.offers;
  assert.deepEqual([drop.label, drop.clouds], ['Drop points without coordinates', 2]);
  await run.accept(drop);
  assert.deepEqual([run.phase, run.outcome?.result.failed, run.entries.values.dropMissing], ['done', 1, 'true']);
  const columns = run.log.offers.find(({ label }) => label.startsWith('Read 6 columns'));
  assert.equal(columns?.clouds, 1);
  await run.accept(/** @type {any} */ (columns));
  assert.deepEqual([run.outcome?.result.total, run.outcome?.result.correct, run.outcome?.result.failed, run.log.offers], [4, 4, 0, []]);
  const { clouds } = JSON.parse(await run.log.document().text());
  assert.deepEqual(clouds.map((/** @type {any} */ { points }) => points.length), [3, 3, 3, 50]);
  assert.deepEqual(clouds[3].points[1], [...coloured.slice(6, 9)]);
});

test('a cloud that breaks the certifier fails alone, and the run goes on', async () => {
  // No cloud leads to a panic, so the call for one of them is sent on as work without a problem, which does.
  const work = '{"stage": 1, "blocks": 1, "targets": [{"disagreement": {"samples": 1}}]}';
  const isBroken = (/** @type {any} */ { name, args }) => name === 'runLine' && JSON.parse(args[1]).name === 'b.xyz';
  const engine = newEngine(2, (message) => (isBroken(message) ? { ...message, name: 'block', args: [work, 0] } : message));
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const { run } = await opened([...names.map(cloud), votes(...names)], engine);
  await finished(run);
  assert.equal(run.phase, 'done');
  const [one, ...others] = failures(run);
  assert.match(one, /^b\.xyz: Internal error of the certifier: .*nil pointer/);
  assert.deepEqual(others, []);
  assert.deepEqual([run.outcome?.result.total, run.outcome?.result.correct, run.outcome?.result.failed], [6, 5, 1]);
});

test('rows of other classes, clouds of another dimension, votes for nobody: each says where, the rest is kept', async () => {
  const { run, add } = await opened([cloud('a'), cloud('b'), file('solid.xyz', '0 0 0\n1 1 1\n'), votes('a', 'solid', 'nobody')]);
  const row = (/** @type {string} */ name, /** @type {number[]} */ certify) => JSON.stringify({ name, label: 1, votes_pred: certify, votes_cert: certify });
  await add(file('more.jsonl', `${row('b', [100, 9900])}\n${row('c', [100, 9900, 0])}\n`));
  assert.deepEqual(failures(run), ['more.jsonl: more.jsonl: line 2: has votes for 3 classes, votes.csv: line 2 for 2']);
  await add(file('more.jsonl', row('b', [100, 9900])));
  await finished(run);
  assert.deepEqual(failures(run), [
    'solid.xyz: has 3 dimensions, the clouds before have 2', 'nobody: votes.csv: line 4: no cloud is called "nobody"',
  ]);
  assert.deepEqual([run.outcome?.result.total, run.outcome?.result.correct, run.outcome?.result.failed], [4, 2, 2]);
});

test('a run with noise on transformations keeps it, with and without what counted the votes, and so does a cloud of it', async (t) => {
  const points = Array.from({ length: 9 }, (_, n) => [Math.cos(n), Math.sin(2 * n), (n - 4) / 5]);
  const clouds = [
    { name: 'a', label: 1, points, votes_pred: [2, 98], votes_cert: [10, 990] },
    { name: 'b', label: 1, points, votes_pred: [50, 50], votes_cert: [500, 500] },
  ];
  const noise = { twist: 0.26, taper: 0.1 },
    text = JSON.stringify({ sigma: 0.05, group: 'axis', axis: [0, 0, 1], translation: true, noise, withstand: { along: [0, 0, 1] }, clouds });
  const { run } = await opened([file('run.json', text)]);
  await finished(run);
  assert.equal(run.phase, 'done', run.message);
  const { document, result, radii } = /** @type {any} */ (run.outcome), folder = folderOf(t, { 'run.json': await run.log.document().text() });
  assert.deepEqual([result.settings.noise, radii], [noise, [null, null]], 'moved points are stretched by the noise, so the votes have no radius');
  assert.equal(await document.text(), await orbitcert(folder, 'run', 'run.json'));
  const [{ ranges }] = JSON.parse(await document.text()).results;
  assert.equal(ranges.find((/** @type {any} */ { family }) => family === 'twist').by, 'parameters');
  const values = entriesOf({ ...clouds[0], votes: 990, samples: 1000, entries: {}, settings: result.settings });
  assert.deepEqual(toRequest(values, { clean: { points } }).request.noise, noise);
  // Votes of other noise are others.
  await finished(run, { twistNoise: '0.3' });
  assert.match(run.unproved?.before ?? '', /with noise on transformations/);
});

for (const id of ['furniture-64-withstood', 'furniture-dgcnn-turned']) {
  test(`votes of ${id} open as the page ships them, and give each cloud what is published`, async () => {
    const published = (/** @type {string} */ path) => JSON.parse(readFileSync(join(repository, 'build/out/site/docs', path), 'utf8'));
    const { experiment: { votes, attack, withstand }, digests } = published(`figures/${id}.json`), few = 3;
    const { clouds, ...document } = published(`votes/${votes}.json`);
    const { run } = await opened([file(`${id}.json`, JSON.stringify({ ...document, attack, withstand, clouds: clouds.slice(0, few) }))]);
    await finished(run);
    assert.equal(run.phase, 'done', run.message);
    assert.deepEqual(JSON.parse(await run.outcome.document.text()).results.map(digestOfCloud), digests.slice(0, few));
  });
}
