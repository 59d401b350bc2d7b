/**
 * Counts the votes of a model on noisy samples. What is sampled, which class a sample has and what the votes
 * say is Go's; this moves bytes between Go and the runtime, and keeps the samples in order.
 */

import { join } from '../workers/bytes.js';
import { MuteError } from './model-use.js';
import { Rows } from './rows.js';

/**
 * @import {Batch, Feed, Logits} from '../workers/protocol.js'
 * @import {Reading} from './layout.js'
 *
 * @typedef {object} Machine what computes
 * @property {import('../certifier/counting.js').Counting} counting what Go does
 * @property {(lane: number, feeds: Feed[], output: string, batch: Batch, signal?: AbortSignal) => Promise<Logits[]>} logits one for each batch
 * @property {number} lanes batches that can be computed at a time, ≥ 1
 * @property {import('./rows.js').Batches} batches of the model that is open
 * @property {(lane: number) => Promise<unknown>} ready settles when a lane can compute, rejects where it cannot
 *
 * @typedef {object} Opened a model that is open in the machine
 * @property {Reading} reading
 * @property {number | null} batch rows that it takes at a time, null where it is free
 * @property {boolean} [alone] whether each row is answered alone, where the batch is fixed in one of copies of it
 * @property {boolean} [batched] whether votes that were counted in batches are held against rows that are answered alone
 * @property {string} output
 *
 * @typedef {object} Plan as Go planned it
 * @property {number} samples of both stages
 * @property {number[]} looks numbers of samples after which the votes are looked at; where sampling.select is 0, they may be at any
 * @property {number} rows of the model's input that a sample has
 * @property {number[]} shape of a row
 * @property {string[]} reasons for which a sample has no class, by their byte; '' for none
 * @property {number} points that a sample has
 * @property {number} coded bytes that code the answer for a sample
 * @property {{layout: string, classes?: string[], returns?: 'number' | 'BNC' | 'BCN' | import('./outputs.js').Turning, number?: number}} model
 * @property {{how: string, poses: number}} classifier
 * @property {{block: number, select: number, estimate: number, seed: string, fresh?: boolean, subsample?: number}} sampling
 *
 * @typedef {object} Watching
 * @property {AbortSignal} [signal]
 * @property {(done: number) => void} [onSamples] samples done, in order from the first
 * @property {(votes: string) => boolean | void | Promise<boolean | void>} [onLook] the votes document at each look; true stops
 * @property {Claim[]} [claims] where votes may be looked at after any sample, they are also as soon as they prove one of these
 *
 * @typedef {({probability: number, alpha: number} | {settings: string} | {samples: number}) & {ends?: boolean}} Claim that the class is more probable
 *   than this, at a level, that all norms of a run are decided, or that there are so many samples; the count ends with it
 */

/** A claim that fewer samples than from do not prove. @typedef {Claim & {from: number}} Open */

/** The byte of samples whose scores are not finite, as Go codes reasons. */
const NOT_FINITE = 4;

/** Where the samples of a claim begin that is proved. */
const PROVED = Infinity;

/**
 * One count: the samples of a plan, as far as they are classified. It stops at a look or when it is cancelled, and
 * can go on from there. The document is the same for any number of lanes and any batch.
 */
export class Count {
  /** The votes document of the last look, '' before the first. */
  evidence = '';
  /** Samples that are classified, in order from the first. */
  done = 0;

  #machine;
  #rows;
  #by;
  #mute;
  /** Classes of all samples, as Go codes them. */
  #classes;
  /** For each sample the byte of the reason why it has no class. */
  why;
  /** Blocks that are classified. @type {boolean[]} */
  #ready = [];
  /** Samples that the last look was at. */
  #looked = 0;

  /**
   * @param {Machine} machine @param {Opened} model @param {string} request whose prediction is the plan @param {Plan} plan as Go completed it
   * @param {{runtime: {name: string, version?: string, wasm?: string}, tested?: object | null, batch?: number, mute?: boolean}} options the
   *   runtime and the test of a declared invariance that the votes document names, the most rows at a time, and whether a model may vote
   *   that returns no finite number
   */
  constructor(machine, model, request, plan, { runtime, tested, batch, mute = false }) {
    this.plan = plan;
    this.request = request;
    this.#machine = machine;
    this.#by = { runtime, tested };
    this.#mute = mute;
    this.#rows = new Rows(machine, model, plan, batch);
    this.#classes = new Uint8Array(plan.samples * plan.coded);
    this.why = new Uint8Array(plan.samples);
  }

