/** What a file of votes looks like, to copy. */

import { html } from 'lit';
import { copy } from '../parts/save.js';

const NAMES = 'name is that of the file, label the number of the true class, from 0';

const SAMPLES = {
  files: {
    label: 'A CSV file of votes, a row for each cloud', text: 'name,label,votes_pred,votes_cert\nchair_0001,2,4 3 93,389 287 9324',
    told: `${NAMES}; votes_pred, one number for each class, name the class; votes_cert, of other samples, bound its probability.`,
  },
  model: { label: 'A CSV file of labels, a row for each cloud', text: 'name,label\nchair_0001,2', told: `${NAMES}.` },
};

/** @param {string} given where votes come from: 'files' or 'model' */
export function sample(given) {
  const { label, text, told } = given === 'model' ? SAMPLES.model : SAMPLES.files;
  return html`<div class="copied sample"><label for="votes-sample">${label}</label>
    <textarea id="votes-sample" readonly spellcheck="false" rows="2" wrap="off" aria-describedby="votes-told" .value=${text}></textarea>
    <button type="button" class="quiet" @click=${copy}>Copy sample</button>
    <p class="hint" id="votes-told">${told} <a href="docs.html#datasets">More</a></p></div>`;
}
