/** Describes the state of storing a certificate for a link. */

/** @typedef {import('./sharing.js').Link} Link */

/**
 * @typedef {{kind: 'certified' | 'open' | 'pending' | 'failed', head?: string, text: string}} StoringWords kind: the shape of the sign; failed asks
 *   for attention
 */

/** Says what the link opens by itself. @param {Link} link */
const alone = ({ carries }) => (carries
  ? 'The link works all the same: it carries the request, and every page that opens it computes the certificate.'
  : 'The request is too long for a link, so this one works only once the certificate is stored.');

/** @param {Link} link @returns {StoringWords} */
export function wordsForStoring(link) {
  const { stored, carries, message = '' } = link;
  const works = carries ? 'The link works already. ' : '';
  switch (stored) {
    case 'stored': return { kind: 'certified', head: 'Stored.', text: 'The link opens at once, and every page that opens it computes the certificate again.' };
    case 'false': return { kind: 'failed', head: 'The sharing service’s answer is refused.', text: `${message} ${alone(link)}` };
    case 'slow': return { kind: 'pending', text: `${works}The sharing service has not answered yet; the page keeps asking for a few seconds.` };
    case 'posting': return { kind: 'pending', text: `${works}Being stored, so that it opens at once.` };
    case 'local': return { kind: 'open', text: message };
    default: return { kind: 'open', head: 'Not stored.', text: `${message} ${alone(link)}` };
  }
}
