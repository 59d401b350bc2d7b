// A desk without a page, for random sequences of events. As a thread it plays the seeds that it is given.

import assert from 'node:assert/strict';
import { sampledFor } from '../../documents/votes.js';
import { initial } from '../../form/address.js';
import { Runner } from '../../question/runner.js';
import { unprovedIn } from '../../question/entered.js';
import { differencesTo } from '../../question/given.js';
import * as states from '../../question/state.js';
import { brushedQuestion, castTo } from '../../question/voted.js';
import { playAsThread } from './played.js';
import { random } from './random.js';

export const EVENTS = 30;

const M = { name: 'm.onnx', sha256: 'mm', settled: '{}' };
const MODELS = [null, M, { name: 'n.onnx', sha256: 'nn', settled: '{}' }, { ...M, settled: '{"layout":"BDN"}' }, { ...M, alone: true }];

/** A cloud with an attribute, or without. @param {string} file @param {number} owner number of what was given */
const cloudOf = (file, owner) => ({ file, owner, dimension: 3, count: 9, attributes: { list: file === 'B' ? [] : ['heat'] } });

/** Entries about a cloud; their number tells them apart. @param {number} n */
const saying = (n) => ({ probability: (0.5 + n / 1e6).toFixed(6), votes: String(n), voted: '1000000' });

/** The number of what a request says. @param {any} prediction */
const saidIn = ({ probability, votes }) => votes ?? Math.round((probability - 0.5) * 1e6);

/** What lies on the desk at first: nothing, a cloud and a model, or a cloud and votes that were counted for it. */
const EMPTY = { texts: { sigma: '1', alpha: '0.1', given: 'probability', perturbation: 'none' }, model: null };
const COUNTED = { texts: { ...EMPTY.texts, given: 'model' }, model: M, clean: cloudOf('A', 0) };
const STORED = { texts: { ...EMPTY.texts, given: 'votes' }, model: null, clean: cloudOf('A', 0) };
const STARTS = [EMPTY, COUNTED, COUNTED, STORED];

/** Places of clouds. */
const PLACES = ['clean', 'perturbed'];

/** Acts that come more often than others. */
const OFTEN = Array(9).fill(['ask', 'set', 'drop', 'arrive', 'answers']).flat();

/** All that the work of a job depends on, by its kind. @type {Record<string, (job: any) => unknown>} */
const ASKED = {
  know: ({ question, faults, unknown, cast }) => [question, faults, unknown, cast], check: ({ question, faults }) => [question, faults],
  suppose: ({ question }) => question, certify: ({ question, cast }) => [question, cast], more: ({ cast }) => cast,
  verify: ({ file }) => file.name, save: ({ answer }) => answer.certificate,
};

/** A desk without a page: what is entered, the files on their way, and an engine that answers when it likes, what it likes, and twice. */
class Desk {
  /** What was given, by number: its place, its file, and how that is. */
  given = {};
  /** The number whose file may still take each place, and the file that has it. */
  due = { clean: 0, perturbed: 0, all: 0, settings: 0 };
  shown = { clean: '', perturbed: '' };
  /** Jobs that were ever begun: late answers come of those that were given up as well. */
  begun = [];
  moments = [];
  /** True while a model is on its way. */
  opening = false;
  /** Of which cloud each thing was said: the number of what was given. */
  owner = new Map();
  /** Numbers of the entries that came while there was no cloud. */
  ahead = [];
  said = 0;
  certificates = 0;
  /** The cloud of the last stroke. */
  stroked = undefined;
  /** True from when the visitor asks until that is answered or taken back. */
  asked = false;

  constructor({ texts, model, clean = null }, { initialState, reduce, wanted, resultOf }) {
    Object.assign(this, { texts, model, reduce, wanted, resultOf, state: initialState });
    this.runner = new Runner((job, signal, tell) => new Promise((end) => this.begun.push({ job, signal, tell, end })), (event) => this.send(event));
    this.fill(texts, 0);
    this.replace({ clean, perturbed: null });
    this.open(model);
    if (texts.given === 'votes') this.counted('A');
  }

  /** The votes that are entered were counted for a cloud. @param {string} file */
  counted(file) {
    const of = { cloud: file, sigma: 1 }, law = sampledFor({ ...this.state.entered.question.request, sigma: 1 });
    this.send({ type: 'put', part: { counted: { votes: this.said, samples: 1e6, evidence: of, cloud: file, sampledFor: law } } });
  }

