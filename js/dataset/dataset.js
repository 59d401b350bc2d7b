/**
 * The room of whole datasets: files and votes in, certified accuracy out. Single certificates are not here, nor how
 * clouds reach the workers: the engine keeps them.
 */

/** The view of whole datasets: files and votes in, certified accuracy out. */

import { LitElement, html, nothing } from 'lit';
import { disclosure, either } from '../parts/field.js';
import { progress } from '../parts/bars.js';
import { icon } from '../parts/icons.js';
import { download } from '../parts/save.js';
import { redrawOnTheme } from '../parts/theme.js';
import { example, exampleResult } from './example-result.js';
import { form, sample } from './form.js';
import { partName } from './log.js';
import { drawChart } from './run-result.js';
import { Run } from './run.js';
import { boardRun, DEMOS, dropped, EXPERIMENTS, sources } from './sources.js';
import { amount, left, present } from './words.js';
import { isOneFile } from '../offline/site.js';
import { lateFiles } from '../offline/late-files.js';
import { fromNetwork } from '../parts/network.js';
import { RUN_CODE } from '../words/code.js';
import { sentence } from '../words/error-sentence.js';
import { sigmaInWords } from '../words/spread.js';
import '../parts/citation.js';
import '../parts/copied-code.js';
import './side-by-side.js';

/** @type {import('../words/code.js').Language[]} */
const RUN_LANGUAGES = ['python', 'command'];

/** Most failures that are listed. */
const LISTED = 100;

/** @param {number} n */
const grouped = (n) => n.toLocaleString('en');

/** @type {[string, string][]} */
const VOTES = [['files', 'in the files'], ['model', 'from a model']];

/** Explains which votes are missing. @type {Record<string, string>} */
const LACKING = {
  '': '', votes: 'No cloud has votes yet: drop a file of them, or choose votes from a model.',
  votes_pred: 'No votes name the class yet: drop a file of them.', votes_cert: 'No votes bound the probability yet: drop a file of them.',
};

/**
 * A cloud of a run with its votes, for the view of certificates.
 * @typedef {{name: string, points: number[][], attributes?: Record<string, number[]>,
 *   seen?: import('../documents/votes.js').SeenAttribute[], votes: number, samples: number, outputs: import('../documents/stated.js').Outputs | null,
 *   entries: Record<string, string>, settings: any}} OpenedCloud
 */

class Dataset extends LitElement {
  /** Set by the page. @type {import('../certifier/engine.js').Engine} */
  engine = /** @type {never} */ (undefined);
  /** @type {Run} */
  run = /** @type {never} */ (undefined);
  /** Makes the room of the model that votes on a run. Set by the page. @type {(run: Run) => {field: () => unknown}} */
  models = () => ({ field: () => nothing });
  /** Shows a cloud in the view of certificates. Set by the page. @type {(cloud: OpenedCloud) => void} */
  show = () => {};
  /** @type {{field: () => unknown}} */
  #model = { field: () => nothing };
  /** True if the focus is on a button that goes away when it is pressed. */
  #acting = false;
  /** Settles when a run of an earlier visit is there again. @type {Promise<void> | undefined} */
  #restored;
  /** Run to open if the visitor agrees. @type {import('./sources.js').Shipped | undefined} */
  #asked;

  constructor() {
    super();
    redrawOnTheme(this);
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    if (!this.run) {
      this.run = new Run(this.engine);
      this.run.addEventListener('change', () => this.requestUpdate());
      this.#model = this.models(this.run);
      this.#restored = this.run.restore();
    }
  }

