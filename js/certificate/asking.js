/** Buttons that ask for more: draws, a second count of votes, fewer points. */

import { isSaid } from '../form/evidence.js';
import { poseOf } from '../form/request.js';
import { come } from '../question/runner.js';
import { DRAWS } from '../documents/documents.js';
import { isUnsure } from '../words/words.js';

/** Labels the button that asks for more, '' if nothing more can be computed. @param {import('./desk.js').Desk} desk */
export function askOf(desk) {
  const { said: { gram, values, values: { given, permutation, perturbation } }, files: { clouds }, result: { phase, complete, certificate, request } } = desk;
  const idle = phase !== 'done' && phase !== 'working';
  if (given === 'model') return idle ? 'Count votes and certify' : '';
  if (!idle || (!clouds.clean && !gram) || !isSaid(values) || desk.unproved) return '';
  if (permutation === 'true' && perturbation !== 'none') return 'Search the order and certify';
  // Draws bound the probability of one class, and prove nothing of an interval or of single labels.
  if (given === 'outputs' && values.tolerance.trim() === '') return '';
  if (certificate && request && isUnsure(certificate.value, request)) return '';
  const draws = values.draws.trim() === '' ? DRAWS : Number(values.draws.replaceAll(',', ''));
  return (complete === false || phase === 'cancelled') && draws > 0 ? `Try to prove more (${draws.toLocaleString('en')} random draws)` : '';
}

/** Has a model count votes with the entered settings: the one that counted before, where the page has it. @param {import('./desk.js').Desk} desk */
export const countAgain = (desk) => desk.give('settings', function* (_, tell) {
  tell({ type: 'filled' }); // other entries give it up
  const { evidence } = desk.said.counted ?? {};
  if (desk.entries.values.given !== 'model') {
    const model = evidence ? yield* come(desk.voting.exampleOf(evidence.model.name ?? '')) : '';
    desk.entries.setAll({
      given: 'model', model, ...(evidence?.sampling.estimate && { counted: evidence.sampling.estimate }),
      ...(evidence && { how: evidence.classifier.how, pose: poseOf(evidence.classifier) }),
    });
    if (!model) return;
  }
  void desk.certify();
});

/**
 * Samples both clouds to a number of points and certifies again.
 * @param {import('./desk.js').Desk} desk @param {number} count @param {boolean} [unordered] also says that the order of the points does not matter
 */
export async function keepPoints(desk, count, unordered = false) {
  desk.entries.set('kept', String(count));
  if (unordered) desk.entries.set('permutation', 'true');
  await desk.certify();
}
