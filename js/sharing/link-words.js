/** Describes the state of a certificate that came by a link. */

/** @typedef {import('./linked-certificate.js').LinkedCertificate} LinkedCertificate */

/** @typedef {{kind: import('../parts/icons.js').Standing, head: string, text: string}} Words */

const SAME = 'Below is this device’s result for the same request.';
const REQUEST = 'Below is this device’s result for the request.';
const CARRIED = 'The request came in the link.';
const UNSHARED = 'The clouds were not shared.';

/** @param {LinkedCertificate} linked @returns {Words} */
export function wordsFor(linked) {
  return wrong(linked) ?? (linked.phase === 'done' ? computed(linked) : waiting(linked));
}

/** Explains what contradicts the link, the service or its certificate. @param {LinkedCertificate} l @returns {Words | null} */
function wrong(l) {
  const done = l.phase === 'done';
  const { verdict, reason, differs, partial } = l.judgement;
  if (verdict === 'refused') return { kind: 'wrong', head: 'The sharing service’s answer is refused.', text: `${reason}${done ? ` ${SAME}` : ''}` };
  if (verdict === 'foreign' && l.own?.problem) return { kind: 'caution', head: 'Made by another version.', text: `${l.own.problem}${done ? ` ${SAME}` : ''}` };
  if (verdict === 'partial')
    return {
      kind: 'caution', head: 'Verified in part.',
      text: `Core ${l.stored?.document.core} made the shared certificate, and this page does not compute these rows of it: ${partial?.join('; ')}. ${SAME}`,
    };
  if (verdict === 'mismatched')
    return {
      kind: 'wrong', head: 'Key and request of this link do not belong together.',
      text: `One of them was changed, or another version of the core made the link.${done ? ` ${REQUEST}` : ''}`,
    };
  if (l.doubts?.length)
    return {
      kind: 'wrong', head: 'Fresh draws contradict this certificate.',
      text: `Either it holds narrowly, or its draws were chosen. ${l.doubts.join('; ')}.`,
    };
  if (verdict === 'differs')
    return { kind: 'wrong', head: 'Verification failed.', text: `These parts of the shared certificate differ: ${differs?.join(', ')}. ${SAME}` };
  if (l.damage && !(l.service === 'arrived' && done))
    return { kind: 'wrong', head: 'This link is damaged.', text: `${l.damage}${l.reason ? ` ${l.reason}` : ''}${done ? ` ${REQUEST}` : ''}` };
  if (l.service === 'failed' && !l.carries)
    return { kind: 'wrong', head: 'The shared certificate was not opened.', text: `${l.reason} The link names it by its key alone.` };
  return null;
}

/** Describes the fresh draws. @param {LinkedCertificate} l */
const redrawn = ({ doubts }) => (doubts ? ' Fresh draws confirm it.' : '');

/** Says how a stored certificate was checked. @param {LinkedCertificate} l */
function again({ stored, own, carries }) {
  const core = stored?.document.core;
  if (core === own?.core) return 'Computed again here with the same result.';
  const loose = stored?.signature === 'valid' || carries ? '' : ' Neither its signature nor the key of that core can be checked here.';
  return `Core ${core} made it, and core ${own?.core} computes the same here.${loose}`;
}

/** @param {LinkedCertificate} l @returns {Words} */
function computed(l) {
  if (l.judgement.verdict === 'checked')
    return { kind: 'checked', head: 'Shared, checked on this device.', text: `${again(l)}${redrawn(l)} ${UNSHARED}${l.damage ? ` ${l.damage}` : ''}` };
  const rest = {
    none: 'The link names no stored certificate to compare with.', waiting: 'Asking the sharing service for its copy, to compare.',
    slow: 'The sharing service has not answered yet.', arrived: 'Comparing with the sharing service’s copy.', failed: l.reason,
  };
  return { kind: 'plain', head: 'Computed on this device.', text: `${CARRIED}${redrawn(l)} ${rest[l.service]}` };
}

/** @param {LinkedCertificate} l @returns {Words} */
function waiting(l) {
  if (l.phase === 'failed') return { kind: 'wrong', head: 'Not checked on this device.', text: l.message };
  if (l.phase === 'cancelled') return { kind: 'caution', head: 'Not checked on this device.', text: 'The computation was cancelled.' };
  if (l.judgement.verdict === 'signed')
    return { kind: 'plain', head: 'Shared, checking…', text: `Signed by the sharing service, and being computed again here. ${UNSHARED}` };
  if (l.judgement.verdict === 'foreign')
    return {
      kind: 'plain', head: 'Checking…',
      text: `Core ${l.stored?.document.core} made the shared certificate, so it appears once this device has computed it again.`,
    };
  if (l.service === 'arrived')
    return {
      kind: 'plain', head: 'Checking…',
      text: 'The signature of the shared certificate cannot be checked here, so it appears once this device has computed it again.',
    };
  const slow = l.service === 'slow' ? ' The sharing service has not answered yet.' : '';
  return l.carries
    ? { kind: 'plain', head: 'Computing.', text: `${CARRIED}${slow}` }
    : { kind: 'plain', head: 'Opening the link.', text: slow ? `${slow.trim()} The page waits for a few more seconds.` : '' };
}
