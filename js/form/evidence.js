/** Evidence in the entries about the prediction of the clean cloud. */

import { initial } from './address.js';
import { sampledOf } from './reader.js';
import { entriesOf } from './table.js';
import { CERTIFICATE_FORM } from './certificate-form.js';

/** @typedef {import('./reader.js').Values} Values */

/** The entries that hold it. */
export const NAMES = ['probability', 'votes', 'voted', 'runnerProbability', 'runnerVotes'];

/** The entries on which noisy samples depend. */
export const SAMPLING = sampledOf(CERTIFICATE_FORM);

/** The sampling settings among the entries. @param {Values} values @returns {Values} */
export const samplingOf = (values) => Object.fromEntries(SAMPLING.map((name) => [name, values[name]]));

/** Reports whether two sets of entries give the same numbers for the same cloud. @param {Values} a @param {Values} b */
export const isSameSaid = (a, b) => ['given', ...NAMES].every((name) => a[name] === b[name]);

/** Settings of the classifier, as they are before a visitor has said anything of an own one. @type {Values} */
const OPEN = {
  ...Object.fromEntries(['sigma', 'group', ...entriesOf(CERTIFICATE_FORM, 'noise')].map((name) => [name, ''])),
  ...Object.fromEntries(Object.keys(CERTIFICATE_FORM).filter((name) => CERTIFICATE_FORM[name].sampled && CERTIFICATE_FORM[name].reads === 'truth')
    .map((name) => [name, 'false'])),
};

/** The entries with the settings of the classifier open, but for some. @param {Values} values @param {string[]} [stay] */
export const unset = (values, stay = []) => ({ ...values, ...pick(OPEN, Object.keys(OPEN).filter((name) => !stay.includes(name))) });

/** The entries of a drawing: the model of digits votes, and its perturbation before a hand moves it. */
export const drawn = () => ({ ...initial(), given: 'model', model: 'digits', perturbation: 'rotate', degrees: '25', noise: '0.1', sigma: '0.1', group: 'SE' });

/** Reports whether σ or the invariance is still to be entered. @param {Values} values */
export const isUnset = ({ sigma, group }) => sigma.trim() === '' || group === '';

/** The entries with nothing said. @param {Values} values @returns {Values} */
export function unsaid(values) {
  const empty = initial();
  const outputs = values.given === 'outputs' ? ['given', 'tolerance'] : [];
  return { ...values, ...Object.fromEntries([...NAMES, ...outputs].map((name) => [name, empty[name]])) };
}

/** Reports whether the entries say it, or part of it, or name a model that will; outputs stand beside the entries. @param {Values} values */
export function isSaid({ given, probability, votes, voted }) {
  if (given === 'model' || given === 'outputs') return true;
  return (given === 'votes' ? votes + voted : probability).trim() !== '';
}

/** Describes the evidence in words; '' if there is none, or a model gives it. @param {Values} values */
export function inWords({ given, probability, votes, voted }) {
  if (given === 'votes') return votes.trim() && voted.trim() && `${votes.trim()} of ${voted.trim()} votes`;
  return given === 'probability' && probability.trim() && `p = ${probability.trim()}`;
}

/** @param {Values} values @param {string[]} names @returns {Values} */
export const pick = (values, names) => Object.fromEntries(names.map((name) => [name, values[name]]));
