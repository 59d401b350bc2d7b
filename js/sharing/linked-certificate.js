/**
 * A certificate that came by a link. The request in the link is computed here at once, beside asking the sharing
 * service for what it keeps; what that says is shown early if it is signed, and is never taken instead of our own.
 */

import { fault, sentence } from '../words/error-sentence.js';
import { come } from '../question/runner.js';
import { unpack } from '../trust/link.js';
import { isCertificate, todays } from '../documents/documents.js';
import { beyondPage } from '../documents/votes.js';
import { isKey, SLOW } from '../trust/edge.js';
import { judge } from '../trust/judge.js';

/** @import {CertificateRequest} from '../documents/documents.js' */
/** @import {Own, Stored} from '../trust/judge.js' */

export class LinkedCertificate {
  /** The key in the link, '' where there is none. */
  key = '';
  /** True if the link carries a request that can be computed. */
  carries = false;
  /** Words of the sender. @type {import('./sharing.js').Said} */
  said = {};
  /** Explains what is wrong with the link, a sentence or ''. */
  damage = '';
  /** State of the request to the service. @type {'none' | 'waiting' | 'slow' | 'arrived' | 'failed'} */
  service = 'none';
  /** Explains why there is no answer. */
  reason = '';
  /** Answer of the service. @type {Stored | undefined} */
  stored;
  /** Facts found here about the request. @type {Own | undefined} */
  own;
  /** Values that fresh draws here contradict, once they are made; null if nothing is drawn. @type {string[] | null | undefined} */
  doubts;

  #signal = /** @type {AbortSignal} */ (/** @type {unknown} */ (undefined));
  /** Draws again, and says whether the link is still what is open. */
  #changed = () => false;
  #session;
  #edge;

  /** @param {import('./sharing.js').Session} session @param {import('../trust/edge.js').Edge} edge */
  constructor(session, edge) {
    this.#session = session;
    this.#edge = edge;
  }

  /** State of the computation here. */
  get phase() {
    return this.#session.result.phase;
  }

  /** Reports whether nothing can be computed here before the service answers. */
  get waits() {
    return !this.carries && ['waiting', 'slow'].includes(this.service);
  }

  /** Explains why nothing could be computed here. */
  get message() {
    return this.#session.result.message ?? '';
  }

  /** Decides what to believe and show. */
  get judgement() {
    const own = this.own && { ...this.own, done: this.phase === 'done' };
    return judge(this.stored, own, isKey(this.key) ? this.key : '');
  }

  /** The stored certificate for as long as it stands in for ours. @returns {import('./sharing.js').Result | null} */
  get shown() {
    if (this.judgement.shown !== 'stored') return null;
    const value = this.stored?.document;
    return { phase: 'done', request: value.request, certificate: { text: '', value } };
  }

  /**
   * @param {{key?: string, request?: string, said?: import('./sharing.js').Said}} link
   * @param {AbortSignal} signal @param {() => boolean} changed draws again, and says whether the link is still what is open
   * @returns {Promise<boolean>} whether nothing else was given before its request was there
   */
  async open({ key = '', request, said = {} }, signal, changed) {
    Object.assign(this, { key, said });
    [this.#signal, this.#changed] = [signal, changed];
    if (key !== '' && !isKey(key)) this.damage = 'Its key must be 64 hexadecimal digits.';
    /** @type {Promise<void> | null} */
    let asked = null;
    const found = await this.#session.give('all', (given) => {
      asked = isKey(key) ? this.#ask(AbortSignal.any([signal, given])) : null;
      return this.#find(request, asked);
    });
    if (found === undefined) return false;
    if (found) await this.#session.compute(todays(found));
    await asked;
    await this.#compare();
    changed();
    await this.#refresh();
    changed();
    return true;
  }

  /**
   * The request to compute: that in the link, or else the one that the service keeps; null for none, or where the link is not open any more.
   * @param {string | undefined} packed @param {Promise<void> | null} asked @returns {import('../question/runner.js').Steps<CertificateRequest | null>}
   */
  *#find(packed, asked) {
    const carried = packed === undefined ? null : yield* come(this.#carried(packed));
    if (!carried) yield asked;
    const request = carried ?? (yield* come(this.#kept()));
    return this.#changed() ? request : null;
  }

  /** Asks the service; never rejects. @param {AbortSignal} signal */
  async #ask(signal) {
    this.service = 'waiting';
    const late = setTimeout(() => {
      this.service = 'slow';
      this.#changed();
    }, SLOW);
    try {
      this.stored = await this.#edge.get(this.key, signal);
      this.service = 'arrived';
    } catch (error) {
      this.service = 'failed';
      this.reason = sentence(error);
    }
    clearTimeout(late);
    this.#changed();
  }

  /** The request in the link, null where it is damaged. @param {string} packed */
  async #carried(packed) {
    const request = await unpack(packed).catch((error) => {
      this.damage = sentence(error);
    });
    if (request) await this.#identify(request, 'link');
    if (this.own?.fault) {
      this.damage = `The request in this link is damaged: ${this.own.fault}`;
      this.own = undefined;
    }
    this.carries = this.damage === '' || this.own !== undefined;
    this.#changed();
    return request && this.carries ? request : null;
  }

  /**
   * Finds the key of a request that is to be computed here. A certifier that fails says so when it is to compute.
   * @param {CertificateRequest} request @param {Own['from']} from
   */
  async #identify(request, from) {
    const { engine } = this.#session;
    try {
      this.own = { core: await engine.ready(), from };
      this.own = { ...this.own, key: await this.#keyOf(request) };
      const beyond = beyondPage(request);
      if (beyond) this.own = { ...this.own, fault: beyond };
    } catch (error) {
      if (/** @type {{kind?: string}} */ (error).kind === 'input' && this.own) this.own = { ...this.own, fault: fault(error) };
    }
  }

  /** @param {CertificateRequest} request */
  async #keyOf(request) {
    const [, key] = await this.#session.engine.gram(todays(request));
    return key;
  }

  /**
   * The request of what the service keeps, if that is what the key names, from any sender; null elsewhere. Another version of the core has another
   * key for it.
   */
  async #kept() {
    const { document } = this.stored ?? {};
    if (!isCertificate(document)) return null;
    await this.#identify(document.request, 'stored');
    const other = this.own?.key !== undefined && this.own.key !== this.key;
    return !this.own?.fault && (!other || this.judgement.verdict === 'foreign') ? document.request : null;
  }

  async #compare() {
    if (!this.own) return;
    const { verdict } = this.judgement;
    if (verdict === 'foreign') await this.#verify(this.own, this.stored?.document);
    if (verdict !== 'comparing') return;
    const bytes = await this.#session.documents.certificate();
    this.own = { ...this.own, document: JSON.parse(new TextDecoder().decode(bytes)) };
  }

  /** Verifies what an earlier core made; documents of a later core are refused. @param {Own} own @param {any} document */
  async #verify(own, document) {
    try {
      const verification = await this.#session.engine.verify(document, { signal: this.#signal });
      this.own = { ...own, verification, storedKey: await this.#keyOf(document.request) };
    } catch (error) {
      this.own = { ...own, problem: fault(error) };
    }
  }

  /** Computes the certificate once more, with draws that the author of the link cannot have known. */
  async #refresh() {
    const { request, certificate, phase } = this.#session.result;
    if (!this.#changed() || phase !== 'done' || !request || !certificate) return;
    // Earlier results stay if this is cut short.
    this.doubts = await this.#session.engine.fresh(request, certificate, { signal: this.#signal }).catch(() => undefined);
  }
}
