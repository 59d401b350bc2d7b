/**
 * The room of the page as a whole: start, address, keyboard, drops, the choice of a view, a newer build. It puts the
 * features side by side and hands them what they share; nothing here knows what a certificate says.
 */

/** The whole page: lays out the views and connects them with address, keyboard, drops and pastes. */

import { html, nothing } from 'lit';
import { linksOf } from '../sharing/links.js';
import { Sharing } from '../sharing/sharing.js';
import { FIRST, TELLING } from '../certificate/example-files.js';
import { decode, encode, initial, initialSliders } from '../form/address.js';
import { pastedFile } from '../certificate/cloud-field.js';
import { site } from '../offline/site.js';
import { controlId } from '../parts/field.js';
import { View } from '../parts/view.js';
import { keepOpen, wasOpen } from '../parts/unfolded.js';
import { offerSkips } from './skip.js';
import { BrowserHistory } from './browser-history.js';
import { entryState, storeEntry } from './history-entry.js';
import { CloudModelRoom, RunModelRoom } from './model.js';
import { handed } from './handed.js';
import { Opening } from './opening.js';
import { Steady } from './steady.js';
import { keepFocus } from './keep-focus.js';
import '../certificate/clouds.js';
import '../certificate/examples.js';
import '../certificate/form.js';
import '../certificate/stored-votes.js';
import '../certificate/verdict.js';
import '../certificate/ranges-view.js';
import { VisitedCloud } from './cloud-of-run.js';
import './keep.js';

/** Title of the page without one of a sender. */
const TITLE = document.title;

/** Reports whether a hash wants the stage. @param {string} hash */
const isStaged = (hash) => new URLSearchParams(hash.slice(1)).has('stage');

/** The models of a run. @param {import('../dataset/run.js').Run} run */
const RUN_MODELS = (run) => new RunModelRoom(run);

/** @extends {View<import('../certificate/desk.js').Desk>} */
export class Page extends View {
  /** @type {import('../form/address.js').ViewName} */
  view = 'certificate';
  /** Positions of the explorer's sliders. */
  sliders = initialSliders();
  /** True if the explorer's elements are there, null when they cannot be had. @type {boolean | null} */
  explorer = false;
  /** The same of the view of datasets. @type {boolean | null} */
  datasets = false;
  /** The entries on show: none, three cards or all. @type {'' | 'questions' | 'all'} */
  entering = /** @type {'' | 'questions' | 'all'} */ (wasOpen('entries') ? 'all' : '');
  /** True if the entries were asked for at this address. */
  unfolded = false;
  /** The question before an example of the explorer took its place. @type {import('../question/state.js').State | null} */
  #before = null;
  /** The cloud for which a visitor has closed the entries. */
  #closed = '';
  /** The element that had the focus before the entries opened. */
  #opener = /** @type {Element | null} */ (null);
  /** True if the tour is on its way through the first example. */
  touring = false;
  /** True if the page is shown on a stage. */
  stage = false;
  /** Settles after the first picture, or where none comes. Set by the code that makes the page. @type {Promise<unknown>} */
  begun = Promise.resolve();
  /** True from then on: what is out of sight is drawn as well. */
  hasTime = false;
  /** The cloud of a run that is looked at. */
  #cloud = new VisitedCloud();

