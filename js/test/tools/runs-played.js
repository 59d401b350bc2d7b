// A run without a page, for random sequences of events. As a thread it plays the seeds that it is given.

import assert from 'node:assert/strict';
import { initialSettings, toSettings } from '../../form/settings.js';
import { Runner } from '../../question/runner.js';
import * as states from '../../dataset/run-state.js';
import { playAsThread } from './played.js';
import { random } from './random.js';

export const EVENTS = 25;

const TEXTS = { sigma: ['0.1', '0.2', '-1', 'x'], alpha: ['0.01', '0.001'], given: ['files', 'model'] };

/** Documents of a run, by σ. */
const DOCUMENTS = Object.fromEntries(['0.1', '0.2'].map((sigma) => [sigma, {
  ...toSettings({ ...initialSettings(), sigma, alpha: '0.01' }).settings, sets: `sets of ${sigma}`,
}]));

/** Kinds of files that a visitor gives, and how many clouds each has. */
const CLOUDS = { cloud: 1, slow: 1, document: 2, several: 1, bad: 0 };

/** Acts that come more often than others. */
const OFTEN = [
  ...Array(4).fill(['deliver', 'deliver', 'give', 'start', 'forward', 'forward', 'start']).flat(),
  'accept', 'pause', 'goOn', 'goOn', 'set', 'set', 'set', 'late', 'late',
];

/** What a visitor gives at once. */
const GIVEN = [['cloud'], ['cloud', 'slow'], ['document'], ['bad', 'cloud'], ['several'], ['part'], ['cloud', 'part'], ['cloud', 'document']];

/** Work on the certifier's collection of files, and what is written: one thing at a time of each. */
const LANES = [['read', 'vacate', 'join'], ['end', 'files', 'begin', 'lines']];

const PACE = { at: () => PACE };

/** Compares lists of texts. @param {unknown[]} found @param {unknown[]} expected @param {string} what */
const same = (found, expected, what) => void (String(found) === String(expected) || assert.deepEqual(found, expected, what));

/** A visitor, the certifier, a model and a browser that keeps things: all of them answer when they like, in any order, and twice. */
class Play {
  /** Names of the files that the certifier has. @type {string[]} */
  held = [];
  disk = { set: '', files: new Map(), run: null };
  noted = null;
  names = 0;
  runs = 0;
  /** What the runs are of: clouds, settings, and whether a model votes. */
  made = new Map();
  /** Files that were given, as far as they are not taken away. */
  files = [];
  /** σ that the votes in the files belong to, null where nobody has said so. @type {number | null} */
  votesOf = null;
  texts = { sigma: initialSettings().sigma, alpha: initialSettings().alpha, given: 'files' };
  /** Entries since a run was asked for. @type {Set<string>} */
  since = new Set();
  wants = false;

  constructor({ initialState, notedOf, reduce, wanted, phaseOf }) {
    Object.assign(this, { notedOf, reduce, wanted, phaseOf, initialState });
    this.visit();
  }

  /** The page is opened. */
  visit() {
    Object.assign(this, { state: this.initialState, begun: [], held: [], wants: false, since: new Set(), typed: new Set() });
    const { begun } = this;
    this.runner = new Runner((job, signal, tell) => new Promise((end) => { begun.push({ job, signal, tell, end, told: 0 }); }), (event) => this.send(event));
    this.send({ type: 'restore' });
  }

  send(event) {
    const before = this.state;
    this.state = this.reduce(before, event);
    if (this.state === before) return false;
    const { log, restoring } = this.state;
    if (!restoring) this.noted = this.notedOf(this.state);
    if (log && log.head.run !== before.log?.head.run) this.joined(log.head);
    this.runner.follow(this.wanted(this.state));
    return true;
  }

  /** Holds a run that begins against what was asked. */
  joined({ run, settings, counting }) {
    const { files, sigma, isVoted } = this.made.get(run), { values } = this.state;
    if (this.restored === run) return;
    assert.deepEqual(files, this.readable, 'a run is of the files that were given');
    if (isVoted) return;
    const asked = ['sigma', 'alpha'].filter((name) => !this.since.has(name));
    same(asked.map((name) => JSON.parse(settings)[name]), asked.map((name) => Number(values[name])), 'a run is of what was entered');
    if (counting) return;
    assert.ok(this.votesOf === null || this.votesOf === sigma, `votes at σ = ${this.votesOf} certify nothing at σ = ${sigma}`);
    this.votesOf = sigma;
  }

