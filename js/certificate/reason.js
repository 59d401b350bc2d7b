/** Explains why there is no verdict, in its place. */

import { isSaid } from '../form/evidence.js';
import { correction } from './entry-faults.js';

/** @typedef {{head: string, text: string}} Reason */

/** @param {number} n */
const count = (n) => n.toLocaleString('en');

/** Two clouds that cannot be compared point by point; null where they can. @param {import('./desk.js').Desk} desk @returns {Reason | null} */
function unpaired({ files: { clouds: { clean, perturbed } }, entries: { values } }) {
  if (!clean || !perturbed || values.perturbation !== 'file' || values.kept.trim() || values.subsample.trim()) return null;
  if (clean.dimension !== perturbed.dimension || clean.count === perturbed.count) return null;
  return {
    head: 'The clouds differ in size.',
    text: `${clean.name} has ${count(clean.count)} points, ${perturbed.name} ${count(perturbed.count)}. Each point needs a partner.`,
  };
}

/** A file that leaves open which of its clouds is meant. @param {import('./desk.js').Desk} desk @returns {Reason | null} */
function unchosen({ files: { questions, unread } }) {
  const asked = Object.entries(questions).find(
    ([handle, question]) => question?.parts.length && !unread.has(/** @type {import('../clouds/cloud-files.js').Handle} */ (handle)),
  )?.[1];
  return asked ? { head: `Choose one of the ${count(asked.total)} clouds.`, text: `${asked.name} holds several. The list is beside the file.` } : null;
}

/** Points that come and go, and votes of whole clouds. @param {import('./desk.js').Desk} desk @returns {Reason | null} */
const unsampled = ({
  entries: {
    values: { perturbation, subsample },
  },
}) =>
  perturbation === 'changes' && subsample.trim() === ''
    ? { head: 'How many points did each vote see?', text: 'To certify missing points, the votes must come from random subsets. Enter “Points per vote”.' }
    : null;

/** Says what a model or a search waits for. @param {import('./desk.js').Desk} desk @returns {Reason | null} */
function waiting({ ask, voting, entries: { values: { given, permutation, perturbation } } }) {
  if (given === 'model')
    return voting.hasModel()
      ? { head: 'The model has not voted yet.', text: `“${ask}” counts its votes on noisy copies of the cloud.` }
      : { head: 'Choose a model.', text: 'It votes on noisy copies of your cloud.' };
  if (permutation === 'true' && perturbation !== 'none')
    return { head: 'The points are not matched yet.', text: `“${ask}” searches for the nearest order of the points.` };
  return null;
}

/** @param {import('./desk.js').Desk} desk @returns {Reason} */
export function reasonOf(desk) {
  const { drawing, reasons, entries: { values }, files, files: { clouds: { clean }, unread } } = desk;
  if (files.busy) return { head: 'Reading your cloud.', text: '' };
  const [handle] = unread.keys(), name = handle && unread.get(handle);
  if (name && files.questions[handle]?.remedies.length) return { head: `Choose how to read ${name}.`, text: 'The choices are beside the file.' };
  if (name) return { head: `${name} was not read.`, text: 'See the reason at the file.' };
  if (drawing && !clean) return { head: 'Draw a digit.', text: 'The model votes when you lift the pen.' };
  const open = unchosen(desk);
  if (open) return open;
  if (!clean) return { head: 'No cloud yet.', text: 'Drop a point cloud, or choose an example.' };
  if (!isSaid(values)) return { head: 'How sure is your classifier?', text: `${clean.name} is loaded. Enter votes or a probability, or run a model.` };
  const known = unpaired(desk) ?? unsampled(desk);
  if (known) return known;
  const wrong = correction(reasons);
  if (wrong) return { head: 'No verdict:', text: wrong };
  return waiting(desk) ?? { head: 'Computing.', text: '' };
}