  connectedCallback() {
    super.connectedCallback();
    this.sharing = new Sharing(this.model, site);
    this.links = linksOf(this.sharing);
    this.history = new BrowserHistory(this.model, () => `${encode(this.model.own.values, this.view, this.sliders)}${this.stage ? '&stage' : ''}`);
    this.model.addEventListener('edit', () => this.history?.writeSoon());
    this.models = new CloudModelRoom(this.model);
    this.opening = new Opening(this);
    this.model.addEventListener('invalid', () => void this.#focusError());
    keepFocus(this);
    const steady = new Steady();
    this.model.addEventListener('change', () => steady.hold());
    this.addEventListener('asked', () => void this.#reveal());
    addEventListener('popstate', () => void this.#enter());
    addEventListener('keydown', (event) => this.#onKey(event));
    addEventListener('paste', (event) => this.#onPaste(event));
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => this.#onDrop(event));
    this.model.engine.ready().catch((error) => this.#unable(error));
    void this.begun.then(() => Object.assign(this, { hasTime: true }).requestUpdate());
  }

  firstUpdated() {
    void this.examples.read();
    void this.#enter(true);
  }

  /** @returns {import('../certificate/examples.js').Examples} */
  get examples() {
    return /** @type {import('../certificate/examples.js').Examples} */ (this.querySelector('orbit-examples'));
  }

  /** Shows what the address names; the first example when it names nothing. @param {boolean} [first] */
  async #enter(first = false) {
    const { key, request, said, values, alone, view = 'certificate', sliders = initialSliders(), run, linked, draw, problem } = decode(location.hash);
    if (problem) this.model.notify(problem);
    document.title = said?.title ? `${said.title} – OrbitCert` : TITLE;
    if (first && handed) return this.#take(handed);
    void this.#act(isStaged(location.hash));
    if (view === 'explore') this.sliders = sliders;
    void (run ? this.#openRun(run, encode(values ?? initial(), view)) : this.#turn(view));
    if (view === 'dataset') void this.#cloud.leave(this);
    this.unfolded = false;
    if (linked) void this.#askFor(linked);
    if (!first && this.history?.stays) return;
    this.model.send({ type: 'drop', place: 'all' });
    const moment = first ? undefined : this.history?.arrive();
    if (key !== undefined || request !== undefined) return this.sharing?.open({ key, request, said });
    if (moment) return this.model.resume(moment);
    if (values && (view !== 'explore' || this.history?.hasFiles || encode(values) !== encode(initial()))) return this.opening?.restore(values, alone);
    const bare = location.hash.length < 2;
    if (draw && this.model.voting.able) this.#drawOwn();
    else if (first || values || bare) await this.opening?.begin(view, bare);
    if (problem) this.model.notify(problem);
  }

  /** Shows a document as if it had been dropped; a run also starts. @param {NonNullable<typeof handed>} document */
  async #take({ file, view }) {
    if (view !== 'dataset') return this.model.receiveFile(file);
    await this.#turn(view);
    await this.updateComplete;
    await /** @type {Element & {certify: (file: File) => Promise<void>} | null} */ (this.querySelector('orbit-dataset'))?.certify(file);
  }

  /** Asks whether files at an address are wanted. @param {import('./remote-files.js').Linked} linked */
  async #askFor(linked) {
    const loaded = await Promise.all([import('./from-address.js'), this.begun]).then(() => true, () => false);
    if (!loaded) return this.model.notify('Files at an address could not be asked for. Are you online?');
    this.requestUpdate();
    await this.updateComplete;
    const question = /** @type {import('./from-address.js').FromAddress} */ (this.querySelector('orbit-from-address'));
    await question.ask(linked);
    question.scrollIntoView({ block: 'nearest' });
  }

  /** Shows one of the views; the explorer is loaded when it is first wanted. @param {import('../form/address.js').ViewName} view */
  async #turn(view) {
    this.view = view;
    this.requestUpdate();
    if (view === 'dataset' && !this.datasets) this.datasets = await import('../dataset/dataset.js').then(() => true, () => null);
    if (view === 'explore' && !this.explorer) this.explorer = await import('../explore/explore.js').then(() => true, () => null);
    this.requestUpdate();
  }

  /**
   * Has the view of datasets open a run that comes with the page. From then on the address does not name it, so that a reload
   * finds what has been done since.
   * @param {string} id @param {string} without the address
   */
  async #openRun(id, without) {
    const { hash } = location;
    await this.#turn('dataset');
    await this.updateComplete;
    if (!this.datasets || location.hash !== hash) return;
    storeEntry('replaceState', entryState(), without);
    await /** @type {Element & {open: (id: string) => Promise<void>}} */ (this.querySelector('orbit-dataset')).open(id);
  }

  /** @param {MouseEvent} event @param {import('../form/address.js').ViewName} view */
  #go(event, view) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const before = view === 'certificate' && this.model.entries.values.example === TELLING ? this.#before : null;
    this.#before = null;
    this.history?.addEntry(() => void this.#turn(view), before !== null);
    if (before) void this.model.resume(before).then(() => this.model.entries.edited());
  }

  /** Explores an example; back in the certificate, what a visitor asked before is there again. */
  #tell() {
    this.#before ??= this.model.state;
    void this.examples.pick(TELLING);
  }

  /** @param {CustomEvent<import('../form/address.js').Sliders>} event */
  #onSlide({ detail }) {
    this.sliders = detail;
    this.history?.writeSoon();
  }

