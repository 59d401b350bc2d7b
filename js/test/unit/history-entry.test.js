// The entry of the browser's history that is shown, also where the browser refuses to change it.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { initial } from '../../form/address.js';
import { initialState } from '../../question/state.js';
import { BrowserHistory } from '../../page/browser-history.js';
import { entryState, storeEntry } from '../../page/history-entry.js';
import { KeptModel } from '../../page/kept-model.js';

/** A browser's history at its first entry: `refuses` has it refuse changes. */
class FakeHistory {
  entries = [{ state: null, address: '#' }];
  at = 0;
  refuses = false;

  get state() { return this.entries[this.at].state; }
  get address() { return this.entries[this.at].address; }

  #set(at, state, address = this.address) {
    if (this.refuses) throw new DOMException('Attempt to use history.replaceState() more than 100 times per 30 seconds', 'SecurityError');
    this.entries[this.at = at] = { state: structuredClone(state), address };
  }

  replaceState(state, _, address) { this.#set(this.at, state, address); }
  pushState(state, _, address) { this.#set(this.at + 1, state, address); }
}

/** @type {FakeHistory} */
let browser;

beforeEach(() => {
  browser = new FakeHistory();
  Object.assign(globalThis, { history: browser });
  Object.defineProperty(globalThis, 'location', { value: { get href() { return browser.address; } }, configurable: true });
});

test('what a browser refuses to store is known until another entry is shown, and stored with the next change', () => {
  storeEntry('replaceState', { a: 1 }, '#one');
  browser.refuses = true;
  storeEntry('replaceState', { ...entryState(), b: 2 }, '#two');
  storeEntry('replaceState', { ...entryState(), c: 3 });
  assert.deepEqual(entryState(), { a: 1, b: 2, c: 3 });
  const first = browser.entries[0];
  browser.entries[0] = { state: null, address: '#followed' };
  assert.deepEqual(entryState(), {}, 'a link that was followed');
  browser.entries[0] = first;
  browser.refuses = false;
  storeEntry('replaceState', { ...entryState(), d: 4 }, '#two');
  assert.deepEqual([browser.state, browser.address], [{ a: 1, b: 2, c: 3, d: 4 }, '#two']);
});

test('where a browser refuses every change, a result is remembered, and votes that come in several entries all arrive', () => {
  browser.refuses = true;
  const desk = Object.assign(new EventTarget(), {
    entries: { values: initial() }, files: { clouds: { clean: null, perturbed: null } }, said: { outputs: null }, own: { settings: {} },
    keptFiles: {}, result: { phase: 'done' }, isAt: () => true,
  });
  Object.defineProperty(desk, 'state', { get: () => ({ ...initialState, values: desk.entries.values }) });
  const kept = new BrowserHistory(/** @type {any} */ (desk), () => '#v=2');
  for (const name of ['votes', 'voted']) {
    desk.entries.values = { ...desk.entries.values, [name]: '97' };
    kept.writeSoon();
    kept.addEntry(() => {});
  }
  desk.dispatchEvent(new Event('change'));
  assert.ok(kept.stays);
  assert.deepEqual(kept.arrive()?.values, { ...initial(), votes: '97', voted: '97' });
});

test('all that want the model of an entry wait until it is open', async () => {
  const file = { name: 'own.onnx', bytes: new Uint8Array(1) };
  /** @type {any} */
  const classifier = { model: null, busy: null };
  classifier.reopen = async () => { classifier.model = file; };
  const model = new KeptModel(/** @type {any} */ ({ read: async () => file }));
  storeEntry('replaceState', { model: { files: [1], choice: {}, classes: [] } });
  void model.restore(classifier);
  await model.restore(classifier);
  assert.equal(classifier.model, file);
});