  type(name, text) {
    this.texts[name] = text;
    this.since.add(name);
    this.typed.add(name);
    for (const file of this.files) file.typed?.add(name);
    this.send({ type: 'set', name, text });
  }

  /** Work that is on its way. */
  get due() {
    return this.begun.filter(({ signal, events, told }) => !signal.aborted && told < (events?.length ?? 1));
  }

  get isRunning() {
    return ['counting', 'running'].includes(this.phaseOf(this.state));
  }

  /** @param {string[]} kinds */
  give(kinds, pick) {
    const files = kinds.map((kind) => {
      const name = kind === 'part' ? `${++this.names}.part.jsonl` : `${kind}-${++this.names}`;
      this.made.set(name, { name, kind, clouds: CLOUDS[kind], typed: new Set(), sigma: kind === 'document' ? pick(['0.1', '0.2']) : null, alpha: '0.01', entered: false });
      return this.made.get(name);
    });
    const others = files.filter(({ kind }) => kind !== 'part');
    if (others.length > 0 && !this.isRunning) {
      if (this.state.log || this.state.earlier) this.empty();
      this.files.push(...others);
    }
    // The bytes of a slow one are elsewhere.
    const sources = files.map(({ name, kind }) => ({ name, shipped: kind === 'document', ...(kind !== 'slow' && { blob: kind }) }));
    this.send({ type: 'give', set: `set ${this.names}`, files: sources });
  }

  empty() {
    Object.assign(this, { files: [], votesOf: null, wants: false });
  }

  /** @param {string} name @param {Record<string, unknown>} [more] */
  ask(name, more) {
    if (!this.isRunning && !this.state.ask) this.since = new Set();
    this.wants ||= !this.isRunning;
    this.send({ type: name, ...more });
  }

  /** What a visitor does, and what happens. */
  acts = {
    set: (pick) => { const name = pick(['sigma', 'sigma', 'alpha', 'given']); this.type(name, pick(TEXTS[name])); },
    give: (pick) => this.give(pick(GIVEN), pick),
    answer: (pick) => {
      const { state, state: { puzzles: [file] } } = this;
      if (!file || this.isRunning) return;
      const one = this.files.find(({ name }) => name === file.name);
      if (state.log || state.earlier) this.wants = false;
      this.files = [...this.files.filter((other) => other !== one), { ...one, answered: true }];
      this.send({ type: 'answer', number: file.number, remedy: { reading: {} } });
    },
    start: () => this.ask('start'),
    claim: () => {
      if (!this.state.unproved) return;
      this.votesOf = null;
      this.send({ type: 'claim' });
      this.ask('start');
    },
    back: () => {
      const { claimed } = this.state;
      if (claimed) for (const name of ['sigma', 'alpha']) if (name === 'sigma') this.typedBack(claimed.values[name]);
      this.send({ type: 'back' });
    },
    accept: () => {
      const [offer] = this.state.log?.offers ?? [];
      if (!offer) return;
      this.since = new Set();
      this.wants = true;
      this.send({ type: 'accept', offer, set: `set ${++this.names}` });
    },
    goOn: () => this.send({ type: 'goOn' }),
    pause: () => { this.wants = false; this.send({ type: 'pause' }); },
    cancel: () => { this.wants = false; this.send({ type: 'cancel' }); },
    clear: () => { this.empty(); this.send({ type: 'clear' }); },
    deliver: (pick) => this.deliver(pick(this.due), pick([1, 2, 9, 9]), pick),
    // All that comes before a run, so that many begin.
    forward: (pick) => {
      for (const one of this.due) if (!['certify', 'count', 'result'].includes(one.job.kind)) this.deliver(one, 9, pick);
    },
    // Above all work of the kind that is on its way.
    late: (pick) => {
      const { running } = this.runner, on = this.begun.filter(({ job: { key }, signal }) => !signal.aborted && running.includes(key));
      const kinds = on.map(({ job: { kind } }) => kind);
      this.deliver(pick(this.begun.filter((one) => !on.includes(one) && kinds.includes(one.job.kind))), 9, pick);
    },
    twice: (pick) => { const one = pick(this.begun); this.deliver(one, 9, pick); this.deliver(one, 9, pick); },
    die: (pick) => {
      const one = pick(this.begun.slice(-4)), { kind } = one?.job ?? {};
      if (!one || one.told > 0 || ['restore', 'rest', 'read', 'take'].includes(kind)) return;
      const fault = { message: this.state.asked.values.sigma, field: 'sigma' };
      one.events = this.failed(one.job, pick([{ message: 'died' }, { message: 'died' }, fault, { message: 'again', again: true }]));
      this.deliver(one, 9, pick);
    },
    reload: () => this.reload(),
  };

