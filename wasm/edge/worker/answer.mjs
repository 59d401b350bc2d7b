/** The answers of answers.json, which the Go program has too (wasm/edge/answer.go). */

import answers from '../answers.json' with { type: 'json' };

/** @typedef {{status: number, field?: string, message: string, retry_after?: number}} Refusal */

/** The headers of a stored certificate, but for its tag. */
export const lasting = answers.stored;

/** The refusals by name. @type {{[name in keyof typeof answers.refusals]: Refusal}} */
export const refusals = answers.refusals;

/** @param {number} status @param {string | null} body JSON @param {Record<string, string>} [headers] @param {string} [method] HEAD gets the headers alone */
export function answer(status, body, headers = {}, method = 'GET') {
  /** @type {Record<string, string>} */
  const type = body === null ? {} : { 'Content-Type': 'application/json; charset=utf-8' };
  return new Response(method === 'HEAD' ? null : body, { status, headers: { ...answers.headers, ...type, ...headers } });
}

/** The one form of every error. @param {Refusal} refusal */
export function refuse({ status, field, message, retry_after: wait }) {
  return answer(status, `${JSON.stringify({ error: { field, message } })}\n`, wait === undefined ? {} : { 'Retry-After': String(wait) });
}

/** For what should not happen: the client is told nothing, the log the kind of it, since its text may hold numbers. @param {unknown} error */
export function failure(error) {
  console.error(`failed: ${error instanceof Error ? error.name : typeof error}`);
  return refuse(refusals.failed);
}

/** Lets pages of any origin use a call. @param {string} methods */
export const preflight = (methods) => answer(204, null, { ...answers.preflight, Allow: methods, 'Access-Control-Allow-Methods': methods });
