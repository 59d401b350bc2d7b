/**
 * The room of links: making one to a certificate, and opening one. What may be believed of what others say is decided
 * in trust, and never takes the place of what was computed here.
 */

/** Making a link to a certificate, and opening one. What others say never takes the place of what was computed here. */

import { address, pack } from '../trust/link.js';
import { isOfClass } from '../documents/stated.js';
import { judge } from '../trust/judge.js';
import { LinkedCertificate } from './linked-certificate.js';
import { isOneFile, webAddress } from '../offline/site.js';
import { Latest } from '../question/latest.js';
import { sentence } from '../words/error-sentence.js';
import { Edge, post, ShareError, SLOW } from '../trust/edge.js';
import { isRadiusOnly } from '../words/words.js';

/** Words of the sender, which travel in a link unsigned. @typedef {{title?: string, class?: string}} Said */

/**
 * @typedef {object} Result of a computation
 * @property {string} phase
 * @property {import('../documents/documents.js').CertificateRequest} [request]
 * @property {import('../documents/documents.js').CertificateText} [certificate]
 * @property {string} [message] why it failed
 *
 * Interface of the page for sharing: the certificate that is computed here, and a way to compute another.
 * @typedef {EventTarget & Computing} Session dispatches 'outdate' when the result no longer belongs to what is entered
 * @typedef {object} Computing
 * @property {import('../certifier/engine.js').Engine} engine
 * @property {Result} result
 * @property {{certificate: () => Promise<Uint8Array>, gram: () => Promise<[text: string, key: string]>}} documents of the result
 * @property {(request: import('../documents/documents.js').CertificateRequest) => Promise<void>} compute
 * @property {() => void} outdate gives up what is on its way
 * @property {<T>(place: 'all', task: (signal: AbortSignal) => import('../question/runner.js').Steps<T>) => Promise<T | undefined>} give
 * @property {() => void} changed
 *
 * @typedef {object} Link
 * @property {'making' | 'made' | 'none'} state
 * @property {string} [address] opens the certificate, as far as possible without the service
 * @property {string} [short] names the stored certificate alone
 * @property {boolean} [carries] whether the address has the request in it
 * @property {string} [key]
 * @property {string} [request] as it stands in a link
 * @property {string} [page] that opens it
 * @property {Said} [said] words of the sender
 * @property {'posting' | 'slow' | 'stored' | 'failed' | 'absent' | 'false' | 'local'} [stored] local: of use on this machine alone
 * @property {string} [message] why there is no link, or why it is not stored
 *
 * @typedef {(part: Partial<Link>) => boolean} Tell
 */

const FILE = 'This page was opened from a file.';
const LOCAL = `${FILE} The link opens that file, so it works on this machine only. Download certificate saves a file that others can open.`;

const RADIUS_ONLY = 'A link needs a comparison of two clouds, not radii alone. Download certificate saves the radii as a file.';

const OUTPUTS = 'A link has no room for the numbers or labels of all samples. Download certificate saves them as a file.';

export class Sharing {
  /** The link that is made. @type {Latest<Link>} */
  #made = new Latest((type) => type === 'ask' || this.session.changed());
  /** The link that was opened. @type {Latest<{linked: LinkedCertificate}>} */
  #opened = new Latest((type) => type === 'ask' || this.session.changed());
  #edge;

  /** @param {Session} session @param {import('../offline/site.js').Site} site */
  constructor(session, site) {
    this.session = session;
    this.site = site;
    this.#edge = new Edge(new URL(site.edge || './', site.base), site.publicKey);
    session.addEventListener('outdate', () => this.#forget());
  }

  /** The certificate that came by a link. */
  get linked() {
    return this.#opened.known.linked ?? null;
  }

  /** @returns {Link | null} */
  get link() {
    const { error, known: { state, ...rest } } = this.#made;
    return error ? { state: 'none', message: sentence(error) } : state ? { state, ...rest } : null;
  }

  #forget() {
    this.#made.ask(null);
    this.#opened.ask(null);
  }

  /** Makes a link, which works at once, and has the edge keep the certificate; the clouds stay here. */
  async make() {
    const { request, certificate } = this.session.result;
    if (!request || !certificate) return;
    const message = !isOfClass(request) ? OUTPUTS : isRadiusOnly(certificate.value) ? RADIUS_ONLY : '';
    if (message) this.#made.ask(null, { state: 'none', message });
    else this.#made.ask((signal, tell) => this.#make(request, certificate.value.core, signal, tell), { state: 'making' });
    this.session.changed();
    await this.#made.settled();
  }

  /**
   * @param {import('../documents/documents.js').CertificateRequest} request @param {string} core its version here
   * @param {AbortSignal} signal @param {Tell} tell
   */
  async #make(request, core, signal, tell) {
    const [gram, key] = await this.session.documents.gram();
    const page = webAddress(this.site) || this.site.address;
    tell(addressed({ state: 'made', page, key, request: await pack(gram), said: { class: classOf(request) }, stored: 'posting' }));
    if (isOneFile(this.site))
      return void tell(webAddress(this.site) || !this.link?.carries ? { stored: 'absent', message: FILE } : { stored: 'local', message: LOCAL });
    const late = setTimeout(() => tell({ stored: 'slow' }), SLOW);
    try {
      const stored = await post(this.#edge, gram, signal);
      const { verdict, reason } = judge(stored, { core, key, from: 'link' }, '');
      if (verdict === 'refused') tell({ stored: 'false', message: reason });
      else tell(verdict === 'foreign' ? foreign(stored.document.core, core) : { stored: 'stored' });
    } catch (error) {
      tell({ stored: error instanceof ShareError && error.kind === 'absent' ? 'absent' : 'failed', message: sentence(error) });
    } finally {
      clearTimeout(late);
    }
  }

  /** Gives the link a title. @param {string} title */
  entitle(title) {
    const { link } = this;
    if (link?.state !== 'made') return;
    const { stored, message, ...rest } = addressed({ ...link, said: { ...link.said, title: title.trim() } });
    this.#made.put(rest);
  }

  /** Opens what a link names. @param {{key?: string, request?: string, said?: Said}} link */
  async open(link) {
    this.session.outdate();
    const linked = new LinkedCertificate(this.session, this.#edge);
    this.#opened.ask(async (signal, tell) => void (await linked.open(link, signal, () => tell({})) || (tell({}) && this.#forget())), { linked });
    this.session.changed();
    await this.#opened.settled();
  }
}

/** The name of the class that votes of a model are for, '' where it has none. @param {import('../documents/documents.js').CertificateRequest} request */
const classOf = ({ prediction: { evidence } }) => (evidence?.votes && evidence.model.classes?.[evidence.votes.predicted]) ?? '';

/** Writes the addresses of a link. @param {Link} link @returns {Link} */
function addressed(link) {
  const { page = '', key = '', request = '', said = {} } = link;
  const words = Object.entries(said).filter(([, text]) => text).map(([name, text]) => `&${name}=${encodeURIComponent(text)}`).join('');
  const [whole, short] = [request, ''].map((carried) => address(page, key, carried).replace(`#key=${key}`, `#key=${key}${words}`));
  return { ...link, address: whole, short, carries: whole !== short };
}

/** @param {string} other @param {string} core @returns {Partial<Link>} */
const foreign = (other, core) => ({
  stored: 'failed',
  message: `The sharing service has version ${other} of the core and this page ${core}, so their certificates cannot be compared.`,
});
