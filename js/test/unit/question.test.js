// The state of a verdict under random sequences of events: whatever comes, in whatever order and how often, an answer that is shown belongs to
// the question that is shown. QUESTIONS=200000 tries as many sequences.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutant, playAll } from '../tools/played.js';
import { EVENTS, play } from '../tools/questions.js';

const SEQUENCES = Number(process.env.QUESTIONS ?? 2000);

const MANY = `${SEQUENCES.toLocaleString('en')} sequences of ${EVENTS} events`;

test(`an answer that is shown belongs to the question that is shown, in ${MANY}`, () => playAll(new URL('../tools/questions.js', import.meta.url), SEQUENCES));

/** Modules of the room that others import, those first that import none. */
const ROOM = ['question', 'reducer', 'said', 'entered', 'given', 'recounts', 'voted', 'state'].map((name) => `question/${name}.js`);

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
]) test(`without ${what}`, async () => assert.rejects(play(Array(1000).keys(), await mutant(ROOM, ...change))));
