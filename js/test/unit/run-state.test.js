// The state of a run under random sequences of events: whatever comes, in whatever order and how often, a result that is shown is of the files and
// entries that it names, and nothing that a visitor gave is lost. QUESTIONS=200000 tries as many sequences.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutant, playAll } from '../tools/played.js';
import { EVENTS, play } from '../tools/runs-played.js';

const SEQUENCES = Number(process.env.QUESTIONS ?? 2000);

test(`a result that is shown is of the run that is shown, in ${SEQUENCES.toLocaleString('en')} sequences of ${EVENTS} events`,
  () => playAll(new URL('../tools/runs-played.js', import.meta.url), SEQUENCES));

/** Modules of the state that others import, those first that import none. */
const ROOM = ['question/reducer.js', 'dataset/log.js', 'dataset/run-entered.js', 'dataset/run-files.js', 'dataset/run-state.js'];

for (const [what, ...change] of [
  ['the line that drops what is not wanted, what comes late is shown', 'reducer.js', 'if (event.key !== undefined && !wanted', 'if (false && !wanted'],
  ['the run in its key, the result of another run is shown', 'run-state.js', "add('result', `${run} ${go}`", "add('result', ''"],
  ['the number of a wish, a run of earlier files is shown', 'run-state.js', ': state.ask?.number === state.turn.ask', ': state.ask !== null'],
  ['asking again, a run begins without the last files', 'run-state.js', '(state.ask ? asking(state) : state)', 'state'],
  ['the comparison of settings, votes of some certify others', 'run-entered.js', 'claimed && !found.voted ?', 'false ?'],
  ['what was entered since, a document that comes late takes it away', 'run-entered.js', 'typed[name] > since', 'false'],
  ['the texts that are wrong, others are called wrong', 'run-entered.js', 'values[name] !== texts[name]', 'false'],
  ['its turn, the certifier does two things at a time', 'run-state.js', 'if (!state.restoring && !state.turn)', 'if (!state.restoring)'],
  ['a clean certifier, files that were taken away are certified', 'run-files.js', 'parts: state.parts, stale: true', 'parts: state.parts, stale: false'],
  ['its place among what is read, a file that was taken away opens', 'run-files.js', '=== state.turn?.file?.number && !state.stale', ' !== undefined'],
  ['what is unread at a reload, votes of some settings certify others', 'run-files.js', 'known.has(keyOf(file)) ? Infinity : 0', 'Infinity'],
  ['forgetting the calibration of files that are gone, it is one of others', 'run-state.js', 'sets: undefined, claimed: null, begun', 'claimed: null, begun'],
  ['what is still to be kept, files are lost with a reload', 'run-files.js', '[...unkept, ...given.filter(({ blob }) => blob)]', '[]'],
  ['lines to be written, what is done is lost with a reload', 'run-state.js', '[] : [...fresh, line]', '[] : fresh'],
  ['an end on the disk, a run that was given up comes back', 'run-state.js', "return { kind: 'end', run: disk.run }", 'return null'],
]) test(`without ${what}`, async () => assert.rejects(play(Array(1000).keys(), await mutant(ROOM, ...change))));