  /**
   * Fills in entries, with what is said of a cloud.
   * @param {Record<string, string>} texts @param {number} owner of the cloud @param {number} [after] what they came late with: what was entered since stays
   */
  fill(texts, owner, after) {
    this.texts = { ...texts, ...this.given[after]?.typed };
    this.owner.set(++this.said, owner);
    this.send({ type: 'fill', values: { ...initial(), ...texts, ...saying(this.said) }, after });
  }

  /** @param {any} model */
  open(model) {
    this.model = model;
    this.send({ type: 'model', model: { open: model, opens: this.opening } });
  }

  send(event) {
    const before = this.state;
    this.state = this.reduce(before, event);
    this.runner.follow(this.wanted(this.state));
    return this.state !== before;
  }

  /** Replaces all clouds. @param {number} [by] document that does it */
  replace(clouds, by = 0) {
    const { settings } = this.due;
    this.due = { clean: 0, perturbed: 0, all: by, settings: settings && this.given[by]?.by === settings ? settings : 0 };
    this.shown = { clean: clouds.clean?.file ?? '', perturbed: clouds.perturbed?.file ?? '' };
    this.send({ type: 'replace', clouds, by });
  }

  /** Gives something. @param {'clean' | 'perturbed' | 'all' | 'settings'} place @param {string} how it is @param {string} [file] @param {number} [by] */
  give(place, how, file = '', by = 0) {
    const isCloud = PLACES.includes(place);
    if (!isCloud) this.giveWay(by);
    if (this.due.all !== by) this.due.all = 0;
    const { coming } = this.state;
    this.send({ type: 'give', place, own: by === 0, by, file: isCloud && by ? file : '', task: () => {} });
    // What was asked of an example on its way is not asked of a cloud in its place.
    if (by === 0 && coming.some((one) => !one.own && !this.state.coming.includes(one))) this.asked = false;
    this.due[place] = this.state.gives;
    this.given[this.state.gives] = { place, how, file, by, begun: by > 0, typed: {} };
  }

  /** What may be a document still, and an address, give way to another. @param {number} [by] */
  giveWay(by = 0) {
    for (const each of PLACES) if (!this.given[this.due[each]]?.begun) this.due[each] = 0;
    if (this.due.settings !== by) this.due.settings = 0;
  }

  /** What was given to a place is a document, and so for all of them: what was given after it stays. @param {number} number */
  turnOut(number) {
    const one = this.given[number];
    this.due[one.place] = 0;
    if (this.given[number + 1]) return;
    this.giveWay();
    this.due.all = number;
    one.place = 'all';
  }

  /** @param {'clean' | 'perturbed'} place */
  cancelFile(place, type = 'drop') {
    this.due = { ...this.due, [place]: 0, all: 0 };
    this.send({ type, place });
  }

  /** What was said before there was a cloud is of the one that is read; of a file with several none is there yet. @param {number} number */
  own(number, isThere) {
    if (isThere) for (const n of this.ahead.splice(0)) this.owner.set(n, number);
    else this.ahead.push(...[...this.owner.keys()].filter((n) => this.owner.get(n) === number));
  }

  get reading() {
    return this.state.coming.some(({ place }) => PLACES.includes(place));
  }

  /** The visitor enters texts. @param {Record<string, string>} texts */
  enter(texts) {
    this.texts = { ...this.texts, ...texts };
    for (const { typed } of Object.values(this.given)) Object.assign(typed, texts);
    for (const [name, text] of Object.entries(texts)) this.send({ type: 'set', name, text });
    this.edit();
  }

  /** The visitor has changed what is entered. */
  edit() {
    this.asked = false;
    // What a document has still to ask is of the entries that it has made.
    if (this.given[this.due.all]?.filled) this.due.all = 0;
    this.send({ type: 'edit' });
  }

  /** The visitor says something of the cloud that is on its way, or there, or to come. */
  say() {
    const n = ++this.said, { clean } = this.state.clouds, { by, read } = this.given[this.due.clean] ?? {};
    const owner = by === 0 && !read ? this.due.clean : clean?.owner;
    this.owner.set(n, owner);
    if (owner === undefined) this.ahead.push(n);
    for (const [name, text] of Object.entries(saying(n))) this.send({ type: 'set', name, text });
    this.edit();
  }

