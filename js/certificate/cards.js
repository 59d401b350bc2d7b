/** Three cards ask for an own cloud: the clouds, the prediction with its noise, and the invariance. Each knows what is still wrong with it. */

import { inWords } from '../form/evidence.js';
import { CERTIFICATE_FORM } from '../form/certificate-form.js';
import { CHOICES } from '../documents/groups.js';
import { isReading } from '../question/given.js';
import { correction } from './entry-faults.js';
import { unpaired } from './reason.js';

/** @typedef {import('./desk.js').Desk} Desk */

export const CARDS = ['Your cloud', 'How sure is your classifier?', 'What does it ignore?'];

const NAMES = Object.keys(CERTIFICATE_FORM);

/** The controls of the first and the last card, as they follow each other in the form; all others are on the second. */
const CLOUD = ['clean', 'perturbed', ...NAMES.slice(NAMES.indexOf('perturbation'), NAMES.indexOf('given'))];
const GROUP = NAMES.slice(NAMES.indexOf('group')).filter((name) => CERTIFICATE_FORM[name].sampled);

/** The card of a control. @param {string} control */
const cardOf = (control) => (CLOUD.includes(control) ? 0 : GROUP.includes(control) ? 2 : 1);

/**
 * What is wrong on a card, by control; '' is the name of what no control has.
 * @param {Desk} desk @param {number} card @param {boolean} fresh whether the cloud of an example is still there @returns {Record<string, string>}
 */
export function wrongOn(desk, card, fresh) {
  const { state, reasons, entries: { values } } = desk, all = Object.entries({ ...reasons, ...state.entered.faults });
  if (card === 0 && fresh) return { clean: 'Choose a cloud first.' };
  if (card === 0 && isReading(state)) return { '': 'The cloud is still being read.' };
  const apart = card === 0 && unpaired(desk);
  if (apart) return { perturbed: `${apart.head} ${apart.text}` };
  const own = Object.fromEntries(all.filter(([control]) => cardOf(control) === card));
  return card === 1 && values.given === 'model' && !state.model.open ? { model: 'Choose a model.', ...own } : own;
}

/** Says why a card does not lead on, '' where it does. @param {Record<string, string>} wrong */
export const whyOff = (wrong) => wrong[''] ?? wrong.clean ?? correction(wrong);

/** A card in a few words. @param {Desk} desk @param {number} card */
export function summaryOf({ files: { clouds: { clean } }, entries: { values } }, card) {
  if (card === 0) return clean?.name ?? '';
  if (card === 2) return CHOICES.find(([group]) => group === values.group)?.[1] ?? '';
  return [inWords(values), values.sigma.trim() && `σ ${values.sigma.startsWith('{') ? 'by attribute' : values.sigma.trim()}`].filter(Boolean).join(', ');
}
