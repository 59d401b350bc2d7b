// Entries of a run under random sequences of events: what comes late, in whatever order, takes nothing away that was entered since.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RunEntries } from '../../dataset/run-entries.js';
import { initialSettings, toSettings } from '../../form/settings.js';
import { random } from '../tools/random.js';

const TEXTS = { sigma: ['0.1', '0.2', '-1', '-2', 'x'], alpha: ['0.01', '0.001', '-3'], points: ['', '64', '-4'] };

/** The core refuses numbers below 0, and says which. */
const refused = ({ sigma, alpha, preparation }) => Object.entries({ sigma, alpha, 'preparation.points': preparation?.points })
  .flatMap(([field, value]) => (value < 0 ? [{ field, message: `${value}` }] : []));

/** A document of a run with these texts. */
const documentOf = (texts) => toSettings({ ...initialSettings(), ...texts }).settings;

/** @param {number} seed */
async function play(seed) {
  const next = random(seed), pick = (all) => all[Math.floor(next() * all.length)], entries = new RunEntries();
  const texts = () => ({ sigma: pick(TEXTS.sigma.slice(0, 4)), alpha: pick(TEXTS.alpha), points: pick(TEXTS.points) });
  const late = [], shown = { ...entries.values };
  /** Names of the entries since a run was asked for. */
  let asked = new Set();
  /** Something is asked for now and comes later: until then the visitor's texts are noted. */
  const later = (come) => late.push({ since: entries.acts, typed: new Set(), come });
  const acts = {
    set() {
      const name = pick(Object.keys(TEXTS)), text = pick(TEXTS[name]);
      if (shown[name] === text) return;
      entries.set(name, text);
      shown[name] = text;
      for (const typed of [asked, ...late.map((one) => one.typed)]) typed.add(name);
    },
    open() {
      const of = texts();
      later(({ since, typed }) => {
        const { settings } = entries.open(documentOf(of), since);
        assert.deepEqual(settings, documentOf(of), 'votes in a document are of its own settings');
        for (const name of Object.keys(of)) if (!typed.has(name)) shown[name] = of[name];
      });
    },
    read() {
      const { settings, errors } = toSettings({ ...shown }), isFine = !Object.keys(errors).length && !refused(settings).length;
      let answer = () => {};
      const found = entries.read({ check: (given) => new Promise((resolve) => { answer = () => resolve(refused(given)); }) });
      asked = new Set();
      later(async () => {
        answer();
        assert.deepEqual((await found)?.settings ?? null, isFine ? settings : null, 'a run is of what was entered when it was asked for');
      });
    },
    adapt() {
      entries.adapt({ points: '' });
      if (!asked.has('points')) shown.points = '';
    },
    blame: () => entries.blame({ field: 'sigma', message: shown.sigma }),
    come: async () => { const [one] = late.splice(Math.floor(next() * late.length), 1); await one?.come(one); },
  };
  for (let i = 0; i < 30; i++) {
    const act = pick([...Object.keys(acts), 'set', 'come', 'come']);
    await acts[act]();
    const { values: { sigma, alpha, points }, errors } = entries;
    assert.deepEqual([sigma, alpha, points], [shown.sigma, shown.alpha, shown.points], `seed ${seed}, ${act}: nothing entered is lost`);
    for (const [name, message] of Object.entries(errors))
      if (parseFloat(message) < 0) assert.equal(parseFloat(message), Number(shown[name]), `seed ${seed}, ${act}: what is wrong is what is entered`);
  }
}

test('entries of a run stay as they were entered, and none is called wrong for an earlier text, in 2,000 sequences of 30 events', async () => {
  for (let seed = 0; seed < 2000; seed++) await play(seed);
});