  typedBack(text) {
    if (this.texts.sigma === text) return;
    this.texts.sigma = text;
    this.since.add('sigma');
    for (const file of this.files) file.typed?.add('sigma');
  }

  /** What is being written when the page goes is written; what waits for that is lost, with what was entered for it. */
  reload() {
    const { writing } = this.state, one = this.begun.find(({ job, told }) => job === writing && told === 0);
    if (one) this.write(one.job);
    // What is entered in the moment before an earlier visit is found is noted only then.
    const { values } = this.noted ?? this.initialState;
    if (this.state.restoring) for (const name of this.typed) this.texts[name] = values[name];
    this.files = [];
    this.visit();
  }

  /** What an earlier visit has left. */
  found() {
    const { disk, noted } = this, all = [...disk.files.values()].sort((a, b) => a.number - b.number);
    return { run: disk.run, files: all.map((file) => ({ ...file, file: { ...file.file, typed: new Set(this.typed) } })), noted };
  }

  /** A run or files of an earlier visit are there, unless what was given meanwhile takes their place. */
  takeUp({ run: last, files: all, noted }) {
    const set = all[0]?.set ?? '', isOf = !last || last.head.files === set, isOwn = !isOf && set !== '' && noted?.set === set && noted.run !== last.head.run;
    const run = isOwn ? null : last, files = isOf || isOwn ? all : [];
    const isSame = isOwn || (noted?.set === (files.length ? set : '') && noted.run === (run?.head.run ?? ''));
    for (const { file } of files) {
      const made = this.made.get(file.name);
      file.told = made.entered = run !== null || (isSame && made.entered);
    }
    if (this.state.restoring === 'drop' || (run && this.files.length > 0)) return void (this.votesOf = null);
    this.files = [...files.map(({ file }) => file), ...this.files];
    if (!isSame || noted.heard.some((key) => !all.some(({ number, name }) => key === `${number} ${name}`))) this.loose = true;
    this.restored = run?.head.run;
  }

  /** What is written for the next visit. @param {any} job */
  write({ kind, run, log, lines, set, first, puts, gone }) {
    const { disk } = this;
    if (kind === 'end') disk.run = null;
    if (kind === 'begin') disk.run = { head: log.head, entries: log.entries, lines: [] };
    if (kind === 'lines' && disk.run?.head.run === run) disk.run.lines.push(...lines);
    if (kind !== 'files') return;
    if (first) disk.files.clear();
    disk.set = set;
    for (const { number, name, reading, shipped, blob } of puts)
      disk.files.set(number, { number, set, name, reading, shipped, blob, file: { ...this.made.get(name), answered: reading !== '' } });
    for (const number of gone) disk.files.delete(number);
  }

  /** What comes of a job: what happens once, and events; the last ends it. @returns {any[]} */
  told(job, pick) {
    const { kind, file, log } = job, line = (cloud) => [cloud, `${log.head.settings} ${log.entries[cloud]}`];
    const lines = () => log.left.map((cloud) => ({ type: 'line', line: line(cloud) }));
    switch (kind) {
      case 'restore': { const found = this.found(); return [{ type: 'found', ...found }]; }
      case 'recognise': return [{ type: 'recognised', core: 'core', pace: PACE }];
      case 'rest': return [{ type: 'rested' }];
      case 'read': return this.read(file);
      case 'vacate': return [() => { this.held = []; }, { type: 'vacant' }];
      case 'check': return [{ type: 'checked', failures: job.asked.values.sigma < 0 ? [{ field: 'sigma', message: job.asked.values.sigma }] : [] }];
      case 'model': {
        const by = JSON.stringify([job.ask.settings.sigma]);
        return [{ type: 'modelled', counting: by === job.by ? null : { by, samples: 100, model: { chosen: { example: '' }, classes: [] } } }];
      }
      case 'join': return this.join(job);
      case 'vote': return [{ type: 'voted', document: 'votes', bytes: log.head.run, set: `set of ${log.head.run}` }];
      case 'count': case 'certify': return [{ type: 'paced', pace: PACE }, ...lines()];
      case 'take': return [{ type: 'taken', count: job.parts.length, taken: { fresh: log.left.slice(0, 1).map(line), changed: 0, refused: [] } }];
      case 'result': return [{ type: 'done', outcome: { of: log.head.run, lines: log.lines, failures: [] } }];
      default: return pick([1, 1, 1, 1, 1, 1, 1, 0]) ? [() => this.write(job), { type: 'written' }] : this.failed(job, { name: 'Full' });
    }
  }

