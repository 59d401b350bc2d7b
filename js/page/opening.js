/** Lays on the desk what an address names: an example, the files that the browser kept, and files that were fetched. */

import { FIRST, TELLING } from '../certificate/example-files.js';
import { encode } from '../form/address.js';
import { unset } from '../form/evidence.js';
import { come } from '../question/runner.js';
import { lateIn } from '../question/said.js';

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
    if (cloud) void desk.receiveFile(cloud, 'clean');
    if (!model) return;
    entries.setAll({ given: 'model', model: '' });
    entries.outdate();
    await (await this.#page.models?.load())?.take([model]); // at once: what is chosen from now on takes its place
  }

  /**
   * Shows an example that says something in this view, unless there is one.
   * @param {import('../form/address.js').ViewName} view
   * @param {boolean} [anew] also where it has been changed
   */
  async begin(view, anew = false) {
    const id = view === 'explore' ? TELLING : FIRST;
    if (!anew && id === this.#page.model.entries.values.example) return;
    if (await this.#page.examples.load(id)) await this.#page.examples.certify();
  }

  /**
   * Lays down what an address names. A file that a visitor gives meanwhile stays, with the settings of the address.
   * @param {import('../form/address.js').Values} values @param {boolean} [alone] whether they are an example as it came
   */
  async restore(values, alone) {
    const { model: desk } = this.#page;
    const settings = desk.give('settings', (_, __, by) => this.#addSettings(values, by, whole));
    const whole = desk.give('all', (_, __, by) => this.#lay(values, alone, by), { by: desk.state.gives });
    await settings;
    await (await whole)?.();
  }

  /**
   * Adds the settings of an address to a file that a visitor gave before they arrived. The votes of an address belong to its own cloud.
   * @param {import('../form/address.js').Values} values @param {number} by its number
   * @param {Promise<unknown>} whole what comes of all that it names, undefined where a file took the place of that
   */
  *#addSettings(values, by, whole) {
    if (yield* come(whole)) return;
    const { model: desk, model: { entries } } = this.#page;
    desk.say({ type: 'adapt', values: values.example ? unset(values) : values, by });
    entries.outdate();
    entries.edited();
  }

  /**
   * Lays down the example that an address names, with its other entries, or its files; where the example is missing, the first one or those entries.
   * @param {import('../form/address.js').Values} values @param {boolean | undefined} alone
   * @param {number} by number of what it is a part of @returns {import('../question/runner.js').Steps<() => Promise<void>>} certifies what is there
   */
  *#lay(values, alone, by) {
    const { model: desk, examples } = this.#page, history = /** @type {BrowserHistory} */ (this.#page.history), rest = async () => {};
    const { files, done, lost } = yield* come(history.readFiles());
    if (!files.clean && encode(lateIn(desk.said, values, by)) === encode(desk.entries.values)) return rest;
    if (values.example && (yield* examples.lay(values.example, by, alone ? null : values, history.settings))) return () => examples.certify();
    const { notice } = desk, isFirst = values.example && alone && (yield* examples.lay(FIRST, by));
    if (!values.example) yield desk.fill(values, files, null, { settings: history.settings, by, after: by });
    else if (!alone) yield desk.fill({ ...values, example: '' }, {}, null, { by });
    desk.notify(lost ? LOST : notice);
    if (isFirst) return () => examples.certify().then(() => desk.notify(notice));
    return done && !values.example ? () => desk.certify() : rest;
  }
}
