/** A cloud of a run as the view of certificates takes it: its file, and the entries that its votes belong to. */

import { ownCloud } from '../clouds/cloud-source.js';
import { toValues } from '../form/request.js';

/** @typedef {import('../dataset/dataset.js').OpenedCloud} OpenedCloud */

/** @param {OpenedCloud} cloud @returns {import('../form/reader.js').Values} */
export function entriesOf({ votes, samples, outputs, seen = [], entries, settings }) {
  const given = outputs ? { ...outputs, tolerance: settings.tolerance } : { votes, samples };
  // Draws are a certificate's own: a run of many clouds takes fewer.
  return { ...toValues({ ...settings, samples: undefined, prediction: { ...given, model: { attributes: seen } } }), ...entries };
}

/** @param {OpenedCloud} cloud */
const fileOf = ({ name, points, attributes }) => ownCloud(`${name.replace(/\.json$/, '')}.json`, points, attributes);

/**
 * @typedef {object} Place the page, which shows the cloud
 * @property {import('../certificate/desk.js').Desk} model
 * @property {import('./browser-history.js').BrowserHistory} [history]
 * @property {Promise<unknown>} updateComplete
 */

/** A cloud of a run, looked at as a certificate. */
export class VisitedCloud {
  /** Where the view of datasets was left for the cloud. @type {{top: number, row: HTMLElement | null} | null} */
  left = null;

  /** Shows a cloud; Back leads to its row again. @param {OpenedCloud} cloud @param {Place} page @param {() => void} turn to the view of certificates */
  async show(cloud, page, turn) {
    const { model, history } = page;
    this.left = { top: scrollY, row: document.activeElement instanceof HTMLElement ? document.activeElement : null };
    history?.addEntry(turn, true);
    await page.updateComplete; // the picture needs its size
    scrollTo(0, 0);
    if (!await model.fill(entriesOf(cloud), { clean: fileOf(cloud), outputs: cloud.outputs })) return;
    history?.writeSoon();
    await model.certify();
  }

  /** Comes back to the row where the cloud was opened. @param {Place} page */
  async leave(page) {
    const { left } = this;
    this.left = null;
    if (!left) return;
    await page.updateComplete;
    requestAnimationFrame(() => {
      scrollTo(0, left.top);
      left.row?.focus({ preventScroll: true });
    });
  }
}
