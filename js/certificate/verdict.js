/** The result: the verdict as a sentence, the table behind it, progress, and what can be done with it. */

import { html, nothing } from 'lit';
import { isSaid } from '../form/evidence.js';
import { sentence } from '../words/error-sentence.js';
import { significant } from '../words/decimal.js';
import { beyond, isUnsearched, searched, tooUnsureToCount } from '../words/words.js';
import { decidedOf, verdictOf } from '../words/points.js';
import { icon, standingBanner } from '../parts/icons.js';
import { progress } from '../parts/bars.js';
import { download, saveButtons } from '../parts/save.js';
import { copied } from './code-files.js';
import { loading, standing } from './standing.js';
import { subject } from './subject.js';
import { argumentTable } from './saved-tables.js';
import { table } from './table.js';
import { unprovedView } from './unproved.js';
import { View } from '../parts/view.js';
import '../parts/citation.js';
import '../parts/copied-code.js';
import './ranges-view.js';

/** @typedef {import('./job.js').Result} Result */

/**
 * What the page adds to a verdict: a link to it, or the certificate that came by a link.
 * @typedef {object} Links
 * @property {Result | null} shown stands in for the verdict computed here
 * @property {boolean} waits whether nothing can be computed before the link's certificate is here
 * @property {boolean} making whether a link is on its way
 * @property {() => void} make makes a link
 * @property {unknown} banner how the certificate that came by a link stands
 * @property {unknown} panel the link that was made
 */

/** @param {'failed' | 'pending' | 'open'} kind @param {string} head @param {string} text */
const say = (kind, head, text) => html`<p class="sentence ${kind}">${icon(kind)}<span><strong>${head}</strong> ${text}</span></p>`;

/** Points to which clouds with too many are offered to be sampled. */
const SEARCHABLE = 1024;

/** The stages of Monte Carlo, with the share of the work that each takes. @type {[name: string, share: number][]} */
const STAGES = [['pilot draws', 0.02], ['clean draws', 0.98]];

const SEARCHING = 'Looking for the nearest order of the points';

/** What a search has found so far. @param {import('../certifier/engine.js').Search} search */
const found = ({ distance, lower }) => `nearest so far d ≤ ${significant(distance, 4, 'up')}, no order comes below ${significant(lower, 4, 'down')}`;

/** How much of all stages is done, and what is going on. @param {Result} result */
function progressOf({ progress: blocks, search, certificate, counting }) {
  if (counting) return { share: counting.share, label: 'Counting votes', amount: counting.amount };
  if (search && !certificate) return { share: search.progress, label: SEARCHING, amount: `${SEARCHING}: ${found(search)}` };
  if (!blocks) return { share: 0, label: 'Preparing' };
  const { stage, done, total } = blocks;
  const [name, share] = STAGES[stage - 1] ?? [`stage ${stage}`, 0];
  const before = STAGES.slice(0, stage - 1).reduce((sum, [, each]) => sum + each, 0);
  return { share: before + share * done / Math.max(total, 1), label: `Tight certificate, ${name}` };
}

/** @extends {View<import('./desk.js').Desk>} */
export class Verdict extends View {
  /** Set by the page. @type {Links} */
  links = /** @type {any} */ (undefined);
  /** Shows the form. Set by the page. @type {() => void} */
  change = /** @type {any} */ (undefined);
  /** The clouds that the verdict is about. Set by the page. @type {unknown} */
  picture = nothing;
  /** What is to be known of the example that is shown. Set by the page. @type {() => unknown} */
  note = () => nothing;

