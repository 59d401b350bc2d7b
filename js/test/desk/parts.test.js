// A run that is done in parts, here and by the command line, without a browser.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { partName } from '../../dataset/log.js';
import { file, newEngine } from './engine.js';
import { failures, finished, folderOf, opened, orbitcert, shipped } from './runs.js';

/** The shapes under few draws. */
const shapes = JSON.stringify({ ...JSON.parse(await shipped('shapes').text()), samples: 500 });

/** A folder with the shapes as run.json, and one for parts. @param {import('node:test').TestContext} t */
function folder(t) {
  const room = folderOf(t, { 'run.json': shapes });
  mkdirSync(join(room, 'parts'));
  return room;
}

/** The only part that the command line has written. @param {string} room */
function written(room) {
  const [name] = readdirSync(join(room, 'parts'));
  return { name, text: readFileSync(join(room, 'parts', name), 'utf8') };
}

test('a run begun by the command line is finished here; a line that is torn counts for nothing', async (t) => {
  const room = folder(t);
  await orbitcert(room, 'run', '--shard', '1/3', '--out', 'parts', 'run.json');
  let items = 0;
  const engine = newEngine(2, (message) => {
    if (message.name === 'runLine') items++;
    return message;
  });
  const { run } = await opened([file('run.json', shapes), file('torn.part.jsonl', written(room).text.slice(0, -40))], engine);
  assert.equal(run.phase, 'ready');
  assert.equal(run.message, 'A part waits for the run to begin.');
  const said = new Set();
  run.addEventListener('change', () => said.add(run.message));
  await finished(run);
  assert.equal(run.phase, 'done');
  assert.ok(said.has('6 of 22 clouds came from parts.'), [...said].join());
  assert.equal(items, 16);
  const result = await run.outcome.document.text();
  assert.equal(result, await orbitcert(room, 'run', 'run.json'));
  writeFileSync(join(room, 'parts', partName()), await (await run.part()).text());
  assert.equal(await orbitcert(room, 'merge', 'parts'), result);
});

test('a part of another run, or with another result, is refused by name, and the run stays', async (t) => {
  const room = folder(t);
  const { run, add } = await opened([file('run.json', shapes)], newEngine(2));
  await finished(run, { norms: '0 0.1' });
  const [text, result] = await Promise.all([run.part().then((part) => part.text()), run.outcome.document.text()]);
  await orbitcert(room, 'run', '--shard', '0/9', '--out', 'parts', 'run.json');
  const foreign = written(room);
  const forged = text.replace(/("cloud":3,.*?"votes":)\d+/, '$11');
  const renamed = text.replace(/("cloud":3,.*?"name":")/, '$1other ');
  assert.ok(forged !== text && renamed !== text);
  await add(
    file(foreign.name, foreign.text), file('forged.part.jsonl', forged), file('renamed.part.jsonl', renamed), file('none.part.jsonl', 'no part\n'),
  );
  assert.equal(run.message, 'Nothing was taken from parts.');
  const said = failures(run);
  assert.equal(said.length, 4);
  assert.match(said[0], /^0-of-9\.1\.part\.jsonl: .*line 1: is a part of another run: the settings, the clouds or the votes differ/);
  assert.match(said[1], /^forged\.part\.jsonl: .*line 5: results\[0\]\.black_box: is \[1 1\], but 1 of 200 votes certify nothing/);
  assert.match(said[3], /^renamed\.part\.jsonl: .*line 5: has other results of the cloud 3 than this run/);
  assert.match(said[2], /^none\.part\.jsonl: .*line 1: is not a part of a run/);
  assert.equal(run.phase, 'done');
  assert.equal(await run.outcome.document.text(), result);
});