  /** The classes so far, as Go codes them. */
  get classes() {
    return this.#upTo(this.done);
  }

  /**
   * Counts on, to the end or to the look at which onLook says stop. What the last look said is told again first.
   * @param {Watching} [watching] @returns {Promise<string>} the votes document of the last look
   */
  async run({ signal, onSamples, onLook, claims = [] } = {}) {
    if (this.evidence && await onLook?.(this.evidence)) return this.evidence;
    const stop = new AbortController();
    let next = 0;
    let turn = Promise.resolve();
    const open = claims.map((claim) => ({ ...claim, from: 1 }));
    const advance = () => {
      turn = turn.then(async () => void (!stop.signal.aborted && await this.#advance({ signal, onSamples, onLook }, open) && stop.abort()));
      return turn;
    };
    const lane = async (/** @type {number} */ number) => {
      for (let block = next++; block * this.plan.sampling.block < this.plan.samples && !stop.signal.aborted; block = next++) {
        if (this.#ready[block]) continue;
        await this.#classify(number, block, signal);
        await advance();
      }
    };
    /** @type {Promise<void>[]} */
    const running = [];
    const begin = (/** @type {number} */ number) => {
      const started = lane(number);
      started.catch(() => stop.abort()); // told below
      running.push(started);
    };
    try {
      await advance();
      begin(0);
      // Lanes that are ready late leave their share to the others; those that never are, all of it.
      for (let i = 1; i < this.#machine.lanes; i++) this.#machine.ready(i).then(() => begin(i), () => {});
      for (const started of running) await started;
    } finally {
      stop.abort();
    }
    return this.evidence;
  }

  /** @param {number} lane @param {number} block @param {AbortSignal} [signal] */
  async #classify(lane, block, signal) {
    const first = block * this.plan.sampling.block;
    const count = Math.min(this.plan.sampling.block, this.plan.samples - first);
    const [inputs, counts] = await this.#machine.counting.inputs(this.request, first, count);
    const [classes, why] = await this.#rows.readBlock(block, lane, this.request, inputs, counts, signal);
    signal?.throwIfAborted(); // the cloud of the request may be another one
    this.#classes.set(classes, this.#upTo(first).length);
    this.why.set(why, first);
    this.#ready[block] = true;
  }

  /** Looks at the votes wherever all samples before are there. @param {Watching} watching @param {Open[]} claims */
  async #advance({ signal, onSamples, onLook }, claims) {
    const { plan: { samples, sampling: { block } } } = this;
    while (this.#ready[this.done / block]) this.done = Math.min(this.done + block, samples);
    onSamples?.(this.done);
    let enough = false;
    for (let at = await this.#nextLook(claims); at && !enough; at = enough ? 0 : await this.#nextLook(claims)) {
      this.#refuseMute();
      const evidence = await this.#machine.counting.votes(this.request, this.#by, this.#upTo(at));
      signal?.throwIfAborted(); // the cloud of the request may be another one
      this.evidence = evidence;
      this.#looked = at;
      enough = Boolean(await onLook?.(this.evidence)) || claims.some(({ ends, from }) => ends && from === PROVED);
    }
    return enough;
  }

  /** Refuses a model whose answers so far all have numbers that are not finite. */
  #refuseMute() {
    if (!this.#mute && this.why.subarray(0, this.done).every((reason) => reason === NOT_FINITE)) throw new MuteError(this.done);
  }

  /** The number of samples that the next look is at, 0 if it is still to come. @param {Open[]} claims */
  async #nextLook(claims) {
    let next = this.plan.looks.find((at) => at > this.#looked && at <= this.done) ?? 0;
    if (this.plan.sampling.select > 0) return next;
    for (const claim of claims.filter(({ from }) => from <= this.done)) {
      const first = await this.#first(claim, Math.max(claim.from, this.#looked + 1));
      if (first && (!next || first < next)) next = first;
      claim.from = first || this.done + 1;
    }
    for (const claim of claims) if (next && claim.from <= next) claim.from = PROVED;
    return next;
  }

  /** The number of samples, from so many on, at which a claim first holds, 0 if it does not yet. @param {Open} claim @param {number} from */
  async #first(claim, from) {
    if ('samples' in claim) return from <= claim.samples && claim.samples <= this.done ? claim.samples : 0;
    return this.#machine.counting.first(this.request, claim, from, this.classes);
  }

  /** The classes of so many samples. @param {number} samples */
  #upTo(samples) {
    return this.#classes.subarray(0, samples * this.plan.coded);
  }
}

/**
 * Counts the samples of both stages in evidence. Numbers and labels are of all that were planned.
 * @param {Pick<import('../documents/types.d.ts').Votes, 'votes' | 'sampling'>} evidence
 */
export const samplesOf = ({ votes, sampling: { select, estimate } }) => select + (votes ? votes.samples : estimate);

/** A model whose rows are answered alone where that takes no longer. @param {Opened} model @returns {Opened} */
const single = (model) => ({ ...model, batched: !model.alone, alone: model.alone || model.batch === null });

/**
 * Classifies some blocks of a count again and compares, each row alone where the model takes one: whatever else was in a batch then.
 * Throws a BatchError where the votes were counted in batches and a block shows that the model depends on them.
 * @param {Machine} machine @param {Opened} model @param {{plan: string, evidence: string}} requests whose prediction is the plan, and the votes to compare with
 * @param {Plan} plan @param {number[]} blocks @param {(samples: number) => void} onSamples @param {AbortSignal} [signal]
 * @returns {Promise<{samples: number, differ: number[]}>} samples compared, and the numbers of those that differ
 */
export async function recount(machine, model, requests, plan, blocks, onSamples, signal) {
  const rows = new Rows(machine, single(model), plan);
  const { block } = plan.sampling;
  const all = samplesOf(JSON.parse(requests.evidence).prediction.evidence);
  const differ = [];
  let samples = 0;
  for (const number of blocks) {
    const first = number * block;
    const count = Math.min(block, all - first);
    const [inputs, counts] = await machine.counting.inputs(requests.plan, first, count);
    const [classes] = await rows.readBlock(number, 0, requests.plan, inputs, counts, signal);
    differ.push(...await machine.counting.differ(requests.evidence, first, classes));
    onSamples(samples += count);
  }
  return { samples, differ };
}

/**
 * The classes of the first so many samples of a plan, as Go codes them, and the byte of the reason where one has none.
 * @param {Machine} machine @param {Opened} model @param {string} request @param {Plan} plan @param {number} samples @param {AbortSignal} [signal]
 */
export async function classesOf(machine, model, request, plan, samples, signal) {
  const rows = new Rows(machine, model, plan);
  const classes = [];
  const why = [];
  for (let first = 0; first < samples; first += plan.sampling.block) {
    const [inputs, counts] = await machine.counting.inputs(request, first, Math.min(plan.sampling.block, samples - first));
    const [some, reasons] = await rows.readBlock(first / plan.sampling.block, 0, request, inputs, counts, signal);
    classes.push(some);
    why.push(reasons);
  }
  return /** @type {[classes: Uint8Array, why: Uint8Array]} */ ([join(classes), join(why)]);
}

/**
 * The class of the clean cloud, without noise, as Go codes it, and the byte of the reason why it has none.
 * @param {Machine} machine @param {Opened} model @param {string} request @param {Plan} plan
 */
export async function classOfClean(machine, model, request, plan) {
  const [inputs, counts] = await machine.counting.clean(request);
  return new Rows(machine, single(model), plan).read(0, request, inputs, counts);
}

/** Noisy clouds that a declared invariance is tried on at a time. */
const TRIED = 20;

/**
 * Tries a declared invariance on noisy clouds, moved and not.
 * @param {Machine} machine @param {Opened} model @param {string} request @param {Plan} plan @param {number} clouds how many @param {AbortSignal} [signal]
 * @returns {Promise<{clouds: number, changed: number, rate?: number}>} clouds that told something, those that changed
 *   their class, and where none did the share that may (95 %)
 */
export async function testDeclared(machine, model, request, plan, clouds, signal) {
  const rows = new Rows(machine, model, plan);
  const classes = [];
  for (let first = 0; first < clouds; first += TRIED) {
    const [inputs, counts] = await machine.counting.declaredInputs(request, first, Math.min(TRIED, clouds - first));
    classes.push((await rows.readBlock(first / TRIED, 0, request, inputs, counts, signal))[0]);
  }
  return machine.counting.declaredResult(request, join(classes));
}
