/** Lays on the desk what an address names: an example, the files that the browser kept, and files that were fetched. */

import { FIRST, TELLING } from '../certificate/example-files.js';
import { encode } from '../form/address.js';
import { openIn, pick, unsaid, unset } from '../form/evidence.js';

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

  /**
   * Lays down what an address names. A file that a visitor gives meanwhile stays, with the settings of the address.
   * @param {import('../form/address.js').Values} values @param {boolean} [alone] whether they are an example as it came
   */
  async restore(values, alone) {
    const { model: desk, model: { entries }, examples, history } = this.#page, since = entries.values;
    let late = true, certify = async () => {};
    const settings = desk.give('settings', async (signal) => {
      await whole;
      if (late && !signal.aborted) this.#addSettings(values, since);
    });
    const whole = desk.give('all', async (signal, _, by) => {
      const { files, done, lost } = await /** @type {BrowserHistory} */ (history).readFiles();
      if (signal.aborted) return;
      late = false;
      if (!files.clean && encode(values) === encode(since)) return;
      if (values.example) {
        const end = await this.#show(values, alone, by);
        late = end === 'late';
        if (end === 'there') certify = () => examples.certify();
        return;
      }
      const { notice } = desk;
      await desk.fill(entries.with(values, since), files, null, { settings: history?.settings, by });
      desk.notify(lost ? LOST : notice);
      if (done && !signal.aborted) certify = () => desk.certify();
    }, { by: desk.state.gives });
    await settings;
    await certify();
  }

  /**
   * Adds the settings of an address to a file that a visitor gave before they arrived. The votes of an address belong to its own cloud.
   * @param {import('../form/address.js').Values} values @param {import('../form/address.js').Values} since the entries when the address was opened
   */
  #addSettings(values, since) {
    const { entries } = this.#page.model;
    const { perturbation } = entries.values, own = values.example ? unset(values, values) : values;
    entries.adapt({ ...entries.with(unsaid(own), since), ...pick(own, openIn(entries.values)), example: '', perturbation });
    entries.outdate();
    entries.edited();
  }

  /**
   * Shows the example that an address names, with its other entries; where there is none, the first one or those alone.
   * @param {import('../form/address.js').Values} values @param {boolean | undefined} alone @param {number} by number of what it is a part of
   */
  async #show(values, alone, by) {
    const { model: desk } = this.#page;
    const loaded = await this.#page.examples.load(values.example, alone ? null : values, this.#page.history?.settings, by);
    if (loaded !== 'missing') return loaded;
    const { notice } = desk;
    if (alone) await this.begin('certificate', true);
    else await desk.fill({ ...values, example: '' }, {}, null, { by });
    desk.notify(notice);
    return loaded;
  }
}
