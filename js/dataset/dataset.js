/** The view of whole datasets: files and votes in, certified accuracy out. */

import { LitElement, html, nothing } from 'lit';
import { onTheme, theme } from '../explore/theme.js';
import { demo, dropped, sources } from './files.js';
import { form } from './form.js';
import { counted, exports, plot, rows } from './result.js';
import { Run } from './run.js';

/** Most failures that are listed. */
const LISTED = 100;

const DEMOS = [['digits', '2-D digits, turned'], ['shapes', '3-D shapes, scaled']];

/** @param {number} ms */
function left(ms) {
  if (!Number.isFinite(ms)) return '';
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `, about ${seconds} s left` : `, about ${Math.ceil(seconds / 60)} min left`;
}

/** @param {string} name @param {string} text */
function save(name, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {number} count @param {string} one @param {string} [many] */
const amount = (count, one, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

class Dataset extends LitElement {
  /** Set by the page. @type {import('../model.js').Model} */
  model = /** @type {any} */ (undefined);
  /** @type {Run} */
  run = /** @type {any} */ (undefined);
  /** @type {(() => void) | undefined} */
  #untheme;

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    if (!this.run) {
      this.run = new Run(this.model.engine);
      this.run.addEventListener('change', () => this.requestUpdate());
      void this.run.restore();
    }
    this.#untheme = onTheme(() => this.requestUpdate());
  }

  disconnectedCallback() {
    this.#untheme?.();
    super.disconnectedCallback();
  }

  /** @param {DragEvent} event */
  async #drop(event) {
    event.preventDefault();
    event.stopPropagation();
    if (event.dataTransfer) await this.run.add(await dropped(event.dataTransfer));
  }

  /** @param {any} event */
  #choose({ target }) {
    void this.run.add(sources(target.files));
    target.value = '';
  }

  updated() {
    const chart = this.querySelector('.chart');
    const { result } = this.run;
    if (!chart) return;
    const width = Math.round(Math.min(720, Math.max(280, chart.clientWidth)));
    chart.replaceChildren(plot(result, theme(this), width));
  }

  #inputs() {
    const { run } = this;
    const busy = run.phase === 'running' || run.phase === 'collecting';
    const { clouds, votes } = run.size;
    return html`<section class="step"><h2><span class="ordinal">1</span> Clouds and votes</h2>
      <p class="hint">Point clouds of any format, or one NPZ, ZIP or JSON-lines file of them, and a CSV or JSON file with the columns or fields
        name, label, votes_pred and votes_cert. Drop files or a folder anywhere here. Nothing is uploaded.</p>
      <div class="field"><label for="dataset-files">Dataset files</label>
        <div class="drop"><p aria-hidden="true"><span class="ask">Choose files, or drop files or a folder</span></p>
          <input id="dataset-files" type="file" multiple ?disabled=${busy} @change=${this.#choose}></div></div>
      <p>${DEMOS.map(([id, title]) => html`<button type="button" class="quiet" ?disabled=${busy} @click=${() => void this.#demo(id)}>${title}</button>`)}</p>
      <p role="status">${run.phase === 'collecting' ? `Reading file ${run.reading.done + 1} of ${run.reading.total}.`
        : clouds + votes > 0 ? `${amount(clouds, 'cloud')}${votes ? `, ${amount(votes, 'row of votes', 'rows of votes')}` : ''}.` : nothing}
        ${clouds > 0 && !busy ? html`<button type="button" class="quiet" @click=${() => run.clear()}>Remove</button>` : nothing}</p>
    </section>`;
  }

  /** @param {string} id */
  async #demo(id) {
    await this.run.clear();
    await this.run.add([demo(id)]);
  }

  #progress() {
    const { done, total, remaining } = this.run;
    const percent = Math.floor(100 * done / Math.max(total, 1));
    return html`<div class="progress">
      <div role="progressbar" aria-label="Clouds done" aria-valuemin="0" aria-valuemax="100" aria-valuenow=${percent}>
        <svg aria-hidden="true"><rect height="100%" width="${percent}%" /></svg></div>
      <span class="amount">${done} of ${amount(total, 'cloud')}${this.run.phase === 'running' ? left(remaining) : ', paused'}</span>
    </div>`;
  }

  #buttons() {
    const { run } = this;
    const button = (/** @type {string} */ text, /** @type {() => void} */ act, kind = '') => html`<button type="button" class=${kind} @click=${act}>${text}</button>`;
    switch (run.phase) {
      case 'running': return [this.#progress(), button('Pause', () => run.pause()), button('Cancel', () => void run.cancel())];
      case 'paused': return [this.#progress(), button('Resume', () => void run.resume(), 'primary'), button('Cancel', () => void run.cancel())];
      case 'ready': case 'done': return run.size.clouds > 0 ? button('Run', () => void run.start(), 'primary') : nothing;
      default: return nothing;
    }
  }

  #failures() {
    const { failures } = this.run;
    if (failures.length === 0) return nothing;
    return html`<section class="failures"><h3>${amount(failures.length, 'failure')}</h3>
      <ul>${failures.slice(0, LISTED).map(({ name, message }) => html`<li><b>${name}</b>: ${message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message}</li>`)}
        ${failures.length > LISTED ? html`<li>and ${failures.length - LISTED} more, in the result document.</li>` : nothing}</ul></section>`;
  }

  #result() {
    const { run } = this;
    if (run.phase !== 'done' || !run.result) return html`<p class="remark">The certified accuracy shows here once the run is done.</p>`;
    return html`${counted(run.result)}
      <div class="chart"></div>
      ${exports(run.result, () => this.querySelector('.chart svg'))}
      ${rows(run.result)}
      <p><button type="button" @click=${() => save('run.json', run.document())}>Save run</button>
        <button type="button" @click=${() => save('result.json', run.resultText())}>Save result</button></p>
      <p class="caption"><code>orbitcert run run.json</code> prints the same result document on the command line.</p>`;
  }

  render() {
    const { run } = this;
    return html`<div class="columns dataset" @dragover=${(/** @type {Event} */ event) => event.preventDefault()} @drop=${this.#drop}>
      <form @submit=${(/** @type {Event} */ event) => event.preventDefault()} autocomplete="off" novalidate>
        ${this.#inputs()}
        <section class="step"><h2><span class="ordinal">2</span> What to certify</h2>${form(run)}</section>
      </form>
      <section class="results" aria-label="Dataset result" data-run=${run.phase}>
        <div class="act">${this.#buttons()}</div>
        ${run.message ? html`<p class="remark" role="status">${run.message}</p>` : nothing}
        ${this.#result()}${this.#failures()}
      </section>
    </div>`;
  }
}

customElements.define('orbit-dataset', Dataset);
