/** Talks to the edge that keeps shared certificates. Everything else on the page works without it. */

import { object, shortText } from './link.js';
import { check } from './signature.js';

/** Longest wait for an answer, with all attempts, in milliseconds. */
const PATIENCE = 10_000;

/** Pauses before another attempt, in milliseconds, and the longest that an edge may ask for. */
const PAUSES = [200, 500];
const LONGEST_PAUSE = 3000;

/** Milliseconds after which a visitor is told that there is no answer yet. */
export const SLOW = 1500;

/** Bytes of an answer. */
const LARGEST = 64 << 10;

/** Characters of a reason that the edge gives. */
const LONGEST_REASON = 200;

/**
 * Kinds of missing answers. 'unavailable': it may work later; 'absent': the page is served without an edge; 'missing': nothing
 * is stored under the key; 'refused': the edge does not take the request.
 * @typedef {'unavailable' | 'absent' | 'missing' | 'refused'} Kind
 */

/** A failure to say to the visitor, with the reason in a sentence. */
export class ShareError extends Error {
  /** @param {Kind} kind @param {string} message @param {number} [again] milliseconds after which another attempt may help */
  constructor(kind, message, again) {
    super(message);
    this.kind = kind;
    this.again = again;
  }
}

/** @typedef {import('./judge.js').Stored} Stored not yet believed */

export const isKey = (/** @type {string} */ key) => /^[0-9a-f]{64}$/.test(key);

export class Edge {
  #base;
  #publicKey;

  /** @param {string | URL} base the calls are below it @param {string} publicKey that signatures are checked with, '' for none */
  constructor(base, publicKey) {
    this.#base = base;
    this.#publicKey = publicKey.trim();
  }

  /** The certificate stored under a key. @param {string} key @param {AbortSignal} signal */
  get(key, signal) {
    return this.ask(`/${key}`, {}, signal);
  }

  /** @param {string} path below that of all certificates @param {RequestInit} init @param {AbortSignal} signal @returns {Promise<Stored>} */
  async ask(path, init, signal) {
    const text = await this.#call(`api/certificates${path}`, init, signal);
    return { document: object(text), signature: await check(text, this.#publicKey) };
  }

  /** Calls again where that may help: every call may be repeated. @param {string} path @param {RequestInit} init @param {AbortSignal} stop */
  async #call(path, init, stop) {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(PATIENCE)]);
    for (const pause of PAUSES) {
      try {
        return await this.#once(path, init, signal);
      } catch (error) {
        if (!(error instanceof ShareError) || error.again === undefined) throw error;
        await rest(Math.max(pause, error.again), signal);
      }
    }
    return this.#once(path, init, signal);
  }

  /** @param {string} path @param {RequestInit} init @param {AbortSignal} signal @returns {Promise<string>} the text of a JSON object */
  async #once(path, init, signal) {
    try {
      const response = await fetch(new URL(path, this.#base), { ...init, signal, credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' });
      const text = await read(response);
      const json = /^application\/json\b/i.test(response.headers.get('content-type') ?? '') ? object(text) : null;
      if (response.ok && json) return text;
      throw refusal(response, json?.error);
    } catch (error) {
      throw error instanceof ShareError ? error : unreachable(/** @type {Error} */ (error));
    }
  }
}

/** Has a certificate made, stored and answered. @param {Edge} edge @param {string} gram the request @param {AbortSignal} signal */
export const post = (edge, gram, signal) => edge.ask('', { method: 'POST', headers: { 'content-type': 'application/json' }, body: gram }, signal);

/** @param {number} milliseconds @param {AbortSignal} signal */
function rest(milliseconds, signal) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', resolve);
  });
}

/** The text of an answer that is not too large. @param {Response} response */
async function read({ body }) {
  const text = body ? await shortText(body, LARGEST) : '';
  if (text === null) throw new ShareError('unavailable', 'The sharing service’s answer is too large to be a certificate.');
  return text;
}

/** @param {Error} error of fetch */
function unreachable(error) {
  if (error.name === 'TimeoutError') return new ShareError('unavailable', `The sharing service did not answer within ${PATIENCE / 1000} seconds.`);
  if (globalThis.navigator?.onLine === false) return new ShareError('unavailable', 'You are offline.');
  return new ShareError('unavailable', 'The sharing service could not be reached.', 0);
}

/**
 * Explains why an answer is not a certificate.
 * @param {Response} response @param {{message?: unknown, others?: unknown} | null} error what the edge says about it
 */
function refusal(response, error) {
  const { status } = response;
  const said = typeof error?.message === 'string' ? reason(error) : '';
  if (status === 429) return new ShareError('unavailable', `The sharing service is busy${said || '.'}`, pauseOf(response));
  if (status >= 500 && status !== 501) return new ShareError('unavailable', `The sharing service failed (${status})${said || '.'}`, 0);
  if (said)
    return status === 404
      ? new ShareError('missing', 'The sharing service has no certificate under this key.')
      : new ShareError('refused', `The sharing service refused${said}`);
  const html = /^text\/html\b/i.test(response.headers.get('content-type') ?? '');
  if ([404, 405, 501].includes(status) || (response.ok && html)) return new ShareError('absent', 'This page is served without a sharing service.');
  if (response.ok) return new ShareError('unavailable', 'The sharing service’s answer is damaged.', 0);
  return new ShareError('refused', `The sharing service refused (${status}).`);
}

/** All that the edge says is wrong. @param {{others?: unknown}} error */
function reason(error) {
  const all = [error, ...(Array.isArray(error.others) ? error.others : [])].filter((fault) => typeof fault?.message === 'string');
  const text = all.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ').slice(0, LONGEST_REASON);
  return `: ${/[.!?]$/.test(text) ? text : `${text}.`}`;
}

/** Reads how long a busy edge asks to wait, undefined for too long. @param {Response} response */
function pauseOf(response) {
  const pause = 1000 * Number(response.headers.get('retry-after') ?? NaN);
  return pause <= LONGEST_PAUSE ? pause : undefined;
}
