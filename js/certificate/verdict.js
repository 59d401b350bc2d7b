/** The result: the verdict as a sentence, the table behind it, progress, and what can be done with it. */

import { html, noChange, nothing } from 'lit';
import { sentence } from '../words/error-sentence.js';
import { significant } from '../words/decimal.js';
import { isSaid, isUnset } from '../form/evidence.js';
import { phrased } from '../documents/groups.js';
import { sigmaInWords } from '../words/spread.js';
import { broughtBy, decided, isUnsearched, isUnsure, searched, tooUnsureToCount } from '../words/words.js';
import { certificateOf } from '../documents/lengths.js';
import { isOfClass, isOpen } from '../documents/stated.js';
import { verdictOf } from '../words/points.js';
import { alsoAmong, first } from '../words/top.js';
import { disclosure } from '../parts/field.js';
import { keepOpen, wasOpen } from '../parts/unfolded.js';
import { standingBanner } from '../parts/icons.js';
import { progress } from '../parts/bars.js';
import { confirm, download, saveButtons } from '../parts/save.js';
import { keepPoints } from './asking.js';
import { copied } from './code-files.js';
import { distances } from './distances.js';
import { loading, standing } from './standing.js';
import { reasonOf } from './reason.js';
import { inLine, subject } from './subject.js';
import { argumentTable } from './saved-tables.js';
import { table, tableNotes } from './table.js';
import { unprovedView } from './unproved.js';
import { fits, unreadAttributes } from './unread-attributes.js';
import { fileWords } from './visitor-files.js';
import { View } from '../parts/view.js';
import { fileOf, supposedTo } from '../question/state.js';
import '../parts/citation.js';
import '../parts/copied-code.js';
import './ranges-view.js';

/** @typedef {import('../question/state.js').Result} Result */

/**
 * Links that the page adds to a verdict: one to it, or the certificate that came by a link.
 * @typedef {object} Links
 * @property {Result | null} shown stands in for the verdict computed here
 * @property {boolean} waits whether nothing can be computed before the link's certificate is here
 * @property {boolean} making whether a link is on its way
 * @property {() => void} make makes a link
 * @property {unknown} banner how the certificate that came by a link stands
 * @property {unknown} panel the link that was made
 */

/** @param {'failed' | import('../words/words.js').Kind} kind @param {string} head @param {string} text @param {string} [reason] of no verdict */
const say = (kind, head, text, reason) => html`<div class="sentence ${kind}" data-reason=${reason ?? nothing}><h2>${headline(head)}</h2> ${text
  ? html`<p>${said(text)}</p>` : nothing}</div>`;

/** A head whose first part is the state, as in “Certified: still a 3.” @param {string} head */
function headline(head) {
  const [state, ...rest] = head.replace('± ', '±\u00a0').split(/(?<=:) /);
  return html`<strong>${state}</strong>${rest.length ? ` ${rest.join(' ')}` : ''}`;
}

/** A text with its lengths in bold, and small how surely it holds. @param {string} text */
function said(text) {
  const [, main, small] = /** @type {RegExpMatchArray} */ (text.match(/^(.*?)(?: \(([^()]*)\))?$/s));
  const parts = main.split(/(\b\d+\.\d{2,}(?: × 10[⁻⁰¹²³⁴-⁹]+)?)(?![\d…]|\u00a0%)/).map((part, i) => (i % 2 ? html`<b>${part}</b>` : part));
  return [parts, small ? html` <small>${small}</small>` : nothing];
}

/** Tables of numbers, labels and vectors, null until their code has come. @type {typeof import('./stated-table.js') | null} */
let stated = null;

/** Days of certificates. @type {WeakMap<object, string>} */
const days = new WeakMap();

/** The day on which a certificate came, as in 2026-11-30. @param {object} certificate */
function dayOf(certificate) {
  const day = days.get(certificate) ?? new Date().toLocaleDateString('sv');
  days.set(certificate, day);
  return day;
}

