/** How a certificate that came by a link stands, in words. */

/** @typedef {import('./opened.js').Opened} Opened */

/**
 * 'wrong' and 'caution' ask for attention, 'checked' is good, 'plain' is neither.
 * @typedef {{kind: 'plain' | 'checked' | 'caution' | 'wrong', head: string, text: string}} Standing
 */

const SAME = 'Below is what this device computed for the same request.';
const REQUEST = 'Below is what this device computed for the request.';
const CARRIED = 'The request came in the link.';
const UNSHARED = 'The clouds were not shared.';

/** @param {Opened} opened @returns {Standing} */
export function standing(opened) {
  return wrong(opened) ?? (opened.phase === 'done' ? computed(opened) : waiting(opened));
}

/** What speaks against the link, the service or its certificate. @param {Opened} o @returns {Standing | null} */
function wrong(o) {
  const done = o.phase === 'done';
  if (o.service === 'false') return { kind: 'wrong', head: 'The sharing service’s answer is refused.', text: `${o.reason}${done ? ` ${SAME}` : ''}` };
  if (o.foreign) return { kind: 'caution', head: 'Made by another version.', text: `The shared certificate was computed by version ${o.stored?.document.core} of the core, this page has ${o.core}, so the two cannot be compared.${done ? ` ${SAME}` : ''}` };
  if (o.mismatched) return { kind: 'wrong', head: 'Key and request of this link do not belong together.', text: `One of them was changed, or another version of the core made the link.${done ? ` ${REQUEST}` : ''}` };
  if (o.differs?.length) return { kind: 'wrong', head: 'The shared certificate does not stand.', text: `These parts differ: ${o.differs.join(', ')}. ${SAME}` };
  if (o.damage && !(o.service === 'arrived' && done)) return { kind: 'wrong', head: 'This link is damaged.', text: `${o.damage}${o.reason ? ` ${o.reason}` : ''}${done ? ` ${REQUEST}` : ''}` };
  if (o.service === 'failed' && !o.carries) return { kind: 'wrong', head: 'The shared certificate was not opened.', text: `${o.reason} The link names it by its key alone.` };
  return null;
}

/** @param {Opened} o @returns {Standing} */
function computed(o) {
  if (o.differs) return { kind: 'checked', head: 'Shared, checked on this device.', text: `Computed again here with the same result. ${UNSHARED}${o.damage ? ` ${o.damage}` : ''}` };
  const rest = { none: 'The link names no stored certificate to compare with.', waiting: 'Asking the sharing service for its copy, to compare.', slow: 'The sharing service has not answered yet.', arrived: 'Comparing with the sharing service’s copy.', failed: o.reason, false: '' };
  return { kind: 'plain', head: 'Computed on this device.', text: `${CARRIED} ${rest[o.service]}` };
}

/** @param {Opened} o @returns {Standing} */
function waiting(o) {
  if (o.phase === 'failed') return { kind: 'wrong', head: 'Not checked on this device.', text: o.message };
  if (o.phase === 'cancelled') return { kind: 'caution', head: 'Not checked on this device.', text: 'The computation was cancelled.' };
  if (o.shown) return { kind: 'plain', head: 'Shared, checking…', text: `Signed by the sharing service, and being computed again here. ${UNSHARED}` };
  if (o.service === 'arrived') return { kind: 'plain', head: 'Checking…', text: 'The signature of the shared certificate cannot be checked here, so it is shown when it has been computed again.' };
  const slow = o.service === 'slow' ? ' The sharing service has not answered yet.' : '';
  return o.carries
    ? { kind: 'plain', head: 'Computing.', text: `${CARRIED}${slow}` }
    : { kind: 'plain', head: 'Opening the link.', text: slow ? `${slow.trim()} The page goes on waiting for a few seconds.` : '' };
}
