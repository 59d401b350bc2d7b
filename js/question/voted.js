/** Requests by the votes of the model that is open: of all that is entered, of the clean cloud alone, and of what a brush has left of it. */

import { withCounted } from '../documents/stated.js';
import { toRequest } from '../form/request.js';
import { evidenceIn, formed, givenOf, unprovedIn } from './entered.js';
import { belongs, questionOf } from './question.js';
import { brushedIn, isAhead } from './said.js';

/** @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest */
/** @typedef {import('./state.js').State} State */

/** The votes of the model for the question on the screen, null where there are none. @param {State} state */
export const castTo = ({ entered, cast }) => (belongs(cast, entered.question) ? cast : null);

/**
 * A counted prediction, with the tolerance that is entered where it has numbers or vectors.
 * @template {CertificateRequest['prediction']} T @param {T} prediction @param {CertificateRequest} request
 */
export function asked(prediction, { prediction: { tolerance } }) {
  if (tolerance === undefined) return prediction;
  return prediction.vectors ? { ...prediction, vectors: { ...prediction.vectors, tolerance } } : prediction.values ? { ...prediction, tolerance } : prediction;
}

/** The votes of the model that is open, as counted for what is entered; null where they are not. @param {State} state */
export function votesTo(state) {
  const cast = castTo(state);
  return cast && state.said.values.given === 'model' ? asked(cast.prediction, state.entered.question.request) : null;
}

/**
 * The request for what is entered without its perturbed cloud, null where it is not complete, unproved, or of a cloud that is still on its way.
 * @param {State} state @returns {CertificateRequest | null}
 */
export function cleanRequest(state) {
  const { said, said: { values } } = state, { request, errors } = toRequest({ ...values, perturbation: 'none' }, { ...givenOf(state), brushed: null });
  if (Object.keys(errors).length || isAhead(said)) return null;
  if (values.given !== 'model') return unprovedIn(state) ? null : { ...request, prediction: { ...request.prediction, ...evidenceIn(state) } };
  const votes = votesTo(state);
  return votes && withCounted(request, votes);
}

/** The question of the clean cloud, whatever it is compared with; null where there is none. @param {State} state */
export function cleanQuestion(state) {
  const { clean } = state.clouds, request = clean && cleanRequest(state);
  return request && questionOf(request, { clean, perturbed: null });
}

/** The same where nothing is drawn. @param {State} state */
export function aloneIn(state) {
  const { request } = cleanQuestion(state) ?? {};
  if (!request) return null;
  const { samples, bound, ...asked } = request;
  return questionOf(asked, { clean: state.clouds.clean, perturbed: null });
}

/**
 * The question with what a brush has left of the clean cloud, and all of its request; null where it is not complete, or unproved.
 * @param {State} state @param {import('./said.js').Laid['brushed']} brushed
 */
export function brushedQuestion(state, brushed) {
  const { said, said: { values } } = state, votes = votesTo(state), counts = values.given === 'model';
  const { question, errors } = formed({ ...state, said: brushedIn(said, brushed) });
  if (Object.keys(errors).length > 0 || isAhead(said) || (counts ? !votes : unprovedIn(state))) return null;
  return { question, request: votes && counts ? withCounted(question.request, votes) : question.request };
}
