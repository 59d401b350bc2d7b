// Tests that the board refuses votes without a count. Needs `make build`.

import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { check } from '../../../build/board/check.mjs';
import { enter } from '../../../build/board/enter.mjs';
import { chooseBlocks } from '../../classifier/blocks-of-run.js';
import { all, counted, digest, documents, given, good, json, model, programs, reasonOf, replaced, room } from './board.js';
import { votes } from './votes.js';

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