/** Points to which clouds with too many are offered to be sampled. */
const SEARCHABLE = 1024;

/** The stages of Monte Carlo, with the share of the work that each takes. @type {[name: string, share: number][]} */
const STAGES = [['pilot draws', 0.02], ['clean draws', 0.98]];

const SEARCHING = 'Looking for the nearest order of the points';

/** Says what a search has found so far. @param {import('../certifier/engine.js').Search} search */
const found = ({ distance, lower }) => `nearest so far d ≤ ${significant(distance, 4, 'up')}, every order at least ${significant(lower, 4, 'down')}`;

/** Measures progress over all stages, and names the current one. @param {Result} result */
function progressOf({ progress: blocks, search, certificate, counting }) {
  if (counting) return { share: counting.share, label: 'Counting votes', amount: counting.amount };
  if (search && !certificate) return { share: search.progress, label: SEARCHING, amount: `${SEARCHING}: ${found(search)}` };
  if (!blocks) return { share: 0, label: 'Preparing' };
  const { stage, done, total } = blocks;
  const [name, share] = STAGES[stage - 1] ?? [`stage ${stage}`, 0];
  const before = STAGES.slice(0, stage - 1).reduce((sum, [, each]) => sum + each, 0);
  return { share: before + share * done / Math.max(total, 1), label: `Tight certificate, ${name}` };
}

/**
 * Lists the classes that a model's votes put first at the clean cloud.
 * @param {import('../documents/documents.js').CertificateRequest} request
 * @param {number} top
 */
function votedFirst({ prediction: { evidence } }, top) {
  const { votes: { estimate } = {}, model: { classes } = {} } = evidence ?? {};
  if (!estimate || !classes) return '';
  const names = [...estimate.keys()].sort((a, b) => estimate[b] - estimate[a]).slice(0, top).map((at) => classes[at]);
  return html`; at the clean cloud, these are <i>${names.join(', ')}</i>`;
}

/** @extends {View<import('./desk.js').Desk>} */
export class Verdict extends View {
  /** Set by the page. @type {Links} */
  links = /** @type {never} */ (undefined);
  /** Shows the form. Set by the page. @type {() => void} */
  change = /** @type {never} */ (undefined);
  /** The clouds that the verdict is about. Set by the page. @type {unknown} */
  picture = nothing;
  /** The entries, in a drawer. Set by the page. @type {unknown} */
  drawer = nothing;
  /** Explains the example on show. Set by the page. @type {() => unknown} */
  note = () => nothing;
  /** Begins with a visitor's own cloud. Set by the page. @type {() => void} */
  own = /** @type {never} */ (undefined);
  static properties = { entering: {}, detailed: { state: true } };

  constructor() {
    super();
    /** The entries that are shown, with the button that asks for more. Set by the page. @type {'' | 'questions' | 'all'} */
    this.entering = '';
    /** True if numbers, code and citation are unfolded. */
    this.detailed = wasOpen('details');
  }

  connectedCallback() {
    super.connectedCallback();
    this.model.addEventListener('held', this.redraw);
  }

  disconnectedCallback() {
    this.model.removeEventListener('held', this.redraw);
    super.disconnectedCallback();
  }