  /** A certificate that names all that it is of. */
  certificate({ question: { inputs, cloud, request, model } }, cast) {
    const value = { inputs, cloud, law: sampledFor(request), model: model?.sha256, cast, request, certified: true, number: ++this.certificates };
    return { text: '', madeClouds: request.sigma === 2, value };
  }

  /** Events that an engine may send for a job; the last ends it. */
  told(job) {
    const { kind, question, cast, unknown, faults } = job;
    if (kind === 'give') return this.brought(job);
    if (kind === 'save') return [{ type: 'saved', digest: job.answer.certificate.value.inputs, last: true }];
    if (kind === 'recount')
      return [{ type: 'recounted', part: { samples: 0 } }, { type: 'recounted', part: { ended: true, counted: job.request.prediction.evidence } }];
    if (kind === 'brush') return this.laidDown();
    if (kind === 'differences') return [{ type: 'differ', list: [job.clean, job.perturbed] }];
    const { request } = question, certificate = this.certificate({ question }, cast);
    const settings = { sigma: String(request.sigma) };
    const prediction = (/** @type {number} */ samples) => ({ votes: samples - 100, samples, evidence: { sampling: { estimate: 800 } } });
    const voted = { law: sampledFor(request), cloud: question.cloud, by: question.model, settings, prediction: prediction(400) };
    const whole = { ...voted, prediction: prediction(800) };
    return {
      check: [{ type: 'failed', message: 'Wrong.', errors: { clean: 'No cloud.', ...(faults.sigma && { sigma: String(request.sigma) }) } }],
      know: [unknown || Object.keys(faults).length ? { type: 'known', reasons: {} }
        : { type: 'known', found: { request, certificate, complete: false, done: request.alpha === 0.1 } }],
      certify: [{ type: 'begun' }, { type: 'progress', work: { progress: { done: 1 } } }, { type: 'answered', request, certificate, cast, last: false },
        { type: 'answered', request, certificate: this.certificate({ question }, cast), cast, last: true }],
      count: [{ type: 'begun' }, { type: 'voted', cast: voted }, { type: 'answered', request, certificate: this.certificate({ question }, voted), cast: voted, last: false },
        { type: 'answered', request, certificate: this.certificate({ question }, voted), cast: voted, last: true }],
      more: [{ type: 'progress', work: { more: { done: 600 } } }, { type: 'grown', request, certificate: this.certificate({ question }, whole), cast: whole, last: true }],
      suppose: [{ type: 'supposed', found: { request, certificate } }],
      withstand: [{ type: 'withstood', withstood: { certified: true, of: question.text } }],
      verify: [{ type: 'verified', found: { differs: [], of: question.text } }],
      points: [{ type: 'drawn', points: {} }],
      minimum: [{ type: 'found', part: { minimum: { of: question.inputs } } }],
      digest: [{ type: 'found', part: { digest: question.inputs } }],
    }[kind];
  }

  /** What comes of strokes: some points of the clean cloud, or all of them, and what is known at once. */
  laidDown() {
    const { state, state: { strokes, clouds: { clean } } } = this;
    const brushed = strokes % 3 && clean ? { points: [[strokes, 0, 0]], pairing: [[0, 0]], of: this.stroked } : null;
    const { question, request } = brushedQuestion(state, brushed) ?? {};
    const certificate = question && this.certificate({ question }, castTo(state));
    const answer = question ? { text: question.text, request, certificate, done: true } : null;
    return [{ type: 'brushed', brushed, answer }, { type: 'rested', strokes }];
  }

  /** What comes of something that was given: events, and acts that happen once. */
  brought({ number }) {
    const { place, how, file, by } = this.given[number], last = { type: 'given', last: true };
    const begin = { type: 'begin', place, file }, reading = { type: 'reading', progress: { part: 0.5 } }, own = by === 0 ? file : undefined;
    const document = [() => this.lay(number, file), { type: 'filled' }, () => this.ask('decided'), last];
    return {
      good: [begin, reading, { type: 'read', place, cloud: cloudOf(file, number), own }, { type: 'described', place, cloud: cloudOf(file, number) }, last],
      bad: [begin, { type: 'refused', place, name: file, why: 'Bad.', asked: null }, last],
      several: [begin, { type: 'read', place, cloud: null, asked: { parts: ['a', 'b'] }, own }, last],
      address: [() => this.give('all', 'document', file, number), last],
      document, dropped: [{ type: 'whole' }, ...document],
    }[how];
  }

