/** Explains why there is no verdict, in its place. */

import { isSaid, isUnset } from '../form/evidence.js';
import { countedWith } from '../question/entered.js';
import { isReading } from '../question/given.js';
import { correction } from './entry-faults.js';

/** @typedef {{name: string, head: string, text: string, asks?: boolean}} Reason name: of the reason, for `data-reason`; asks: whether its button is shown with it */

/** @param {number} n */
const count = (n) => n.toLocaleString('en');

/** Two clouds that cannot be compared point by point; null where they can. @param {import('./desk.js').Desk} desk @returns {Reason | null} */
export function unpaired({ files: { clouds: { clean, perturbed } }, entries: { values } }) {
  if (!clean || !perturbed || values.perturbation !== 'file') return null;
  if (clean.dimension !== perturbed.dimension)
    return {
      name: 'dimensions', head: 'The clouds differ in dimension.', text: `${clean.name} is ${clean.dimension}-D, ${perturbed.name} ${perturbed.dimension}-D.`,
    };
  if (clean.count === perturbed.count || values.kept.trim() || values.subsample.trim()) return null;
  return {
    name: 'sizes',
    head: 'The clouds differ in size.',
    text: `${clean.name} has ${count(clean.count)} points, ${perturbed.name} ${count(perturbed.count)}. Each point needs a partner.`,
  };
}

/** A file that leaves open which of its clouds is meant. @param {import('./desk.js').Desk} desk @returns {Reason | null} */
function unchosen({ state: { questions, unread } }) {
  const asked = Object.entries(questions).find(
    ([handle, question]) => question?.parts.length && !(handle in unread),
  )?.[1];
  return asked ? { name: 'cloud', head: `Choose one of the ${count(asked.total)} clouds.`, text: `${asked.name} holds several. The list is beside the file.` }
    : null;
}

/** Points that come and go, and votes of whole clouds. @param {import('./desk.js').Desk} desk @returns {Reason | null} */
const unsampled = ({
  entries: {
    values: { perturbation, subsample },
  },
}) =>
  perturbation === 'changes' && subsample.trim() === ''
    ? { name: 'subsample', head: 'How many points did each vote see?',
      text: 'To certify missing points, the votes must come from random subsets. Enter “Points the model sees”.' }
    : null;

/** Noise or invariance of an own classifier that are not entered yet. @param {import('./desk.js').Desk} desk @returns {Reason | null} */
function unsettled({ entries: { values } }) {
  const open = [!values.sigma.trim() && 'the σ that you smoothed with', !values.group && 'what your classifier ignores'].filter(Boolean);
  return isUnset(values) ? { name: 'unset', head: 'Not known yet.', text: `Enter ${open.join(' and ')}.` } : null;
}

/** Says what a model or a search waits for. @param {import('./desk.js').Desk} desk @returns {Reason | null} */
function waiting({ ask, state, entries: { values: { given, permutation, perturbation } } }) {
  if (given === 'model') {
    const { open: model } = state.model;
    if (!model) return { name: 'model', head: 'Choose a model.', text: 'It votes on noisy copies of your cloud.' };
    const lacks = countedWith(state) ? 'with these settings' : 'on this cloud';
    return { name: 'votes', head: `${model.name} has not voted ${lacks}.`, text: `Press “${ask}” to ask the model.`, asks: true };
  }
  if (permutation === 'true' && perturbation !== 'none')
    return { name: 'order', head: 'The points are not matched yet.', text: `Press “${ask}” to search for their nearest order.`, asks: true };
  return null;
}

/** @param {import('./desk.js').Desk} desk @returns {Reason} */
export function reasonOf(desk) {
  const { drawing, reasons, entries: { values }, state, state: { clouds: { clean }, questions, unread } } = desk;
  if (isReading(state)) return { name: 'reading', head: 'Reading your cloud.', text: '' };
  const [[handle, { name = '' } = {}] = []] = Object.entries(unread);
  if (name && questions[/** @type {import('../clouds/cloud-files.js').Handle} */ (handle)]?.remedies.length)
    return { name: 'remedies', head: `Choose how to read ${name}.`, text: 'The choices are beside the file.' };
  if (name) return { name: 'unread', head: `${name} was not read.`, text: 'See the reason at the file.' };
  if (drawing && !clean) return { name: 'pen', head: 'Draw a digit.', text: 'The model votes when you lift the pen.' };
  const open = unchosen(desk);
  if (open) return open;
  if (!clean) return { name: 'none', head: 'No cloud yet.', text: 'Drop a point cloud, or choose an example.' };
  if (!isSaid(values))
    return { name: 'prediction', head: 'How sure is your classifier?', text: `${clean.name} is loaded. Enter votes or a probability, or run a model.` };
  const known = unpaired(desk) ?? unsampled(desk) ?? unsettled(desk);
  if (known) return known;
  const wrong = correction(reasons);
  if (wrong) return { name: 'entry', head: 'No verdict:', text: wrong };
  return waiting(desk) ?? { name: 'computing', head: 'Computing.', text: '' };
}
