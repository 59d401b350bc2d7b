/** The certifier behind the figures: one engine for all, which answers one question at a time. */

import { Engine } from '../certifier/engine.js';

/**
 * A value all of whose fields are there.
 * @template T @typedef {{[field in keyof T]-?: Whole<T[field]>}} Whole
 */

/** A certificate of a figure, which has all that the figure shows. @typedef {Whole<import('../certifier/engine.js').Certificate['value']>} Shown */

/** @type {Engine | undefined} */
let engine;

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/** The site's folder is above that of the docs. */
const start = () => (engine ??= new Engine({ base: new URL('../', document.baseURI).href, workers: 2 }));

/** Asks the engine when the questions before are answered. @template T @param {(engine: Engine) => Promise<T>} question @returns {Promise<T>} */
export function ask(question) {
  const answer = last.then(() => question(start()));
  last = answer.catch(() => {});
  return answer;
}

/** Computes everything about a request that needs no draws. @param {object} request */
export const certified = (request) => ask(async (one) => /** @type {Shown} */ ((await one.closedForms(request)).certificate.value));

/**
 * Runs an act for the latest state alone: states that come while it runs are passed over but for the last.
 * @template S @param {(state: S) => Promise<void>} act @param {(error: unknown) => void} fail
 */
export function latest(act, fail) {
  /** @type {{state: S} | null} */
  let next = null;
  let running = false;
  return async (/** @type {S} */ state) => {
    next = { state };
    if (running) return;
    running = true;
    while (next) {
      const { state: now } = next;
      next = null;
      await act(now).catch(fail);
    }
    running = false;
  };
}