  /** Work that fails; what cannot be written whole is taken away. */
  failed({ kind }, error) {
    const { disk } = this, clear = () => {
      if (kind === 'vacate') this.held = [];
      if (kind === 'files') disk.files.clear();
      if (kind === 'begin' || kind === 'end') disk.run = null; // to end what another window keeps fails
    };
    return [clear, { type: 'failed', kind, error }];
  }

  read({ name, blob, reading }) {
    const { kind, sigma, clouds } = this.made.get(name);
    if (kind === 'bad') return [{ type: 'unread', error: { message: 'Bad.' } }];
    if (kind === 'several' && !reading) return [{ type: 'puzzling', blob: blob ?? kind, as: { name }, question: { message: 'Which?', remedies: [] } }];
    const settings = sigma === null ? undefined : DOCUMENTS[sigma];
    const size = { clouds, votes: clouds, ...(name === 'run.json' && { voted: { model: {} } }) };
    return [() => this.held.push(name), { type: 'opened', blob: blob ?? kind, as: { name }, found: { ...size, settings } }];
  }

  join({ settings, counting, after }) {
    const run = `run ${++this.runs}`, files = [...this.held], clouds = files.flatMap((name) => Array(this.made.get(name).clouds).fill(name));
    if (clouds.length === 0) return [{ type: 'failed', kind: 'join', error: { message: 'No clouds.' } }];
    this.made.set(run, { files, sigma: settings.sigma, isVoted: after !== undefined });
    const head = { run, version: 'core', settings: JSON.stringify(settings), count: clouds.length, files: this.state.set, ...(counting && { counting }) };
    return [{ type: 'joined', head, entries: clouds, offers: [{ label: 'x', reading: {}, files: [files[0]], preparation: { normalise: 'rms' } }], met: '' }];
  }

  /** @param {any} one job @param {number} upTo number of the things that are told */
  deliver(one, upTo, pick) {
    if (!one) return;
    one.events ??= this.told(one.job, pick);
    one.events.slice(0, upTo).forEach((event, i) => {
      const last = i === one.events.length - 1 && !['count', 'certify'].includes(one.job.kind);
      if (typeof event !== 'function') return this.tell(one, { ...event, last });
      if (i >= one.told) event();
    });
    one.told = Math.max(one.told, upTo);
    if (upTo >= one.events.length) one.end();
  }

  /** @param {any} one job @param {any} event */
  tell(one, event) {
    const { coming, open } = this.state, wasOf = this.state.votes?.of;
    if (event.type === 'found' && this.wanted(this.state).some(({ key }) => key === one.job.key)) this.takeUp(event);
    if (!one.tell(event)) return;
    if (event.type === 'opened' && this.state.open.length > open.length) this.opened(coming[0]);
    if (event.type === 'unread') this.files = this.files.filter(({ name }) => name !== coming[0]?.name || this.state.coming.includes(coming[0]));
    if (this.state.votes && this.state.votes.of !== wasOf) this.voted();
  }

  /** The run with votes takes the place of the files. */
  voted() {
    const file = { name: 'run.json', kind: 'document', clouds: 1, sigma: '0.1', alpha: '0.01', typed: new Set(), told: true, entered: true };
    this.made.set('run.json', file);
    this.files = [file];
  }

  opened({ name }) {
    const file = this.files.find((one) => one.name === name), { kind, sigma, alpha, typed, told } = file ?? {};
    if (kind !== 'document' || told) return;
    file.told = true;
    this.votesOf = Number(sigma);
    this.made.get(name).entered = true;
    Object.assign(this.texts, Object.fromEntries(Object.entries({ sigma, alpha }).filter(([entry]) => !typed.has(entry))));
  }

  /** Names of the files that can be read. */
  get readable() {
    return this.files.filter(({ kind, answered }) => kind !== 'bad' && (kind !== 'several' || answered)).map(({ name }) => name);
  }