  async #document() {
    return new Blob([/** @type {any} */ (await this.desk.documents.certificate())], { type: 'application/json' });
  }

  async #download() {
    try {
      download('certificate.json', await this.#document());
    } catch (error) {
      this.desk.notify(`The certificate could not be written: ${/** @type {Error} */ (error).message}`);
    }
  }

  #cancel() {
    this.desk.job.cancel();
    /** @type {HTMLElement | null} */ (document.querySelector('form .primary'))?.focus();
  }

  /** Moves to where it is said how sure the classifier is. */
  #toQuestion() {
    document.querySelector('.question')?.scrollIntoView({ block: 'center' });
    /** @type {HTMLElement | null} */ (document.querySelector('input[name=given]:checked'))?.focus({ preventScroll: true });
  }

  /** Points of the perturbed cloud as it is compared, undefined where nobody has counted them. */
  get #others() {
    const { job: { computed, result: { certificate } }, files: { brushed, clouds: { clean, perturbed } } } = this.desk;
    if (computed) return computed.perturbed.length / (clean?.dimension ?? 1);
    return certificate?.madeClouds ? undefined : brushed?.points.length ?? perturbed?.count;
  }

  /** @param {Result} result @param {boolean} complete */
  #sentence({ phase, message, certificate, request, search, counting, vain }, complete) {
    const other = phase !== 'working' && !certificate ? this.desk.unproved : null;
    if (other) return unprovedView(this.desk, other);
    if (phase === 'failed') return say('failed', 'No verdict:', message ?? '');
    if (vain && request) return say('open', 'Too unsure:', tooUnsureToCount(request));
    if (certificate && request) {
      const left = phase === 'stale' ? `“${this.desk.action}” asks the tight argument.` : counting && 'the votes are still being counted.';
      const { kind, head, text } = verdictOf(certificate.value, request, complete, left, this.#others);
      return html`<div class="sentence ${kind}">${icon(kind)}<div><p><strong>${head}</strong> ${text}</p>${this.#decided(certificate.value, request)}</div></div>`;
    }
    if (this.links.waits) return say('pending', 'Opening the shared certificate.', '');
    if (phase === 'working' && counting) return say('pending', 'Counting votes.', 'The first verdict comes with the first look, after some 200 samples.');
    if (phase === 'working') return say('pending', 'Computing.', search ? 'The first verdict comes when the order of the points has been searched.' : 'The first verdict takes a moment.');
    if (phase === 'cancelled') return say('pending', 'Cancelled.', search ? `The search was not finished: ${found(search)}.` : 'Nothing was computed yet.');
    const { drawing, entries: { values }, files: { clouds: { clean } } } = this.desk;
    if (drawing && !clean) return say('pending', 'Nothing is drawn yet.', 'The model votes when the pen lifts.');
    if (clean && !isSaid(values)) {
      return html`${say('pending', 'Your cloud is loaded.', `Say how sure your classifier is of ${clean.name}: by votes, a probability or a model. Nothing is certified yet.`)}
        <button type="button" @click=${this.#toQuestion}>Say how sure it is</button>`;
    }
    if (phase === 'stale') return say('pending', 'No verdict yet.', this.#missing());
    if (this.desk.files.busy) return say('pending', 'Reading your cloud.', '');
    return say('pending', 'No verdict yet.', 'Give a clean point cloud and how sure the classifier is of it, or start from an example.');
  }

  /** What a verdict on changed inputs waits for. */
  #missing() {
    const { action, voting, entries: { values: { given, permutation } } } = this.desk;
    if (given === 'model') return voting.hasModel() ? `The model votes when you press “${action}”.` : 'Choose a model, or an example of one: it votes on noisy copies of your cloud.';
    if (permutation === 'true') return `The order of the points is searched when you press “${action}”.`;
    return `An entry is missing or does not fit: “${action}” marks it.`;
  }

  /**
   * Which argument the verdict rests on or how far the cloud is beyond all, and how a search for the order of the points ended.
   * @param {import('../documents/documents.js').Certificate} certificate @param {import('../documents/documents.js').CertificateRequest} request
   */
  #decided(certificate, request) {
    const by = decidedOf(certificate, request);
    const search = searched(certificate, request);
    const far = beyond(certificate, request);
    return html`${far ? html`<p class="decided">${far}</p>` : nothing}${by ? html`<p class="decided">Decided by: <b>${by.first}</b>.${by.others ? ` Also certified by: ${by.others}.` : nothing}</p>` : nothing}
      ${search ? html`<p class="decided" data-conclusion=${certificate.orbit?.conclusion}><b>${search.head}</b> ${search.text}</p>` : nothing}`;
  }

  /** Fewer points where there are too many to search for their order. @param {Result} result */
  #offer({ phase, certificate, request }) {
    if (!certificate || !request || phase === 'working' || !isUnsearched(certificate.value, request)) return nothing;
    return html`<div><button type="button" @click=${() => this.desk.keepPoints(SEARCHABLE)}>Sample to ${SEARCHABLE.toLocaleString('en')} points</button></div>`;
  }

  /** What stands on paper beside the verdict: what it is about, and how to check it. @param {Result} result */
  #printed({ request, certificate, digest }) {
    return html`<p class="printed">${request && subject(request, this.desk.files.clouds)}. OrbitCert, core ${certificate?.value.core}.
      ${digest ? html`certificate.json: SHA-256 <code>${digest}</code>, checked by orbitcert verify certificate.json.` : nothing}</p>`;
  }

  /** What can be done with a verdict; a stored one is not ours to give away. @param {boolean} own @param {boolean} ended before that they only have their place */
  #actions(own, ended) {
    const { making } = this.links;
    return html`<div class="actions ${ended ? '' : 'awaited'}">
      ${own ? html`<button type="button" @click=${this.#download}>Download certificate</button>
        <button type="button" aria-disabled=${making} @click=${() => making || this.links.make()}>Share</button>
        <button type="button" @click=${() => this.desk.compare(this.desk.moment())}>Keep for comparison</button>` : nothing}
      <button type="button" class="change" @click=${this.change}>Change it</button>
    </div>`;
  }

  /** What can be taken along of it. @param {Result} result @param {boolean} own */
  #taken({ certificate, request, minimum }, own) {
    return html`<div class="taken">
      ${saveButtons('arguments', 'the table', () => argumentTable(/** @type {any} */ (certificate).value, minimum), null)}
      <orbit-code .subject=${certificate} .make=${() => copied('certify', /** @type {any} */ (request), this.desk.files.clouds)}></orbit-code>
      ${own ? html`<orbit-citation .subject=${this.desk.job.result.certificate} .make=${this.#cited}></orbit-citation>` : nothing}
    </div>`;
  }

  #cited = async () => ({
    what: 'Robustness certificate of a point cloud', core: this.desk.job.result.certificate?.value.core ?? '',
    file: { name: 'certificate.json', content: await this.#document() },
    again: { command: 'orbitcert verify certificate.json' },
  });

  render() {
    const { job: { result: own }, certificateFile } = this.desk;
    const { shown: stored, banner } = this.links;
    const result = stored ?? own;
    const { phase, certificate, request } = result;
    const ended = phase === 'done' || phase === 'cancelled';
    const complete = ended || result.complete === true;
    const shown = certificate && request && phase !== 'failed' ? certificate.value : null;
    const certified = shown?.certified ? 'true' : shown && complete ? 'false' : nothing;
    return html`<section class="verdict" aria-label="Verdict" tabindex="-1" data-phase=${own.phase} data-certified=${certified}>
      ${certificateFile ? standingBanner(certificateFile.words(own.phase)) : banner}
      <div class="answer">
        <div role="status">${this.#sentence(result, complete)}</div>
        <orbit-withstood-sentence .desk=${this.desk.play}></orbit-withstood-sentence>
        ${result === own ? standing(this.desk) : nothing}
        ${phase === 'cancelled' && certificate ? html`<p class="remark">Cancelled: ${own.counting ? `only ${own.counting.done.toLocaleString('en')} samples were counted` : 'the tight certificate was not finished'}. What stands here holds.</p>` : nothing}
        ${this.desk.notice ? html`<p class="remark" role="status">${this.desk.notice}</p>` : nothing}
        ${shown ? [shown.notes?.map((note) => html`<p class="remark">${sentence(note)}</p>`), this.#offer(result)] : nothing}
        ${own.standing ? nothing : loading(this.desk.engine, own.phase === 'working' ? () => this.#cancel() : undefined)}
        ${own.phase === 'working' && own.standing !== 'built' && !this.desk.engine.coming ? progress({ ...progressOf(own), cancel: () => this.#cancel() }) : nothing}
        ${shown && (ended || own.standing) ? this.#actions(result === own, ended) : nothing}
      </div>
      ${this.picture}
      <div class="reasons">
        ${shown && ended && result === own ? this.links.panel : nothing}
        ${shown ? table(result) : nothing}
        ${shown && ended ? this.#taken(result, result === own) : nothing}
        ${shown && phase === 'working' ? html`<div class="taken"></div>` : nothing}
        ${shown && phase === 'stale' ? html`<p class="remark unmade">“${this.desk.action}” makes the certificate that can be kept and shared.</p>` : nothing}
        ${shown ? this.#printed(result) : nothing}
        ${shown ? this.note() : nothing}
      </div>
    </section>`;
  }
}

customElements.define('orbit-verdict', Verdict);
