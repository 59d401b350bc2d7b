/** Answers with the headers of the Go program (wasm/edge/answer.go). */

const always = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

/**
 * @param {number} status @param {string | null} body JSON
 * @param {Record<string, string>} [headers]
 */
export function answer(status, body, headers = {}) {
  /** @type {Record<string, string>} */
  const type = body === null ? {} : { 'Content-Type': 'application/json; charset=utf-8' };
  return new Response(body, { status, headers: { ...always, ...type, ...headers } });
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

/** Lets pages of any origin use a call. @param {string} methods */
export function preflight(methods) {
  return answer(204, null, {
    Allow: methods,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
    'Access-Control-Max-Age': '86400',
  });
}
