/** Second counts of the votes, numbers or labels that an example or a certificate came with. */

/**
 * @typedef {object} Second how a second count goes, or went
 * @property {string} stored what is counted again, as text
 * @property {number} number
 * @property {File[] | null} files of the model, null for that of the page
 * @property {boolean} ended
 * @property {number} [samples] that were counted, undefined before the first
 * @property {number[]} [differ] numbers of those that have another class, another number or other labels
 * @property {string[]} [notes] what else was checked, or was not
 * @property {string} [problem] why nothing was counted
 * @property {string} [refuted] why the votes are refuted
 *
 * @typedef {{key: string, kind: 'recount', request: import('./question.js').CertificateRequest, files: File[] | null}} Recounting
 */

/** No second counts, and how many were begun. */
export const noSeconds = { seconds: /** @type {Second[]} */ ([]), recounts: 0 };

/** The second count of what is stored, undefined before one is wanted. @param {import('./state.js').State} state */
export const secondOf = ({ seconds, entered }) => seconds.find(({ stored }) => stored === entered.storedText);

/**
 * Lists the second count that is wanted: it begins once the verdict is there.
 * @param {import('./state.js').State} state @param {import('./state.js').Result} result @returns {Recounting[]}
 */
export function recounting(state, { phase, request }) {
  const { number = 0, files = null, ended = true, samples } = secondOf(state) ?? {};
  return request && !ended && (samples !== undefined || phase === 'done') ? [{ key: `recount ${number}`, kind: 'recount', request, files }] : [];
}

/** @type {Record<string, (state: any, event: import('./reducer.js').Event) => any>} */
export const changes = {
  /** A visitor, or the page by itself, wants what is stored counted again. */
  recount(state, { files = null }) {
    const stored = state.entered.storedText, number = state.recounts + 1;
    const others = state.seconds.filter((/** @type {Second} */ one) => one.stored !== stored);
    return { ...state, recounts: number, seconds: [...others, { stored, number, files, ended: false }] };
  },
  recounted: (state, { part }) => {
    const second = secondOf(state);
    return { ...state, seconds: state.seconds.map((/** @type {Second} */ one) => (one === second ? { ...one, ...part } : one)) };
  },
};