  /**
   * A document has been read: what it says is entered, and its cloud is on its way. Votes in it were counted for that cloud.
   * @param {number} number @param {string} file
   */
  lay(number, file) {
    this.fill({ sigma: '1', alpha: '0.2', perturbation: 'none', given: number % 2 ? 'probability' : 'votes' }, -1, this.given[number].by ? number : undefined);
    this.replace({ clean: null, perturbed: null }, number);
    this.counted(file);
    this.edit();
    this.give('clean', 'good', file, number);
    this.owner.set(this.said, this.state.gives);
  }

  ask(extent, file = null) {
    this.send({ type: 'ask', extent, file });
    this.asked = true;
  }

  /** The last jobs that were begun: those of what was given, or the others. @param {boolean} gives */
  #begun(gives) {
    return this.begun.filter(({ job }) => (job.kind === 'give') === gives).slice(-3);
  }

  /** What a visitor, a file or the engine does. */
  acts = {
    drop: (pick) => { this.give(pick(PLACES), pick(['good', 'good', 'bad', 'several', 'dropped']), pick(['A', 'B', 'C'])); },
    document: (pick) => this.give('all', 'document', pick(['A', 'B', 'C'])),
    address: (pick) => this.give('settings', 'address', pick(['A', 'B', 'C'])),
    arrive: (pick) => this.deliver(pick(this.#begun(true)), pick([0, 2, 4, 4])),
    cancelFile: (pick) => this.cancelFile(pick(PLACES)),
    remove: (pick) => {
      const place = pick(PLACES);
      this.cancelFile(place, 'remove');
      assert.equal(this.state.questions[place], null, 'nothing is asked about a file that was removed');
      this.shown[place] = '';
      this.edit();
    },
    keep: (pick) => this.send({ type: 'keep', place: pick(PLACES) }),
    leavePage: () => {
      this.giveWay();
      this.due.all = 0;
      this.send({ type: 'drop', place: 'all' });
    },
    set: (pick) => this.enter(pick([{ sigma: '1' }, { sigma: '2' }, { alpha: '0.1' }, { alpha: '0.2' }, { sigma: 'x' }])),
    perturb: (pick) => this.enter({ perturbation: pick(['scale', 'none']) }),
    give: (pick) => this.enter({ given: pick(['probability', 'votes', 'model']) }),
    say: () => this.say(),
    again: () => {
      this.send({ type: 'again' });
      this.say();
    },
    load: () => { this.opening = true; this.open(this.model); },
    open: (pick) => {
      this.opening = false;
      if (!this.state.ask?.waits && (!this.state.ask || this.model)) this.asked = false;
      this.open(pick(MODELS));
    },
    leaveEntry: () => this.send({ type: 'close', name: 'sigma' }),
    claim: () => {
      this.send({ type: 'put', part: { counted: null } });
      this.send({ type: 'pin' });
      this.edit();
    },
    ask: (pick) => this.ask(pick(['decided', 'standing']), pick([null, null, { name: 'c.json' }])),
    hope: () => { this.asked = false; this.send({ type: 'hope' }); },
    stop: () => this.send({ type: 'stop' }),
    goOn: () => this.send({ type: 'goOn' }),
    recount: (pick) => { if (this.state.entered.stored) this.send({ type: 'recount', files: pick([null, []]) }); },
    endRecount: () => this.send({ type: 'recounted', part: { ended: true } }),
    cancel: () => { this.asked = false; this.send({ type: 'cancel' }); },
    link: () => {
      this.asked = false;
      this.due = { clean: 0, perturbed: 0, all: 0, settings: 0 };
      this.send({ type: 'clear' });
    },
    stroke: (pick) => {
      this.stroked = this.state.clouds.clean?.owner;
      this.send({ type: 'stroke', anew: pick([false, false, true]) });
    },
    rest: () => this.send({ type: 'rest' }),
    save: () => this.send({ type: 'save', task: () => {} }),
    leave: () => {
      const { texts, model, state, ahead } = this;
      this.moments.push({ texts, model, state, result: this.resultOf(state), owner: new Map(this.owner), ahead: [...ahead] });
    },
    back: (pick) => {
      if (this.moments.length === 0) return;
      const { texts, model, state, state: { said, clouds }, result, owner, ahead } = pick(this.moments);
      // What was said before a cloud came is of none again.
      Object.assign(this, { texts, owner: new Map(owner), ahead: [...ahead] });
      this.asked = false;
      this.due = { clean: 0, perturbed: 0, all: 0, settings: 0 };
      this.shown = { clean: clouds.clean?.file ?? '', perturbed: clouds.perturbed?.file ?? '' };
      this.send({ type: 'resume', of: state });
      const shown = this.resultOf(this.state);
      if (result.certificate && (texts.given !== 'model' || this.model === model) && !said.ahead && ['done', 'stale'].includes(result.phase))
        assert.equal(shown.certificate, result.certificate, 'a step back finds what was known');
    },
    answer: (pick) => this.deliver(pick(this.begun), pick([0, 0, 1, 2])),
    answers: (pick) => {
      for (let i = 0; i < 3; i++) {
        this.deliver(pick(this.#begun(false)), pick([0, 1, 2]));
        if (pick([true, false, false])) this.acts[pick(['save', 'recount'])](pick);
      }
    },
    twice: (pick) => { const one = pick(this.begun); this.deliver(one, 9); this.deliver(one, 9); },
    die: (pick) => {
      const one = pick(this.begun);
      if (['certify', 'count', 'check'].includes(one?.job.kind)) one.tell({ type: 'failed', message: 'The certifier stopped.' });
    },
  };

  /** @param {any} one job @param {number} upTo number of the last thing that is told */
  deliver(one, upTo) {
    const told = one ? this.told(one.job) : [];
    told.slice(0, upTo + 1).forEach((event, i) => {
      if (typeof event !== 'function') return this.tell(one, event);
      if (one.acted?.has(i) || one.signal.aborted) return;
      one.acted = new Set(one.acted).add(i);
      event();
    });
    if (upTo + 1 >= told.length) one?.end();
  }

  /** @param {any} one job @param {any} event that it tells */
  tell(one, event) {
    const { number } = one.job, { place, file } = this.given[number] ?? {}, isDue = this.due[place] === number;
    if ((event.type === 'brushed' || (event.type === 'read' && isDue)) && !this.state.ask?.waits) this.asked = false;
    one.tell(event);
    if (one.job.kind !== 'give') return;
    if (isDue && event.type === 'whole') this.turnOut(number);
    if (isDue && event.type === 'begin') this.given[number].begun = true;
    if (isDue && event.type === 'read') this.given[number].read = true;
    if (isDue && event.type === 'filled') this.given[number].filled = true;
    if (isDue && event.type === 'read' && place === 'perturbed' && event.own !== undefined)
      this.texts = { ...this.texts, perturbation: this.given[number].typed.perturbation ?? 'file' };
    if (isDue && event.type === 'read') this.shown[place] = event.cloud ? file : '';
    if (isDue && event.type === 'read' && place === 'clean') this.own(number, event.cloud !== null);
    if (isDue && event.type === 'given') this.due[place] = 0;
  }

  /** Holds the state against what is entered. */
  check() {
    const { reading, state, state: { entered: { question, faults, opening }, said: { values } } } = this;
    const { certificate, minimum, digest } = this.resultOf(state), { sigma, alpha, given } = this.texts;
    assert.deepEqual([values.sigma, values.alpha, values.given], [sigma, alpha, given], 'nothing that was entered is lost');
    assert.equal(values.perturbation, values.perturbation === 'brush' ? 'brush' : this.texts.perturbation, 'a brush gives back what was entered');
    if (state.said.brushed) assert.equal(values.perturbation, 'brush', 'and gives way to another one');
    assert.deepEqual([String(question.request.sigma), question.cloud, question.model ?? null],
      [sigma === 'x' ? 'NaN' : sigma, this.shown.clean, given === 'model' ? this.model : null], 'what is entered is what is asked');
    const { errors, unread, clouds: { clean, perturbed } } = state, differences = differencesTo(state);
    if (errors.sigma) assert.equal(errors.sigma, sigma === 'x' ? 'NaN' : sigma, 'what is wrong is what is entered');
    for (const place of PLACES) if (errors[place] === 'Bad.') assert.ok(unread[place], 'a file is not called bad once another one is there');
    assert.deepEqual(PLACES.map((place) => state.clouds[place]?.file ?? ''), Object.values(this.shown), 'each place has the last file given and read');
    const due = Object.values(this.due).filter((number) => number > 0), coming = state.coming.map(({ number }) => number);
    assert.deepEqual(coming.sort(), due.sort(), 'what is on its way may still take its place');
    if (differences) assert.deepEqual(differences, [clean.file, perturbed.file], 'of the clouds that are there');
    if (certificate) {
      const { inputs, cloud, law, cast, model, request: { sigma, prediction } } = certificate.value;
      assert.deepEqual([inputs, cloud, model], [question.inputs, question.cloud, question.model?.sha256], 'the answer is of the question');
      if (given !== 'model') {
        assert.equal(this.owner.get(saidIn(prediction)), state.clouds.clean.owner, 'what is said of a cloud certifies no other');
        if (prediction.evidence) assert.deepEqual(prediction.evidence, { cloud, sigma }, 'nor do votes that were counted for another one');
        assert.equal(unprovedIn(state), null, 'nor what is said of other settings');
      } else
        assert.deepEqual([cast?.cloud, cast?.law, cast?.by], [question.cloud, law, question.model], 'and so are its votes');
    }
    const { alone, withstood } = state;
    if (withstood && withstood.text === alone?.text) assert.equal(withstood.known?.withstood.of, alone.text, 'it is withstood of the clean cloud that is there');
    if (states.fileOf(state)?.differs) assert.equal(states.fileOf(state).of, question.text, 'a file is held against what it asks');
    if (state.said.brushed) assert.equal(state.said.brushed.of, clean?.owner, 'a brush leaves points of the cloud that is there');
    for (const { stored, counted } of state.seconds)
      if (counted) assert.equal(JSON.stringify(counted), stored, 'what is stored is counted again');
    for (const of of [minimum?.of, digest]) if (of) assert.equal(of, question.inputs);
    const jobs = this.wanted(state), keys = jobs.map(({ key }) => key);
    for (const now of jobs) {
      const { job } = this.begun.find(({ job: { key }, signal }) => key === now.key && !signal.aborted) ?? {}, of = ASKED[now.kind];
      if (job && of) assert.deepEqual(of(job), of(now), `${now.kind} goes on as it began`);
    }
    assert.deepEqual([...this.runner.running].sort(), keys.sort(), 'what is wanted runs, and nothing else');
    for (const { job, signal } of this.begun)
      if (!keys.includes(job.key) && !signal.aborted) assert.ok(!this.runner.running.includes(job.key), 'nobody waits for it');
    if (this.asked && !state.ask)
      assert.ok(certificate || state.end || reading || opening || Object.keys(faults).length, 'what was asked is answered, or refused');
  }

  /** The engine answers all that is wanted, and nothing else is on its way. */
  async rest() {
    this.opening = false;
    this.open(this.model);
    for (let i = 0; i < 20 && this.wanted(this.state).length > 0; i++) {
      await null;
      for (const one of [...this.begun]) if (this.wanted(this.state).some(({ key }) => key === one.job.key)) this.deliver(one, 9);
      this.check();
      this.begun = this.begun.filter(({ signal }) => !signal.aborted);
    }
    assert.deepEqual(this.wanted(this.state), [], 'all work ends');
    const { certificate, phase } = this.resultOf(this.state);
    assert.ok(certificate || this.state.end || this.state.reasons, `an answer, or a reason for none: ${phase}`);
  }
}

/** Plays sequences. @param {Iterable<number>} seeds one for each @param {any} [state] a room of states */
export async function play(seeds, state = states) {
  for (const seed of seeds) {
    const next = random(seed), pick = (all) => all[Math.floor(next() * all.length)], desk = new Desk(pick(STARTS), state), done = [];
    try {
      for (let i = 0; i < EVENTS; i++) {
        done.push(pick([...Object.keys(desk.acts), ...OFTEN]));
        desk.acts[done[i]](pick);
        await null;
        await null;
        desk.check();
      }
      await desk.rest();
    } catch (error) {
      throw Object.assign(/** @type {Error} */ (error), { message: `sequence ${seed}, ${done.join(' ')}: ${/** @type {Error} */ (error).message}` });
    }
  }
}

await playAsThread(play);