  check() {
    const { state, state: { values, log, outcome, open, turn, stale, unkept, writing, lost, restoring, earlier, coming } } = this;
    if (this.loose) {
      Object.assign(this.texts, Object.fromEntries(Object.keys(TEXTS).filter((name) => !this.since.has(name)).map((name) => [name, values[name]])));
      this.votesOf = state.claimed ? Number(state.claimed.values.sigma) : null;
      this.loose = restoring || earlier !== null || coming.length > 0;
    }
    const shown = Object.keys(TEXTS).filter((name) => !restoring || this.since.has(name)), of = (all) => shown.map((name) => all[name]);
    same(of(values), of(this.texts), 'nothing that was entered is lost');
    const isOf = ({ name, kind, sigma }) => kind === 'document' && (name === 'run.json' || state.sets === `sets of ${sigma}`);
    if (state.sets && !log && !earlier && this.files.length > 0) assert.ok(this.files.some(isOf), 'a calibration is of the files');
    if (state.errors.sigma?.startsWith('-')) assert.equal(Number.parseFloat(state.errors.sigma), Number(values.sigma), 'what is wrong is what is entered');
    if (!turn && !stale) same(open.map(({ name }) => name), this.held, 'the certifier has the files that are open');
    if (log && log !== this.looked) {
      const { head, entries, lines } = log;
      for (const [cloud, line] of lines.entries()) if (line !== undefined) assert.equal(line, `${head.settings} ${entries[cloud]}`, 'a line is of its cloud');
    }
    this.looked = log;
    if (outcome) same([outcome.of, outcome.lines], [log.head.run, log.lines], 'an outcome is of the run that is shown');
    if (outcome && lost.run !== log.head.run && this.disk.run?.head.run === log.head.run) assert.equal(this.disk.run.lines.length, log.total, 'and kept');
    if (this.wants && !state.ask && !this.isRunning) {
      assert.ok(outcome || state.message || state.unproved || Object.keys(state.errors).length > 0, 'what is wanted is there, on its way, or refused');
      this.wants = false;
    }
    if (unkept.length > 0 && !restoring && !lost.set) assert.ok(writing, 'what is being read is kept');
    const jobs = this.wanted(state), keys = jobs.map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length);
    same([...this.runner.running].sort(), keys.sort(), 'what is wanted runs, and nothing else');
    const undone = this.begun.filter(({ events, told }) => told < (events?.length ?? 1)).map(({ job: { kind } }) => kind);
    for (const lane of LANES) assert.ok(undone.filter((kind) => lane.includes(kind)).length <= 1, 'one at a time');
  }

  /** All that is wanted comes, and nothing else is on its way. */
  async rest() {
    this.acts.goOn();
    for (let i = 0; i < 99 && this.wanted(this.state).length > 0; i++) {
      await null;
      for (const one of [...this.begun]) if (this.wanted(this.state).some(({ key }) => key === one.job.key)) this.deliver(one, 99, ([first]) => first);
      this.check();
      this.begun.splice(0, this.begun.length, ...this.begun.filter(({ signal }) => !signal.aborted));
    }
    const { state, disk } = this, { log, open, puzzles, lost } = state;
    assert.deepEqual(this.wanted(state), [], 'all work ends');
    assert.deepEqual(open.map(({ name }) => name), this.readable, 'all files that were given are open');
    const namesOf = (files) => [...files].map(({ name }) => name).sort();
    if (!lost.set) assert.deepEqual(namesOf(disk.files.values()), namesOf([...open, ...puzzles]), 'all files are kept');
    // One that could not be recognised stays for another visit.
    if (lost.run !== log?.head.run) assert.equal(disk.run?.head.run, log?.head.run ?? (state.outdated || undefined), 'and the run');
    if (log && lost.run !== log.head.run) assert.equal(disk.run.lines.length, log.done, 'with its lines');
  }
}

/** Plays sequences. @param {Iterable<number>} seeds one for each @param {any} [state] a room of states */
export async function play(seeds, state = states) {
  for (const seed of seeds) {
    const next = random(seed), pick = (all) => all[Math.floor(next() * all.length)], one = new Play(state), done = [];
    try {
      for (let i = 0; i < EVENTS; i++) {
        done.push(pick([...Object.keys(one.acts), ...OFTEN]));
        one.acts[done[i]](pick);
        await null;
        await null;
        one.check();
      }
      if (seed % 4 > 0) continue;
      await one.rest();
      one.reload();
      await one.rest();
    } catch (error) {
      throw Object.assign(/** @type {Error} */ (error), { message: `sequence ${seed}, ${done.join(' ')}: ${/** @type {Error} */ (error).message}` });
    }
  }
}

await playAsThread(play);
