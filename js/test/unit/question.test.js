// The state of a verdict under random sequences of events: whatever comes, in whatever order and how often, an answer that is shown belongs to
// the question that is shown. QUESTIONS=200000 tries as many sequences.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { EVENTS, play } from '../tools/questions.js';

const SEQUENCES = Number(process.env.QUESTIONS ?? 2000);

const MANY = `${SEQUENCES.toLocaleString('en')} sequences of ${EVENTS} events`;

/** Plays sequences in a thread for each processor. */
async function playAll() {
  const step = availableParallelism(), url = new URL('../tools/questions.js', import.meta.url);
  await Promise.all(Array.from({ length: step }, (_, from) => new Promise((resolve, reject) => {
    const thread = new Worker(url, { workerData: { questions: { from, to: SEQUENCES, step } } });
    thread.once('error', reject).once('exit', (status) => (status === 0 ? resolve(null) : reject(new Error(`A thread ended with ${status}.`))));
  })));
}

test(`an answer that is shown belongs to the question that is shown, in ${MANY}`, playAll);

/** Modules of the room that others import, those first that import none. */
const ROOM = ['question.js', 'reducer.js', 'said.js', 'entered.js', 'given.js', 'recounts.js', 'voted.js', 'state.js'];

/** The room with something else in one module. @param {string} name @param {string} from @param {string} to */
async function mutant(name, from, to) {
  const urls = new Map();
  for (const module of ROOM) {
    const url = new URL(`../../question/${module}`, import.meta.url), text = await readFile(url, 'utf8');
    assert.ok(module !== name || text.includes(from), `${name} has “${from}”`);
    const whole = (module === name ? text.replace(from, to) : text).replace(/from '(\.[^']+)'/g, (_, path) => `from '${urls.get(path) ?? new URL(path, url)}'`);
    urls.set(`./${module}`, `data:text/javascript,${encodeURIComponent(whole).replaceAll("'", '%27')}`);
  }
  return import(urls.get('./state.js'));
}

for (const [what, ...change] of [
  ['the line that drops what is not wanted, an answer is shown beside another question', 'reducer.js',
    'if (event.key !== undefined && !wanted', 'if (false && !wanted'],
  ['the cloud in the evidence, votes for one cloud certify another', 'question.js', 'evidence.cloud === cloud && ', ''],
  ['the line that gives up an earlier file, one that is read late takes the place of another', 'given.js',
    'kin(state.coming, by).includes(one) || staysBeside(one, place)', 'true'],
  ['the order of what was given, a document takes the place of a cloud that was given after it', 'given.js', 'key === keyOf({ number: state.gives })', 'true'],
  ['the line that takes away what was said, it certifies another cloud', 'said.js', '...unsaid(own), ...pick', '...own, ...pick'],
  ['the line that takes back what was wrong, another text is called wrong', 'said.js', '...excused(state, [name]), said: noted', '...state, said: noted'],
  ['what is wrong in its key, a check goes on with what was', 'state.js', '${ask.number} ${wrong} ', '${ask.number} '],
  ['the line that gives up strokes of a brush, another cloud loses points by them', 'given.js', "brushes: place === 'clean' ? strokes : brushes", 'brushes'],
  ['the line that drops what is made of a verdict, another one is saved as that', 'state.js', '{ ...answer, saves: [] } : answer', 'answer : answer'],
  ['the text of what is counted again, one count stands for other votes', 'recounts.js', 'stored === entered.storedText);', 'stored !== null);'],
  ['the comparison of settings, what was said of some certifies others', 'entered.js', 'unproved: !isExact && unprovedIn(state) !== null', 'unproved: false'],
]) test(`without ${what}`, async () => assert.rejects(play(Array(1000).keys(), await mutant(...change))));
