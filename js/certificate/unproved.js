/** Evidence that belongs to other settings than those entered: what to say of it, and the ways out. */

import { html, nothing } from 'lit';
import { isSaid, samplingOf } from '../form/evidence.js';
import { LAW, SAMPLED } from '../documents/sampled.js';
import { toRequest } from '../form/request.js';
import { differenceOf } from '../words/sampled.js';
import { sigmasOf } from '../words/spread.js';

/** @import {CertificateRequest} from '../documents/documents.js' */

/** @typedef {import('../form/reader.js').Values} Values */
/** @typedef {{then: Values, now: string, before: string, short: [now: string, before: string]}} Unproved then: the settings that the evidence belongs to */

/**
 * Reports whether the core refuses settings whatever the evidence is of.
 * @param {CertificateRequest} request
 * @param {{dimension: number, count?: number} | null | undefined} clean
 */
const isImpossible = ({ group, subsample }, clean) => Boolean(clean)
  && (group === 'axis' && clean?.dimension === 2 || /** @type {number} */ (subsample) > Number(clean?.count));

/** A request with what its model sees beside its other settings. @param {CertificateRequest} request */
const seeing = (request) => ({ ...request, attributes: request.prediction.model?.attributes });

/**
 * Compares the entered sampling settings with those of the evidence; null if they agree.
 * @param {Values} values @param {Values} then @param {Parameters<typeof toRequest>[1]} clouds
 * @returns {Unproved | null}
 */
export function unprovedFor(values, then, clouds) {
  const { request: entered, errors } = toRequest(values, clouds);
  const { request: before, errors: faults } = toRequest({ ...values, ...then }, clouds);
  // An entry that is no setting at all is refused where it stands.
  const sigmas = [entered, before].flatMap(({ sigma, attribute_sigma: noisy = {} }) => [...sigmasOf(sigma), ...Object.values(noisy)]);
  if (Object.keys(then).some((name) => errors[name] || faults[name]) || sigmas.some((sigma) => !(Number(sigma) > 0))) return null;
  if (entered.axis?.every((part) => part === 0) || isImpossible(entered, clouds.clean)) return null;
  // A probability is the visitor's own claim, but never that of a classifier of other samples.
  const compared = values.given === 'probability' ? LAW : [...SAMPLED, 'attributes'];
  const difference = differenceOf(seeing(entered), seeing(before), compared);
  return difference && { then, ...difference };
}

/**
 * Describes evidence that belongs to other settings than those entered, null if it belongs to these.
 * @param {import('./desk.js').Desk} desk @returns {Unproved | null}
 */
export function unproved({ entries: { values }, files: { clouds, evidence }, countedWith: then }) {
  if (values.given !== 'model') return isSaid(values) ? unprovedFor(values, evidence.settings, clouds) : null;
  return then && unprovedFor({ ...values, given: 'votes' }, then, clouds);
}

/** The verdict in a sentence: a head and what follows it. @param {import('./desk.js').Desk} desk @param {Unproved} found */
export function unprovedWords({ entries: { values: { given } }, isCounted }, { now, before }) {
  const evidence = given === 'probability' ? 'this probability was given' : `these votes were ${isCounted ? 'counted' : 'given'}`;
  return { head: `Nothing is proved ${now} yet:`, text: `${evidence} ${before}.` };
}

/** The ways out. @param {import('./desk.js').Desk} desk @param {Unproved} found */
function ways(desk, { then, short: [now, before] }) {
  const { entries: { values } } = desk;
  const back = () => {
    const settings = samplingOf(values);
    desk.entries.setAll(Object.fromEntries(Object.entries(then).filter(([name, text]) => text !== settings[name])));
    void desk.certify();
  };
  const at = /^[\d.]+$/.test(now) ? 'at' : 'with';
  return html`<div class="actions ways">
    ${desk.voting.able ? html`<button type="button" @click=${() => desk.countAgain()}>Count again ${now ? `${at} ${now}` : 'with these settings'}</button>`
      : nothing}
    ${values.given === 'model' ? nothing : html`<button type="button" @click=${() => desk.claim()}>They are mine, use them</button>`}
    <button type="button" @click=${back}>Back to ${before || 'those settings'}</button>
  </div>`;
}

/** Draws the notice in place of a verdict. @param {import('./desk.js').Desk} desk @param {Unproved} found */
export function unprovedView(desk, found) {
  const { head, text } = unprovedWords(desk, found);
  return html`<div class="sentence pending" data-reason="unproved"><h2>${head}</h2> <p>${text}</p></div>${ways(desk, found)}`;
}