  async #document() {
    return new Blob([/** @type {BlobPart} */ (await this.model.documents.certificate())], { type: 'application/json' });
  }

  async #download() {
    try {
      download('certificate.json', await this.#document());
    } catch (error) {
      this.model.notify(`The certificate could not be written: ${/** @type {Error} */ (error).message}`);
    }
  }

  #cancel() {
    this.model.cancel();
    /** @type {HTMLElement | null} */ (document.querySelector('form .primary, .actions .primary'))?.focus();
  }

  #stop() {
    this.model.send({ type: 'stop' });
  }

  /** Makes a link to what is shown: no more votes are counted for it. */
  #share() {
    if (this.links.making) return;
    this.model.send({ type: 'stop' });
    this.links.make();
  }

  /** Points of the perturbed cloud as it is compared, undefined if they are not counted. */
  get #others() {
    const { computed, result: { certificate }, said: { brushed }, files: { clouds: { clean, perturbed } } } = this.model;
    if (computed) return computed.perturbed.length / (clean?.dimension ?? 1);
    return certificate?.madeClouds ? undefined : brushed?.points.length ?? perturbed?.count;
  }

  /** @param {Result} result @param {boolean} complete */
  #sentence({ phase, message, certificate, request, search, counting, vain }, complete) {
    const failure = phase === 'failed' ? say('failed', 'No verdict:', message ?? '') : nothing;
    const other = phase !== 'working' && !certificate ? this.model.unproved : null;
    if (other) return html`${failure}${unprovedView(this.model, other)}`;
    if (phase === 'failed') return failure;
    if (vain && request) return say('open', 'Too unsure:', tooUnsureToCount(request), 'unsure');
    if (certificate && request) {
      // Draws add nothing where the probability alone rules a certificate out.
      const known = complete || (phase === 'stale' && isUnsure(certificate.value, request));
      const left = phase === 'stale' ? 'Random draws may prove more.' : counting && 'the votes are still being counted.';
      const { kind, head, text } = verdictOf(certificate.value, request, known, left, this.#others, this.model.measure);
      return html`${say(kind, head, text)}${this.#searched(certificate.value, request)}`;
    }
    if (this.links.waits) return say('pending', 'Opening the shared certificate.', '');
    if (phase === 'working' && counting) return say('pending', 'Counting votes.',
      counting.whole ? 'The verdict comes once all samples are counted.' : 'The first verdict comes after some 200 samples.');
    if (phase === 'working') return say('pending', 'Computing.', search ? 'The first verdict comes after the search for the point order.' : '');
    if (phase === 'cancelled') return say('pending', 'Cancelled.', search ? `The search is not finished: ${found(search)}.` : 'Nothing was computed.');
    const { name, head, text, asks } = reasonOf(this.model), { ask } = this.model;
    const supposed = name === 'unset' && supposedTo(this.model.state);
    if (supposed) return this.#suppose(supposed, text);
    return html`${say('pending', head, text, name)}${asks && this.entering !== 'all' ? html`<div class="ways"><button type="button" class="primary"
      @click=${() => this.model.certify()}>${ask}</button></div>` : nothing}`;
  }

  /**
   * Says what would hold with noise and invariance that the visitor has not entered: in grey, and nothing of it can be taken away.
   * @param {{request: import('../documents/documents.js').CertificateRequest, certificate: {value: import('../documents/documents.js').Certificate}}} supposed
   * @param {string} missing
   */
  #suppose({ request, certificate }, missing) {
    const { entries: { values } } = this.model, { head, text } = verdictOf(certificate.value, request, true, undefined, this.#others, this.model.measure);
    const open = [!values.sigma.trim() && `σ were ${sigmaInWords(request.sigma)}`, !values.group && `the model ignored ${phrased(request)}`];
    return html`<div class="sentence pending supposed" data-reason="unset"><h2><strong>If ${open.filter(Boolean).join(' and ')}:</strong></h2>
      <p>${head} ${said(text)}</p><p>${missing}</p></div>`;
  }

  /** A result with the lengths on show. @param {Result} result @returns {Result} */
  #seen(result) {
    const { certificate } = result;
    return certificate ? { ...result, certificate: { ...certificate, value: certificateOf(certificate.value, this.model.entries.values.about) } } : result;
  }

  /**
   * Say how a search for the point order ended.
   * @param {import('../documents/documents.js').Certificate} certificate
   * @param {import('../documents/documents.js').CertificateRequest} request
   */
  #searched(certificate, request) {
    const search = searched(certificate, request);
    return search ? html`<p class="decided" data-conclusion=${certificate.orbit?.conclusion}><b>${search.head}</b> ${search.text}</p>` : nothing;
  }

  /**
   * Find the argument that decides the verdict.
   * @param {import('../documents/documents.js').Certificate} certificate
   * @param {import('../documents/documents.js').CertificateRequest} request
   */
  #decided(certificate, request) {
    const by = decided(certificate, request);
    return by ? html`<p class="decided">Decided by <b>${by.first}</b>.${by.others ? ` Also certified by ${by.others}.` : nothing}</p>` : nothing;
  }

  /** Show the random draws, if the visitor asked for them. @param {Result} result */
  #brought({ phase, certificate, request, standing: by }) {
    const drawn = certificate?.value.tight?.monte_carlo;
    if (phase !== 'done' || !drawn || !request || by || request.prediction.labels || request.prediction.vectors) return nothing;
    return html`<p class="remark">${broughtBy(certificate.value, request)}</p>`;
  }

  /** Fewer points where there are too many to search for their order. @param {Result} result */
  #offer({ phase, certificate, request }) {
    if (!certificate || !request || phase === 'working' || !isUnsearched(certificate.value, request)) return nothing;
    return html`<div><button type="button"
      @click=${() => keepPoints(this.model, SEARCHABLE)}>Sample to ${SEARCHABLE.toLocaleString('en')} points</button></div>`;
  }

  /**
   * Offers to certify that the class stays among the first k, if it does not stay the first.
   * @param {Result} result
   * @param {boolean} complete
   * @param {boolean} own
   */
  #among({ phase, certificate, request }, complete, own) {
    const top = certificate && request && isOfClass(request) && complete && phase !== 'failed' ? alsoAmong(certificate.value, request) : undefined;
    if (!top || !request) return nothing;
    const certify = () => {
      this.model.entries.set('top', String(top));
      void this.model.certify();
    };
    return html`<p class="remark among" data-note="among">It stays among <b>${first({ top })}</b> classes${votedFirst(request, top)}.
      ${own ? html`<button type="button" class="quiet" @click=${certify}>Certify this</button>` : nothing}</p>`;
  }

  /** Prints the subject of the verdict beside it, and how to check it. @param {Result} result */
  #printed({ request, certificate, digest }) {
    return html`<p class="printed">${request && subject(request, this.model.files.clouds)}. OrbitCert, core ${certificate?.value.core}.
      ${digest ? html`certificate.json: SHA-256 <code>${digest}</code>, checked by orbitcert verify certificate.json.` : nothing}</p>`;
  }

  /** The one thing to do next. */
  #primary() {
    const { model: desk, model: { ask, entries: { values } } } = this;
    if (this.entering || reasonOf(desk).asks) return nothing;
    if (ask) return html`<button type="button" class="primary" @click=${() => desk.certify()}>${ask}</button>`;
    return html`<button type="button" class="primary" @click=${() => this.own()}>${values.example !== '' ? 'Try your own cloud'
      : desk.result.certificate ? 'Try another cloud' : 'Answer three questions'}</button>`;
  }

  /** Offers actions on a verdict; a stored one is not ours to give away. @param {boolean} own @param {boolean} ended */
  #actions(own, ended) {
    const { making } = this.links;
    return html`<div class="actions">
      ${this.#primary()}
      ${own && ended ? html`<button type="button" class="quiet" aria-disabled=${making} @click=${() => this.#share()}>Share</button>
        <button type="button" class="quiet" aria-label="Download certificate" @click=${this.#download}>Download</button>` : nothing}
    </div>`;
  }

  /** The settings in a line, which unfolds what stands behind the verdict. */
  get #summary() {
    const { entries: { values } } = this.model;
    return this.entering || this.model.said.gram
      ? 'Numbers'
      : `Numbers: ${inLine(values, this.model.result.request?.prediction ?? {})}`;
  }

  /** Copies picture and text as an image, as the button says then. @param {Result} result @param {HTMLElement} button */
  async #copy({ certificate }, button) {
    const clouds = /** @type {import('./clouds.js').Clouds | null} */ (document.querySelector('orbit-clouds'));
    const { copySlide } = await import('./slide.js'), picture = clouds?.frameOf(1);
    const textOf = (/** @type {string} */ part) => this.querySelector(`.sentence ${part}`)?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    const how = textOf('p small'), foot = [how, `OrbitCert, core ${certificate?.value.core}`].filter(Boolean).join(' · ');
    if (picture) confirm(button, await copySlide(picture, textOf('h2'), textOf('p').replace(how, '').trim(), foot));
    clouds?.requestUpdate();
  }

  /** Says which model, data and core a certificate has, and when it was computed here. @param {Result} result @param {boolean} own */
  #identity({ request, certificate }, own) {
    const { entries: { values }, files: { clouds: { clean, perturbed } } } = this.model;
    const parts = [request?.prediction.evidence?.model.name || (values.given === 'model' && values.model), clean?.name, perturbed?.name,
      own && certificate && `computed on ${dayOf(certificate)}`, `core ${certificate?.value.core}`];
    return request ? html`<p class="caption" data-note="identity">${parts.filter(Boolean).join(' · ')}</p>` : nothing;
  }

  /** Offers the downloads. @param {Result} result @param {boolean} own */
  #taken({ certificate, request, minimum }, own) {
    return html`<div class="taken">
      ${saveButtons('arguments', 'the table', () => argumentTable(/** @type {any} */ (certificate).value, minimum), null)}
      ${own ? html`<button type="button" class="quiet" @click=${() => this.model.compare(this.model.state)}>Keep for comparison</button>` : nothing}
      <button type="button" class="quiet" @click=${(/** @type {any} */ { target }) => this.#copy(this.model.result, target)}>Copy as image</button>
      <orbit-code .subject=${certificate} .make=${() => copied('certify', /** @type {any} */ (request), this.model.files.clouds)}></orbit-code>
      ${own ? html`<orbit-citation .subject=${this.model.result.certificate} .make=${this.#cited}></orbit-citation>` : nothing}
    </div>`;
  }

  /** Shows how far a number or labels stay, by parts of the page that classes do not need. @param {import('../documents/documents.js').CertificateRequest} request */
  #reach({ prediction: { values, labels } }) {
    if (values) return this.late('orbit-growth', () => import('./growth.js'), html`<orbit-growth .model=${this.model}></orbit-growth>`);
    return labels ? this.late('orbit-label-reach', () => import('./label-reach.js'), html`<orbit-label-reach .model=${this.model}></orbit-label-reach>`) : nothing;
  }

  /** The rows of the arguments: of a number or labels what they state, where a second cloud is there. @param {Result} result */
  #table(result) {
    const { request } = result, { values, labels, vectors } = request?.prediction ?? {};
    if (!request || !(values ?? labels ?? vectors)) return table(result);
    if (!stated) import('./stated-table.js').then((loaded) => { stated = loaded; this.redraw(); }, () => {});
    const shown = stated?.statedTable(result);
    return shown === nothing && !isOpen(request) && !labels ? table(result) : shown;
  }

  #cited = async () => ({
    what: 'Robustness certificate of a point cloud', core: this.model.result.certificate?.value.core ?? '',
    file: { name: 'certificate.json', content: await this.#document() },
    again: { command: 'orbitcert verify certificate.json' },
  });

  render() {
    const { result: own, state } = this.model, certificateFile = fileOf(state);
    const { shown: stored, banner } = this.links;
    const result = stored ?? own, seen = this.#seen(result);
    const { phase, certificate, request } = result;
    const ended = phase === 'done' || phase === 'cancelled';
    const complete = ended || result.complete === true;
    const shown = certificate && request && phase !== 'failed' ? certificate.value : null;
    const { entries: { values }, files: { clouds } } = this.model, open = clouds.clean && isSaid(values) && isUnset(values);
    const certified = open ? 'unknown' : shown?.certified ? 'true' : shown && complete && !(request && isOpen(request)) ? 'false' : nothing;
    const [unread] = shown ? Object.values(this.model.state.unread).map(({ name }) => name) : [];
    return html`<section class="verdict ${this.detailed ? 'detailed' : ''} ${unread ? 'unread' : ''} ${this.entering ? 'entering' : ''}" aria-label="Verdict" tabindex="-1"
      data-phase=${own.phase} data-certified=${certified} aria-busy=${String(own.phase === 'working' || this.model.isComing)}>
      ${certificateFile ? standingBanner(fileWords(certificateFile, own.phase)) : banner}
      <div class="answer">
        ${unread ? html`<p class="remark" role="status" data-note="unread-file">${unread} was not read. Still showing ${
          this.model.entries.values.example ? 'the example' : 'the cloud before it'}.</p>` : nothing}
        <div role="status">${this.#sentence(seen, complete)}</div>
        ${shown?.sets || this.model.said.sets ? this.late('orbit-sets-line', () => import('./sets-line.js'),
          html`<orbit-sets-line .model=${this.model} .sets=${shown?.sets}></orbit-sets-line>`) : nothing}
        ${result === own ? standing(this.model) : nothing}
        ${result === own ? unreadAttributes(this.model) : nothing}
        ${phase === 'cancelled' && certificate ? html`<p class="remark" data-note="cancelled">Cancelled: ${own.counting
          ? `only ${own.counting.done.toLocaleString('en')} samples were counted` : 'the random draws are not finished'}. The verdict above holds.</p>`
            : nothing}
        ${this.model.notice ? html`<p class="remark" role="status" data-note="notice">${this.model.notice}</p>` : nothing}
        ${shown ? [this.#among(result, complete, result === own), shown.notes?.map((note) => html`<p
          class="remark">${sentence(note)}</p>`), this.#offer(result), this.#brought(result)] : nothing}
        ${own.standing ? nothing : loading(this.model.engine, own.phase === 'working' ? () => this.#cancel() : undefined)}
        ${own.phase === 'working' && own.standing !== 'built' && !this.model.engine.coming ? progress({ ...progressOf(own), cancel: () => this.#cancel() })
          : nothing}
      </div>
      ${this.drawer}
      ${this.picture}
      ${shown && request ? distances(/** @type {any} */ (seen.certificate).value, request, this.model.play.found,
        this.model.play.known?.withstood ?? null, this.model.measure, this.model.brush.holds) : nothing}
      <orbit-withstood-chips .model=${this.model.play} .around=${certified === 'false'}></orbit-withstood-chips>
      <div class="reasons">
        ${this.#actions(result === own, Boolean(shown) && ended)}
        ${result === own && request ? this.#reach(request) : nothing}
        ${own.more ? progress({ label: 'Counting on', ...own.more, amount: [own.more.amount, 'The radius may still grow.'].filter(Boolean).join('. '), end: 'Stop', cancel: () => this.#stop() }) : nothing}
        ${shown && ended && result === own ? this.links.panel : nothing}
        ${shown && request ? disclosure(this.#summary, this.detailed, this.model.brush.holds && !this.detailed ? noChange : html`
          ${this.entering ? nothing : html`<div><button type="button" class="change" @click=${this.change}>Change the settings</button></div>`}
          ${this.#table(seen)}
          ${this.#decided(shown, request)}
          ${stated?.statedNotes(seen)}
          ${isOpen(request) || request.prediction.labels || request.prediction.vectors ? nothing : tableNotes(seen, this.model.measure)}
          ${ended ? this.#taken(result, result === own) : nothing}
          ${this.#identity(result, result === own)}
          ${this.note()}`, (event) => this.#fold(event.target.open)) : nothing}
        ${result === own ? fits(this.model, () => this.requestUpdate()) : nothing}
        ${shown ? this.#printed(result) : nothing}
      </div>
    </section>`;
  }

  /** @param {boolean} open */
  #fold(open) {
    this.detailed = open;
    keepOpen('details', open);
  }
}

customElements.define('orbit-verdict', Verdict);
