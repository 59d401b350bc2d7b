// What takes a while comes in any order: what lies on the desk in the end is what a visitor gave last. LATE=20000 tries as many sequences.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Desk } from '../../certificate/desk.js';
import { Examples } from '../../certificate/examples.js';
import { initial } from '../../form/address.js';
import { Opening } from '../../page/opening.js';
import { FakeEngine } from '../tools/fake-engine.js';
import { random } from '../tools/random.js';

const SEQUENCES = Number(process.env.LATE ?? 300), EVENTS = 12;

const points = [[1, 0], [0, 1], [-1, -1]];
const REQUEST = { sigma: 0.1, prediction: { probability: 0.9 }, group: 'SE', clean: { points }, perturbed: { points } };
const VALUES = { ...initial(), given: 'probability', probability: '0.8', sigma: '0.3' };

/** @param {string} name @param {object} [content] */
const file = (name, content = points) => new File([JSON.stringify(content)], name);

/** A desk to which everything comes when it may. */
class Late {
  /** Lets each of what is on its way come. @type {(() => void)[]} */
  held = [];
  /** States that a visitor may come back to, and what lay there. @type {[state: any, lies: object][]} */
  moments = [];
  given = 0;

  constructor() {
    const hold = (/** @type {any} */ value) => new Promise((come) => { this.held.push(() => come(value)); });
    const desk = this.desk = new Desk(Object.defineProperty(new FakeEngine(), 'gate', { get: () => hold(null) }));
    this.examples = Object.assign(new Examples(), { model: desk });
    const readFiles = () => hold({ files: { clean: file('kept.xyz') }, done: true, lost: false });
    this.opening = new Opening({ model: desk, examples: this.examples, history: { settings: undefined, readFiles } });
    this.fetch = (/** @type {URL} */ { pathname }) =>
      hold({ ok: !/none|certificates/.test(pathname), json: async () => (/index/.test(pathname) ? [] : REQUEST) });
    this.own = (/** @type {string} */ name, /** @type {object} */ content) => {
      const bytes = new TextEncoder().encode(JSON.stringify(content)).buffer;
      return Object.assign(file(name, content), { slice: () => ({ arrayBuffer: () => hold(bytes) }) });
    };
    /** What is to lie there in the end. */
    this.due = this.lies;
  }

  /** The example and the clean cloud on the desk, and whether the pad does. */
  get lies() {
    const { drawing, entries: { values: { example } }, files: { clouds: { clean } } } = this.desk;
    return { example, clean: clean?.name ?? '', drawing };
  }

  /** What a visitor does, with the number of what is given. @type {Record<string, (n: number, pick: (all: any[]) => any) => void>} */
  acts = {
    example: (n) => {
      void this.examples.pick(`e${n}`);
      this.due = { example: `e${n}`, clean: `e${n}-clean.json`, drawing: false };
    },
    none: (n) => {
      if (this.desk.state.coming.some(({ place }) => place === 'clean')) return; // that would stay on its way
      void this.examples.pick(`none${n}`);
      this.due = this.lies;
    },
    address: () => {
      void this.opening.restore(VALUES);
      this.due = { example: '', clean: 'kept.xyz', drawing: false };
    },
    pad: () => {
      this.desk.draw(true);
      this.due = { example: '', clean: '', drawing: true };
    },
    file: (n) => {
      void this.desk.receiveFile(this.own(`own${n}.xyz`, points), 'clean');
      this.due = { example: '', clean: `own${n}.xyz`, drawing: this.desk.drawing };
    },
    bad: (n) => {
      if (this.desk.state.coming.some(({ place }) => place === 'settings')) return; // those of an address would stay
      void this.desk.receiveFile(this.own(`bad${n}.xyz`, points), 'clean');
      this.due = this.lies;
    },
    document: (n) => {
      void this.desk.receiveFile(this.own(`d${n}.json`, REQUEST), 'clean');
      this.due = { example: '', clean: `d${n}-clean.json`, drawing: false };
    },
    leave: () => this.moments.push([this.desk.state, this.lies]),
    back: (_, pick) => {
      const [state, lies] = pick(this.moments) ?? [];
      if (!state) return;
      void this.desk.resume(state);
      this.due = { ...lies, drawing: false };
    },
    set: (n) => this.desk.entries.set('sigma', String(n)),
    cancel: () => this.desk.cancel(),
    ask: () => void this.desk.certify(),
    come: (_, pick) => this.come(pick(this.held)),
  };

  /** @param {() => void} [one] of what is on its way */
  come(one) {
    this.held = this.held.filter((other) => other !== one);
    one?.();
  }

  /** All that is on its way comes, the last first. */
  async rest() {
    for (let i = 0; i < 5; i++, await pause()) while (this.held.length > 0) { this.come(this.held.at(-1)); await pause(); }
  }
}

const pause = async () => { for (let i = 0; i < 3; i++) await new Promise((resolve) => { setImmediate(resolve); }); };

test(`in ${SEQUENCES} sequences of ${EVENTS} events the last thing given lies on the desk`, async () => {
  for (let seed = 0; seed < SEQUENCES; seed++) {
    const next = random(seed), pick = (all) => all[Math.floor(next() * all.length)], late = new Late(), done = [];
    const { fetch } = globalThis;
    Object.assign(globalThis, { fetch: late.fetch, document: { baseURI: 'https://localhost/' } });
    for (let n = 1000 * seed; n < 1000 * seed + EVENTS; n++) {
      done.push(pick([...Object.keys(late.acts), 'come', 'come', 'come']));
      late.acts[done.at(-1)](n, pick);
      if (next() < 0.5) await pause();
    }
    await late.rest();
    Object.assign(globalThis, { fetch });
    delete globalThis.document;
    assert.deepEqual(late.lies, late.due, `sequence ${seed}, ${done.join(' ')}`);
  }
});
