/** Lays on the desk what an address names: an example, the files that the browser kept, and files that were fetched. */

import { FIRST, TELLING } from '../certificate/example-files.js';
import { encode } from '../form/address.js';
import { unsaid } from '../form/evidence.js';

/** @import { BrowserHistory } from './browser-history.js' */

const LOST = 'The browser no longer keeps the files of this state. Choose them again.';

/**
 * @typedef {object} Place the page, as far as an address changes it
 * @property {import('../certificate/desk.js').Desk} model
 * @property {import('../certificate/examples.js').Examples} examples
 * @property {BrowserHistory} [history]
 * @property {import('./model.js').CloudModelRoom} [models]
 */

export class Opening {
  #page;

  /** @param {Place} page */
  constructor(page) {
    this.#page = page;
  }

  /** Takes what was fetched as if it had been dropped. @param {{model?: File, cloud?: File}} files */
  async take({ model, cloud }) {
    const { model: desk, model: { entries } } = this.#page;
    if (cloud) await desk.receiveFile(cloud, 'clean');
    if (!model) return;
    entries.set('given', 'model');
    entries.set('model', '');
    entries.outdate();
    const classifier = await this.#page.models?.ready();
    await classifier?.take([model]);
  }

  /**
   * Shows an example that says something in this view, unless there is one.
   * @param {import('../form/address.js').ViewName} view
   * @param {boolean} [anew] also where it has been changed
   */
  async begin(view, anew = false) {
    const id = view === 'explore' ? TELLING : FIRST;
    if (!anew && id === this.#page.model.entries.values.example) return;
    if (await this.#page.examples.load(id) !== 'there') return;
    this.#page.examples.byItself = true;
    await this.#page.examples.certify();
  }

  /** @param {import('../form/address.js').Values} values @param {boolean} [alone] whether they are an example as it came */
  async restore(values, alone) {
    const { model: desk, model: { entries } } = this.#page;
    const since = entries.values;
    const latest = desk.expect();
    const { replaced } = desk;
    const { files, done, lost } = await /** @type {BrowserHistory} */ (this.#page.history).readFiles();
    if (!latest()) return replaced === desk.replaced ? this.#addSettings(values, since) : undefined;
    if (!files.clean && encode(values) === encode(since)) return;
    if (values.example) return this.#show(values, since, alone);
    const { notice } = desk;
    await desk.fill(entries.with(values, since), files, null, { settings: this.#page.history?.settings });
    desk.notify(lost ? LOST : notice);
    if (done && latest()) await desk.certify();
  }

  /**
   * Adds the settings of an address to a file that a visitor gave before they arrived. The votes of an address belong to its own cloud.
   * @param {import('../form/address.js').Values} values @param {import('../form/address.js').Values} since the entries when the address was opened
   */
  #addSettings(values, since) {
    const { entries } = this.#page.model;
    const { perturbation } = entries.values;
    entries.adapt({ ...entries.with(unsaid(values), since), example: '', perturbation });
    entries.outdate();
    entries.edited();
  }

  /**
   * Shows the example that an address names, with its other entries; where there is none, the first one or those alone.
   * @param {import('../form/address.js').Values} values
   * @param {import('../form/address.js').Values} since the entries when the address was opened
   * @param {boolean} [alone]
   */
  async #show(values, since, alone) {
    const { model: desk } = this.#page;
    const loaded = await this.#page.examples.load(values.example, alone ? null : values, this.#page.history?.settings);
    if (loaded === 'there') return this.#page.examples.certify();
    if (loaded === 'beside') return this.#addSettings(values, since);
    if (loaded === 'late') return;
    const { notice } = desk;
    if (alone) await this.begin('certificate', true);
    else await desk.fill({ ...values, example: '' }, {});
    desk.notify(notice);
  }
}
