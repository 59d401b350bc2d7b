// Questions that are asked one after another, under random sequences of events: what is known is of the latest, whatever comes of the others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Latest } from '../../question/latest.js';
import { random } from '../tools/random.js';

/** Asks, and has tasks tell and end in any order, also those that were given up and those that have ended. @param {number} seed */
async function play(seed) {
  const next = random(seed), pick = (all) => all[Math.floor(next() * all.length)], latest = new Latest(), begun = [];
  let asked = 0, works = false;
  const task = (number) => (signal, tell) => new Promise((end, fail) => begun.push({ number, signal, tell, end, fail }));
  const acts = {
    ask: () => latest.ask(task(++asked), { stays: asked }, works = true),
    follow: () => latest.follow(String(asked + 1), task(++asked), { stays: asked }, works = true),
    rest: () => latest.follow(String(++asked), null, { stays: asked }, works = false),
    cancel: () => latest.cancel(works = false),
    tell() {
      const one = pick(begun), isDue = one?.number === asked && works;
      if (one) assert.equal(one.tell({ found: one.number }), isDue, 'a task learns whether it is wanted');
    },
    end() {
      const one = pick(begun);
      if (one?.number === asked) works = false;
      if (one) one.over = true;
      one?.end();
    },
    fail() {
      const one = pick(begun);
      if (one?.number === asked) works = false;
      if (one) one.over = true;
      one?.fail(one.number);
    },
  };
  for (let i = 0; i < 30; i++) {
    const act = pick(Object.keys(acts));
    acts[act]();
    for (let j = 0; j < 6; j++) await null;
    const { known: { stays = 0, found = asked }, error, works: goesOn } = latest;
    assert.deepEqual([stays, found, error ?? asked, goesOn], [asked, asked, asked, works], `seed ${seed}, ${act}: what is known is of the latest`);
    for (const { number, signal, over } of begun) if (number !== asked && !over) assert.ok(signal.aborted, 'what is not wanted is given up');
  }
}

test('what is known is of the latest question, in 2,000 sequences of 30 events', async () => {
  for (let seed = 0; seed < 2000; seed++) await play(seed);
});

test('the same question is not asked twice', async () => {
  const latest = new Latest();
  let times = 0;
  const count = async () => void times++;
  for (const of of ['a 1', 'a 1', 'a 2', 'a']) latest.follow(of, count);
  await new Promise(setImmediate);
  assert.equal(times, 1, 'of those that were given up before they began, none has');
  latest.ask(count);
  assert.deepEqual([latest.follow('a', null), latest.works], [false, true], 'what is asked of the same goes on');
  assert.deepEqual([latest.follow('b', null), latest.works], [true, false], 'and is given up with it');
});