  #explore() {
    if (this.explorer)
      return html`<orbit-explore .model=${this.model} .measure=${this.models?.measure ?? null} .sliders=${this.sliders} @slide=${this.#onSlide}
        @telling=${() => this.#tell()}></orbit-explore>`;
    return html`<p class="remark" role="status">${this.explorer === null ? 'The explorer could not be loaded. Are you online?'
      : 'Loading the explorer.'}</p>`;
  }

  /** Stays once it is there: a run goes on while another view is looked at. */
  #dataset() {
    const hidden = this.view !== 'dataset';
    if (this.datasets)
      return html`<orbit-dataset .engine=${this.model.engine} .models=${RUN_MODELS}
        .show=${(/** @type {import('./cloud-of-run.js').OpenedCloud} */ cloud) =>
          void this.#cloud.show(cloud, this, () => void this.#turn('certificate'))} ?hidden=${hidden}></orbit-dataset>`;
    return hidden
      ? nothing
      : html`<p class="remark" role="status">${this.datasets === null ? 'The view could not be loaded. Are you online?' : 'Loading the view.'}</p>`;
  }

  #views() {
    const link = (
      /** @type {import('../form/address.js').ViewName} */ view, /** @type {string} */ text,
    ) => html`<a href=${encode(this.model.entries.values, view, this.sliders)}
      aria-current=${this.view === view ? 'page' : 'false'} @click=${(/** @type {MouseEvent} */ event) => this.#go(event, view)}>${text}</a>`;
    return html`<nav class="views" aria-label="Views">${link('certificate', 'Certificate')}${link('explore', 'Explore')}${link('dataset', 'Dataset')}
      <a href="docs.html">Docs</a><a href="#stage" title="P" aria-keyshortcuts="p" @click=${(/** @type {MouseEvent} */ event) => {
        event.preventDefault();
        void this.#act(true);
      }}>Stage</a></nav>`;
  }

  /** Draws the tools below the page: help, and other ways to show it. */
  #tools() {
    return html`<nav class="tools" aria-label="Help">
      <button type="button" class="quiet" data-shows="picture" @click=${() => void this.#tour()}>60-second tour</button>
      <button type="button" class="quiet" title="?" @click=${() => void this.#showKeys()}>Keys</button></nav>`;
  }

  async #focusError() {
    if (!this.entering && Object.keys(this.model.entries.errors).length) await this.#unfold('all');
    await this.#drawn();
    const ways = /** @type {HTMLElement | null} */ (this.querySelector('.ways button'));
    if (ways) return ways.focus();
    const names = Object.keys(this.model.entries.errors);
    const controls = [...this.querySelectorAll('input, select')].filter((control) => names.some((name) => control.id === controlId(name)));
    const first = /** @type {HTMLElement | undefined} */ (controls[0]);
    first?.closest('details')?.setAttribute('open', '');
    first?.focus();
    first?.closest('.field')?.scrollIntoView({ block: 'nearest' });
  }

  /** Gives up what takes a while: files on their way, or the certificate. Dialogs close themselves first. @param {KeyboardEvent} event */
  #cancel(event) {
    const { files, result } = this.model;
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    for (const [handle, reading] of Object.entries(files.progress)) if (reading) files.stop(/** @type {import('../clouds/cloud-files.js').Handle} */ (handle));
    if (result.phase === 'working') this.model.cancel();
  }

  /** Has the verdict that a visitor asked for in view, and what comes below it does not push it away. */
  async #reveal() {
    await this.updateComplete;
    const { classList } = document.documentElement;
    classList.add('revealed');
    for (const touch of ['wheel', 'touchstart', 'pointerdown', 'keydown']) addEventListener(touch, () => classList.remove('revealed'), { once: true });
    this.querySelector('orbit-verdict [role=status]')?.scrollIntoView({ block: 'nearest' });
  }

  /** The entries, whether they are shown or not. */
  get form() {
    return /** @type {import('../certificate/form.js').Form | null} */ (this.querySelector('orbit-form'));
  }

  /** Shows the entries beside the picture: all, or as cards that begin with a cloud. @param {'questions' | 'all'} how */
  async #change(how) {
    this.#opener = document.activeElement;
    await this.#unfold(how);
    await this.form?.focusFirst();
  }

  /** Puts the entries away, and the focus back to what had opened them. */
  async #fold() {
    const { state: { clouds } } = this.model;
    [this.entering, this.#closed] = ['', clouds.clean?.file ?? ''];
    keepOpen('entries', false);
    this.requestUpdate();
    await this.updateComplete;
    await /** @type {import('../certificate/verdict.js').Verdict | null} */ (this.querySelector('orbit-verdict'))?.updateComplete;
    /** @type {HTMLElement | null} */ (this.#opener?.isConnected ? this.#opener : this.querySelector('.verdict'))?.focus({ preventScroll: true });
  }

  /** Reports whether the verdict stands alone: who opens a link wants to see what is at its end. */
  get #alone() {
    const linked = this.sharing?.linked;
    return Boolean(linked && !this.unfolded && (linked.waits || linked.shown || this.model.result.request));
  }

  /** Goes on the stage, or leaves it. @param {boolean} stage */
  async #act(stage) {
    if (stage === this.stage) return;
    const staged =
      stage &&
      (await import('./stage.js').then(
        () => true, () => (this.model.notify('Stage mode could not be loaded. Are you online?'), false),
      ));
    const change = () => {
      this.stage = staged;
      if (staged) void this.#turn('certificate');
      this.requestUpdate();
      if (!staged) void this.updateComplete.then(() => /** @type {HTMLElement | null} */ (this.querySelector('.views [href="#stage"]'))?.focus());
    };
    if (isStaged(location.hash) === staged) change();
    else this.history?.addEntry(change);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const typing = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
    if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (event.key === 'p') void this.#act(!this.stage);
      if (event.key === '?') void this.#showKeys();
    }
    if (event.key === 'Escape' && this.view === 'certificate') this.#cancel(event);
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void this.model.certify();
    void this.#reveal();
  }

  async #showKeys() {
    const loaded = await import('./keys.js').then(() => true, () => false);
    if (!loaded) return this.model.notify('The keys could not be loaded. Are you online?');
    const keys = /** @type {import('./keys.js').Keys} */ (this.querySelector('orbit-keys'));
    await keys.updateComplete;
    keys.show();
  }

  /** Begins the tour, with the first example as it came. */
  async #tour() {
    const loaded = await import('./tour.js').then(() => true, () => false);
    if (!loaded) return this.model.notify('The tour could not be loaded. Are you online?');
    if (this.view !== 'certificate') this.history?.addEntry(() => void this.#turn('certificate'));
    if (this.model.entries.values.example !== FIRST || this.model.result.phase !== 'done') await this.examples.pick(FIRST);
    this.touring = true;
    this.requestUpdate();
  }

  #endTour() {
    this.touring = false;
    this.requestUpdate();
    /** @type {HTMLElement | null} */ (this.querySelector('.tools button'))?.focus();
  }

  /** Opens the pad. */
  #drawOwn() {
    this.model.draw(true);
    scrollTo({ top: 0 });
  }

  /** Has the entries in sight. @param {'questions' | 'all'} how */
  async #unfold(how) {
    [this.entering, this.unfolded] = [how, true];
    keepOpen('entries', how === 'all');
    this.requestUpdate();
    await this.#drawn();
    if (how === 'questions') this.form?.begin();
    await this.form?.updateComplete;
  }

  /** Once the entries are drawn, which the verdict draws. */
  async #drawn() {
    await this.updateComplete;
    await /** @type {import('../certificate/verdict.js').Verdict | null} */ (this.querySelector('orbit-verdict'))?.updateComplete;
    await this.form?.updateComplete;
  }

  /** Chooses which entries to show: also where something is missing. @returns {'' | 'questions' | 'all'} */
  get #form() {
    const { drawing, unproved, entries: { values }, files: { clouds: { clean } }, result: { phase, certificate } } = this.model;
    if (this.entering) return this.entering;
    if (phase === 'failed') return 'all';
    const own = !values.example && !this.sharing?.linked && !drawing && (clean === null || clean.file !== this.#closed);
    return own && !certificate && !unproved && (clean !== null || phase !== 'empty') && phase !== 'working' && !this.model.follows ? 'questions' : '';
  }

  /** A paste outside of any field goes to the first cloud that is missing. @param {ClipboardEvent} event */
  #onPaste(event) {
    const inText = event.target instanceof HTMLInputElement && event.target.type === 'text';
    const file = event.defaultPrevented || inText ? null : pastedFile(event.clipboardData);
    if (file) void this.model.receiveFile(file);
  }

  /** @param {DragEvent} event */
  #onDrop(event) {
    event.preventDefault();
    const files = [...event.dataTransfer?.files ?? []];
    if (files.length > 0) void this.model.receiveFiles(files);
  }

  /** @param {Error} error */
  #unable(error) {
    this.model.send({ type: 'fail', message: String(error?.message ?? error) });
  }

  /** Shows what files at an address need, after the first picture. @param {unknown} part */
  #remote(part) {
    return this.hasTime ? this.late('orbit-from-address', () => import('./from-address.js'), part) : nothing;
  }

  render() {
    const { model: desk } = this;
    const alone = this.#alone;
    const form = this.#form, inSight = form !== '' && !alone;
    return html`
      ${this.stage ? html`<orbit-stage .model=${desk} .examples=${this.examples} .sharing=${this.sharing}
        .leave=${() => void this.#act(false)}></orbit-stage>` : nothing}
      ${this.#views()}
      ${this.#remote(html`<orbit-from-address .take=${(/** @type {{model?: File, cloud?: File}} */ files) =>
        this.opening?.take(files)}></orbit-from-address>`)}
      <orbit-examples .model=${desk} ?hidden=${this.view === 'dataset'}></orbit-examples>
      ${this.#dataset()}
      ${this.view === 'explore' ? this.#explore() : nothing}
      ${this.#cloud.left && this.view === 'certificate' ? html`<p class="from-run"><button type="button" class="quiet"
        @click=${() => history.back()}>← Back to the dataset</button></p>` : nothing}
      <div class="columns ${alone ? 'alone' : ''}" ?hidden=${this.view !== 'certificate'}>
        <div class="results">
          <orbit-verdict .model=${desk} .links=${this.links} .entering=${alone ? '' : form} .drawer=${html`<orbit-form .mode=${form || 'all'} .model=${desk}
            .modelField=${() => this.models?.field()} .drawn=${inSight || this.hasTime} ?hidden=${!inSight} @all=${() => void this.#change('all')}
            @fold=${() => void this.#fold()}></orbit-form>`} .change=${() => this.#change('all')}
            .own=${() => this.#change('questions')} .picture=${html`<orbit-clouds .model=${desk}
              @example=${(/** @type {CustomEvent<string>} */ { detail }) => this.examples.pick(detail)}></orbit-clouds>`}
            .note=${() => this.examples?.note()}></orbit-verdict>
          <orbit-withstood .model=${desk.play}></orbit-withstood>
          ${desk.compared ? this.late('orbit-comparison', () => import('../certificate/comparison.js'), html`<orbit-comparison
            .model=${desk}></orbit-comparison>`) : nothing}
          ${this.models?.votes()}
          <orbit-stored-votes .model=${desk}></orbit-stored-votes>
        </div>
      </div>
      ${this.touring && this.view === 'certificate' && !this.stage ? html`<orbit-tour .leave=${() => this.#endTour()} .draw=${desk.voting.able
        ? () => this.#drawOwn() : null}></orbit-tour>` : nothing}
      ${this.stage ? nothing : this.#tools()}
      ${this.#remote(html`<orbit-address-fields @address=${(/** @type {CustomEvent<import('./remote-files.js').Linked>} */ { detail }) =>
        void this.#askFor(detail)}></orbit-address-fields>`)}
      <orbit-keep></orbit-keep>
      <orbit-keys></orbit-keys>`;
  }

  updated() {
    // It stays until the visitor closes it, also where its last answer gives a verdict.
    if (!this.entering && this.#form === 'questions') void this.#unfold('questions');
    const shown = this.view === 'certificate';
    offerSkips(shown, shown && this.#form !== '' && !this.stage);
  }
}

customElements.define('orbit-page', Page);
