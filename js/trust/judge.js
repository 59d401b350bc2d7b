/** The room of what comes from elsewhere: certificates by link and from the edge, who signed them. */

/** Decides what to believe of a certificate that came from elsewhere. No other code does. */

import { CORE } from '../documents/core.js';
import { differences, isCertificate } from '../documents/documents.js';

/**
 * @typedef {import('../documents/documents.js').Certificate & {request: import('../documents/documents.js').CertificateRequest}} Document
 *
 * @typedef {object} Stored what the sharing service answered
 * @property {any} document
 * @property {'valid' | 'invalid' | 'unknown'} signature whether it carries one by the key that is trusted
 *
 * @typedef {object} Own what was found out on this device
 * @property {string} core its version
 * @property {'link' | 'stored'} from where the request came
 * @property {string} [key] of the request, by this core
 * @property {string} [fault] why this core refuses the request
 * @property {boolean} [done] whether the certificate is computed
 * @property {any} [document] the certificate, once it is written out to be compared
 * @property {{failed?: string[], partial?: string[]}} [verification] of the stored certificate, if an earlier core made it
 * @property {string} [storedKey] of the request in it, by this core
 * @property {string} [problem] why it cannot be verified
 *
 * @typedef {'none' | 'own' | 'refused' | 'foreign' | 'mismatched' | 'unsigned' | 'signed' | 'comparing' | 'differs' | 'partial' | 'checked'} Verdict
 *   none: there is nothing yet; own: ours, with nothing to compare; refused: the answer is not to be believed, for the reason given;
 * foreign: made by another version of the core, and not verified here; mismatched: the request in the link is not the one that its key names;
 * unsigned, signed:
 *   the stored one, before ours; comparing: ours is computed; differs, checked: ours and the stored one say different things, or the same;
 *   partial: the same, except for rows that this core does not compute
 *
 * @typedef {object} Judgement
 * @property {Verdict} verdict
 * @property {'stored' | 'own' | null} shown which certificate may be shown
 * @property {string} [reason] of a refusal, a sentence
 * @property {string[]} [differs] the parts in which the two differ
 * @property {string[]} [partial] the rows that this core does not compute
 */

/**
 * Judges a stored certificate. What was computed here is always what is shown, and a stored certificate stands in for it
 * only until then, and only signed.
 * @param {Stored | undefined} stored @param {Own | undefined} own @param {string} key that was asked for, '' where only the request is known
 * @returns {Judgement}
 */
export function judge(stored, own, key) {
  const shown = own?.done ? 'own' : null;
  if (!stored) return { verdict: alone(own, key), shown };
  const reason = refusal(stored, own, key);
  if (reason) return { verdict: 'refused', shown, reason };
  if (isForeign(stored, own)) return { ...released(own), shown };
  if (isOther(own, key)) return { verdict: 'mismatched', shown };
  if (!own?.done) return stored.signature === 'valid' ? { verdict: 'signed', shown: 'stored' } : { verdict: 'unsigned', shown: null };
  if (!own.document) return { verdict: 'comparing', shown };
  const differs = differences(own.document, stored.document);
  return differs.length ? { verdict: 'differs', shown, differs } : { verdict: 'checked', shown };
}

/** Reports whether another version of the core made a document. @param {Stored} stored @param {Own | undefined} own */
const isForeign = ({ document }, own) => document.core !== (own?.core ?? CORE);

/** Judges a document that another core made. @param {Own | undefined} own @returns {Omit<Judgement, 'shown'>} */
function released(own) {
  if (!own?.done || !own.verification) return { verdict: 'foreign' };
  const { failed: differs, partial } = own.verification;
  if (own.storedKey !== own.key) return { verdict: 'mismatched' };
  return { verdict: differs ? 'differs' : partial ? 'partial' : 'checked', differs, partial };
}

/** Reports whether the request computed here is not the one that was asked for. @param {Own | undefined} own @param {string} key */
const isOther = (own, key) => key !== '' && own?.key !== undefined && own.key !== key;

/** @param {Own | undefined} own @param {string} key @returns {Verdict} */
function alone(own, key) {
  if (isOther(own, key)) return 'mismatched';
  return own?.done ? 'own' : 'none';
}

/** Explains why a stored certificate is not believed, '' if nothing contradicts it. @param {Stored} stored @param {Own | undefined} own @param {string} key */
function refusal(stored, own, key) {
  const { document, signature } = stored;
  if (!isCertificate(document)) return 'The sharing service’s answer is not a certificate.';
  if (signature === 'invalid') return 'It does not carry the signature that this page trusts.';
  if (key && document.key !== key) return 'It belongs to another key.';
  if (own?.from === 'stored' && own.fault) return `Its request is damaged: ${own.fault}`;
  if (isForeign(stored, own)) return '';
  if (!key && own?.key && document.key !== own.key) return 'It belongs to another key.';
  return own?.from === 'stored' && isOther(own, key) ? 'Its request differs from the one in the link.' : '';
}
