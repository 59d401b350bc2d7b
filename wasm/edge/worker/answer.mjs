/** Answers with the headers of the Go program (wasm/edge/answer.go). */

const always = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

/**
 * @param {number} status @param {string | null} body JSON
 * @param {Record<string, string>} [headers] @param {string} [method] HEAD gets the headers alone
 */
export function answer(status, body, headers = {}, method = 'GET') {
  /** @type {Record<string, string>} */
  const type = body === null ? {} : { 'Content-Type': 'application/json; charset=utf-8' };
  return new Response(method === 'HEAD' ? null : body, { status, headers: { ...always, ...type, ...headers } });
}

/**
 * The one form of every error.
 *
 * @param {number} status @param {string} field '' when no single field is to blame
 * @param {string} message @param {Record<string, string>} [headers]
 */
export function refusal(status, field, message, headers) {
  return answer(status, `${JSON.stringify({ error: field ? { field, message } : { message } })}\n`, headers);
}

/** For what should not happen: the client is told nothing, the log the kind of it, since its text may hold numbers. @param {unknown} error */
export function failure(error) {
  console.error(`failed: ${error instanceof Error ? error.name : typeof error}`);
  return refusal(500, '', 'the edge failed; the request may be sent again');
}

/** Lets pages of any origin use a call. @param {string} methods */
export function preflight(methods) {
  return answer(204, null, {
    Allow: methods,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
    'Access-Control-Max-Age': '86400',
  });
}