  /** @param {DragEvent} event */
  async #drop(event) {
    event.preventDefault();
    event.stopPropagation();
    if (event.dataTransfer) await this.run.add(await dropped(event.dataTransfer));
  }

  /** @param {{target: HTMLInputElement & {files: FileList}}} event */
  #choose({ target }) {
    void this.run.add(sources(target.files));
    target.value = '';
  }

  willUpdate() {
    this.#acting = Boolean(document.activeElement?.closest('orbit-dataset .ask, orbit-dataset .asked'));
  }

  updated() {
    // The button pressed makes room for others; the keyboard goes on from there.
    if (this.#acting && document.activeElement === document.body)
      /** @type {HTMLElement | null} */ (this.querySelector('.ask button'))?.focus({ preventScroll: true });
    if (this.run.phase === 'empty') drawChart(this, exampleResult);
  }

  #inputs() {
    const { run } = this;
    const { busy, files: { reading, size: { clouds, votes } } } = run;
    const voted = run.log?.head.voted ?? run.files.voted, counts = run.voted;
    return html`<section class="step"><h2><span class="ordinal">1</span> Clouds and votes</h2>
      ${this.#question()}
      <p class="hint">Clouds in any format, and a table of their labels and votes. Nothing is uploaded.</p>
      <div class="field"><label for="dataset-files">Dataset files</label>
        <div class="drop"><p aria-hidden="true"><span class="ask">Choose files, or drop files or a folder</span></p>
          <input id="dataset-files" type="file" multiple ?disabled=${busy} @change=${this.#choose}></div></div>
      ${sample(run.entries.values.given)}
      ${this.#shipped('Or try', DEMOS)}
      ${isOneFile() ? nothing : disclosure('The paper’s experiments', false, this.#shipped(html`<a href="docs/results.html">Their results</a>`, EXPERIMENTS))}
      <p role="status">${run.phase === 'collecting' ? `Reading file ${grouped(reading.done + 1)} of ${grouped(reading.total)}.`
        : clouds + votes > 0 ? `${amount(clouds, 'cloud')}${votes ? `, ${amount(votes, 'row of votes', 'rows of votes')}` : ''}.` : nothing}
        ${clouds > 0 && !busy ? html`<button type="button" class="quiet" @click=${() => run.clear()}>Remove</button>` : nothing}</p>
      ${run.files.questions.map((question) => this.#unread(question))}
      ${voted ? html`<p class="hint" data-note="voted">Votes of ${voted.model.name ?? 'a model'} (SHA-256 <code>${voted.model.sha256.slice(0,
        12)}…</code>) on ${grouped(voted.sampling.estimate)} noisy samples of each cloud. <a href="docs.html#dataset-votes">How to count them again</a></p>`
          : nothing}
      ${counts ? html`<p><button type="button" @click=${() => download('voted.json', counts)}>Save votes</button></p>` : nothing}
      ${either(run.entries, 'given', VOTES)}
      ${run.entries.values.given === 'model' ? this.#model.field() : nothing}
    </section>`;
  }

  /** Asks about an ambiguous file. @param {Run['files']['questions'][0]} question */
  #unread(question) {
    return html`<div class="asked" role="alert"><p><strong>${question.name}</strong> ${question.message}</p>
      <div class="remedies" role="group" aria-label="How to read ${question.name}">${question.remedies.map((remedy) => html`
        <button type="button" ?disabled=${this.run.busy} @click=${() => void this.run.answer(question, remedy)}>${remedy.label}</button>`)}</div></div>`;
  }

  /** @param {unknown} lead @param {import('./sources.js').Shipped[]} runs */
  #shipped(lead, runs) {
    return html`<div class="shipped-runs"><span class="lead">${lead}</span>
      ${runs.map(({ id, title }) => html`<button type="button" ?disabled=${this.run.busy} @click=${() => void this.open(id)}>${title}</button>`)}
      ${fromNetwork(lateFiles.weight([...new Set(runs.map(({ file }) => file))]), runs.length > 1 ? ' in all' : '')}</div>`;
  }

  /** Opens a run that comes with the page, at once only where nothing of the visitor's is lost. @param {string} id */
  async open(id) {
    await this.#restored;
    const all = [...DEMOS, ...EXPERIMENTS], wanted = all.find((one) => one.id === id) ?? boardRun(id);
    if (!wanted) return this.run.notify(`No run that comes with the page is called “${id}”. There are ${all.map((one) => one.id).join(', ')}.`);
    if (this.run.replaceable) return this.#take(wanted);
    this.#answer(wanted);
  }

  /** Runs a run document. @param {File} document */
  async certify(document) {
    void this.run.add(sources([document]));
    await this.run.start();
  }

  /** @param {import('./sources.js').Shipped} run */
  async #take(run) {
    this.#answer();
    void this.run.clear();
    await this.run.add([run]);
  }

  /** Puts a question, or takes it back. @param {import('./sources.js').Shipped} [asked] */
  #answer(asked) {
    this.#asked = asked;
    this.requestUpdate();
  }

  #question() {
    const asked = this.#asked;
    return html`<div class="asked" role="status">${asked ? html`<p id="asked">Open “${asked.title}”${present(this.run)}?</p>
      <div class="remedies" role="group" aria-labelledby="asked">
        <button type="button" ?disabled=${this.run.busy} @click=${() => void this.#take(asked)}>Open it</button>
        <button type="button" @click=${() => this.#answer()}>Keep the present one</button></div>` : nothing}</div>`;
  }

  #progress() {
    const { counting, log, pace, phase } = this.run;
    if (!log || !pace) return nothing;
    const { done, total } = log;
    const state = phase === 'paused' ? ', paused' : left(pace.left);
    const clouds = `${grouped(done)} of ${amount(total, 'cloud')}`;
    if (!counting) return progress({ label: 'Clouds done', share: done / Math.max(total, 1), amount: `${clouds}${state}` });
    const rate = phase === 'paused' || pace.rate < 1 ? '' : `, ${grouped(Math.round(pace.rate))} a second`;
    const samples = pace.all > total && phase !== 'paused' ? `, ${grouped(pace.done)} of ${amount(pace.all, 'sample')}${rate}` : '';
    return progress({ label: 'Clouds voted on', share: pace.done / Math.max(pace.all, 1), amount: `Votes of ${clouds}${samples}${state}` });
  }

  /** Asks about votes that belong to other settings. */
  #unproved() {
    const { run } = this, { unproved } = run;
    if (!unproved) return nothing;
    const { now, before, short } = unproved;
    return html`<div class="asked" role="alert"><p id="unproved">Nothing is proved ${now} yet: the votes in these files were given ${before}.</p>
      <div class="remedies" role="group" aria-labelledby="unproved">
        <button type="button" @click=${() => void run.claim()}>They are mine, use them</button>
        <button type="button" @click=${() => run.returnToClaimed()}>Back to ${short[1] || 'those settings'}</button></div></div>`;
  }

  /** Draws the buttons that start, pause and resume the run. */
  #buttons() {
    const { run } = this;
    const button = (/** @type {string} */ text, /** @type {() => void} */ act, kind = '') =>
      html`<button type="button" class=${kind} @click=${act}>${text}</button>`;
    switch (run.phase) {
      case 'counting': case 'running': return [button('Pause', () => run.pause()), button('Cancel', () => void run.cancel())];
      case 'paused': return [button('Resume', () => void run.goOn(), 'primary'), button('Cancel', () => void run.cancel())];
      default: return this.#start();
    }
  }

  /** Explains why nothing can start, '' if it can. */
  get #lacking() {
    const { run } = this, counts = run.entries.values.given === 'model';
    if (run.phase === 'collecting') return 'Reading files.';
    if (run.files.size.clouds === 0) return 'No clouds yet: choose files, or open a run.';
    return counts ? '' : LACKING[run.files.lacks];
  }

  /** The button that starts, off with its reason while there is nothing to start on. */
  #start() {
    const { run } = this, lacking = this.#lacking;
    return html`<button type="button" class="primary" aria-disabled=${lacking ? 'true' : nothing} aria-describedby=${lacking ? 'lacking' : nothing}
      @click=${() => lacking || void run.start()}>${run.entries.values.given === 'model' ? 'Count votes and certify' : 'Run'}</button>
      ${lacking ? html`<p class="hint" id="lacking">${lacking}</p>` : nothing}`;
  }

  /** Shows the progress of the run, and the files with which another machine can go on. */
  #standing() {
    const { phase, counting } = this.run;
    if (phase !== 'counting' && phase !== 'running' && phase !== 'paused') return nothing;
    const parts = phase === 'paused' ? this.#elsewhere() : html`<div>${this.#savePart()}</div>`;
    return html`<div class="standing">${this.#progress()}${counting ? nothing : parts}</div>`;
  }

  /** Offers remedies for clouds that fail; one restarts the whole run. */
  #offers() {
    const { run } = this, offers = run.log?.offers ?? [];
    if (offers.length === 0) return nothing;
    return html`<div class="offers"><p id="offered">Some clouds fail as they are. Start again with:</p>
      <div class="remedies" role="group" aria-labelledby="offered">${offers.map((offer) => html`
        <button type="button" @click=${() => void run.accept(offer)}>${offer.label} – ${amount(offer.clouds, 'cloud')}</button>`)}</div></div>`;
  }

  /** Offers the files with which another machine can go on. */
  #elsewhere() {
    return html`<div>${this.#saveRun()} ${this.#savePart()}</div>
      <p class="caption"><code>orbitcert run --out DIR run.json</code> goes on from the parts in DIR; drop its parts here and this page goes on from them.</p>`;
  }

  /** @param {string} name @param {(log: import('./log.js').RunLog) => Blob | Promise<Blob>} make */
  async #save(name, make) {
    const { log } = this.run;
    if (log) download(name, await make(log));
  }

  #saveRun() {
    return html`<button type="button" @click=${() => this.#save('run.json', (log) => log.document())}>Save run</button>`;
  }

  #savePart() {
    return html`<button type="button" @click=${() => this.#save(partName(), () => this.run.part())}>Save parts so far</button>`;
  }

  #failures() {
    const { failures } = this.run;
    if (failures.length === 0) return nothing;
    return html`<section class="failures"><h3>${amount(failures.length, 'failure')}</h3>
      <ul>${failures.slice(0, LISTED).map(({ name, message }) => html`<li><b>${name}</b>: ${message.startsWith(name)
        ? message.slice(name.length).replace(/^[:,] /, '') : message}</li>`)}
        ${failures.length > LISTED ? html`<li>and ${failures.length - LISTED} more, in the result document.</li>` : nothing}</ul></section>`;
  }

  #result() {
    const { outcome, log } = this.run;
    if (!outcome || !log) return nothing;
    const { result } = outcome;
    return html`<orbit-run-result .outcome=${outcome} .log=${log} .keep=${(/** @type {string} */ title) => this.#beside.add({ title, result })}
      .more=${() => html`<div>${this.#saveRun()} ${this.#savePart()}</div>`}
        @open-cloud=${(/** @type {CustomEvent<import('./levels.js').Row>} */ { detail }) => this.#show(detail)}></orbit-run-result>
      <orbit-code .subject=${result} .languages=${RUN_LANGUAGES} .make=${this.#code}></orbit-code>
      <orbit-citation id="citation-run" .subject=${result} .make=${this.#cited}></orbit-citation>`;
  }

  /** @returns {any} */
  get #beside() {
    return this.querySelector('orbit-side-by-side');
  }

  /** Hands a cloud to the view of certificates. @param {import('./levels.js').Row} row */
  #show({ index, name, cloud, entries }) {
    const { outcome, log } = this.run;
    if (outcome && log) {
      this.show({
        name, points: log.points(index), ...log.seen(index), votes: cloud.votes ?? 0, samples: cloud.samples ?? 0, outputs: log.outputs(index), entries,
        settings: outcome.result.settings,
      });
    }
  }

  #code = () => {
    const { log } = this.run;
    return { codes: RUN_CODE, files: log ? [{ name: 'run.json', content: () => log.document() }] : [] };
  };

  #cited = async () => {
    // The subject of the citation is there.
    const { log, outcome } = /** @type {{log: import('./log.js').RunLog, outcome: import('./log.js').Outcome}} */ (this.run);
    const { core, clouds, settings: { sigma, group } } = outcome.result;
    return {
      core, what: `Certified accuracy of ${amount(clouds, 'point cloud')}, sigma = ${sigmaInWords(sigma)}, invariance ${group}`,
      file: { name: 'result.json', content: outcome.document },
      again: { command: 'orbitcert run run.json', input: { name: 'run.json', content: log.document() } },
    };
  };

  /** Draws a placeholder for the result. */
  #awaited() {
    const { run } = this;
    if (run.phase !== 'ready' || this.#lacking) return html`<p class="remark">The certified accuracy of your clouds appears here after the run.</p>`;
    const { clouds } = run.files.size, button = run.entries.values.given === 'model' ? 'Count votes and certify' : 'Run';
    return html`<p class="sentence pending">${icon('pending')}<span><strong>${amount(clouds,
      'cloud')} to certify.</strong> “${button}” certifies on this machine; the certified accuracy comes here.</span></p>`;
  }

  render() {
    const { run } = this;
    return html`<div class="columns dataset" @dragover=${(/** @type {Event} */ event) => event.preventDefault()} @drop=${this.#drop}>
      <form @submit=${(/** @type {Event} */ event) => event.preventDefault()} autocomplete="off" novalidate>
        ${this.#inputs()}
        <section class="step"><h2><span class="ordinal">2</span> What to certify</h2>${form(run.entries)}</section>
        ${this.#unproved()}
        <div class="ask">${this.#buttons()}</div>
      </form>
      <section class="results" aria-label="Dataset result" data-run=${run.phase}>
        ${this.#standing()}
        <div role="status">${run.message ? html`<p class="remark" data-note="run">${run.message}</p>` : nothing}
          ${run.outcome ? html`<p class="unseen">Done: ${amount(run.outcome.result.total, 'cloud')}.</p>` : this.#awaited()}</div>
        ${run.phase === 'empty' ? example(isOneFile() ? null : (id) => void this.open(id)) : nothing}
        ${run.log && run.differs ? html`<p class="hint" role="status" data-note="earlier">You have entered other settings. This result is for ${
          run.log.title}. Run again for the new ones.</p>` : nothing}
        ${run.log?.met ? html`<p class="remark" data-note="met">${sentence(run.log.met)}</p>` : nothing}
        ${this.#offers()}${this.#result()}<orbit-side-by-side></orbit-side-by-side>${this.#failures()}
      </section>
    </div>`;
  }
}

customElements.define('orbit-dataset', Dataset);
