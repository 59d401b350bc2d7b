/** The visitor's entries for a run: smoothing, invariance, attack and grid; and a sample file of votes to copy. */

import { html, nothing } from 'lit';
import { isScaled } from '../form/scaled.js';
import { check, choice, disclosure, either, number } from '../parts/field.js';
import { sigmaField } from '../parts/sigma-field.js';
import { noiseFields } from '../parts/noise-fields.js';
import { copy } from '../parts/save.js';
import { CHOICES } from '../documents/groups.js';

/** @typedef {import('../form/entries.js').Entries} Entries */

/** Entries in the folded part of the form. */
const FOLDED = ['top', 'runner_up', 'scores', 'alpha', 'samples', 'seed', 'points', 'method', 'normalise', 'frame'];

/** Reports whether votes are of samples of some points. @param {Entries} run */
const sampled = (run) => run.values.subsample.trim() !== '';

/** Chooses the cloud that gives centre and scale: points that come and go would move all others with their own. @param {Entries} run */
const frame = (run) => (run.values.normalise === 'none' || !sampled(run) ? nothing
  : choice(run, 'frame'));

/** Asks whose lengths are meant, where the preparation scales. @param {Entries} run @param {string} name */
const whose = (run, name) => (isScaled(run.values) ? choice(run, name) : nothing);

/** The norms, and whose they are. @param {Entries} run */
const norms = (run) => html`${number(run, 'norms')}${whose(run, 'about')}`;

/** Further entries of an attack, or entries that replace them. @type {Record<string, (run: Entries) => unknown>} */
const MORE = {
  scale: (run) => norms(run),
  ball: (run) => html`${norms(run)}
    ${run.values.given === 'model' ? number(run, 'search') : nothing}`,
  rotate: (run) => html`${number(run, 'degrees')}
    <div class="pair">${number(run, 'noise')}${number(run, 'draws')}</div>`,
  withstand: (run) => html`${number(run, 'along')}${whose(run, 'sizes')}
    ${sampled(run) ? number(run, 'moved') : nothing}`,
};

/** The attack and its grid. @param {Entries} run */
const attack = (run) => html`
  ${either(run, 'family')}
  ${MORE[run.values.family](run)}`;

/** The browser keeps what a visitor has unfolded. */
const FOLDING = { unfolded: false, fold: () => {} };

/** Asks what the model of the files returns: a model of the page returns classes. @param {Entries} run */
const returned = (run) => (run.values.given === 'model' ? nothing : html`
  ${choice(run, 'returns')}
  ${run.values.returns === 'number' ? number(run, 'tolerance') : nothing}`);

/** Reports whether the model returns classes. @param {Entries} run */
const isOfClasses = ({ values: { given, returns } }) => given === 'model' || returns === 'classes';

/** @param {Entries} run */
export const form = (run) => html`
  <div class="pair">${sigmaField(run)}${number(run, 'subsample')}</div>
  ${choice(run, 'group', CHOICES)}
  ${run.values.group === 'axis' ? html`<div class="pair">${number(run, 'axis')}${check(run, 'translation')}</div>${noiseFields(run, FOLDING)}` : nothing}
  ${check(run, 'permutation')}
  ${returned(run)}
  ${attack(run)}
  ${disclosure(
    'Levels, draws and preparation',
    FOLDED.some((name) => run.errors[name]),
    html`
    ${isOfClasses(run) ? html`${number(run, 'top')}${check(run, 'runner_up')}${check(run, 'scores')}` : nothing}
    <div class="pair">${number(run, 'alpha')}${number(run, 'samples')}</div>
    <div class="pair">${number(run, 'seed')}</div>
    ${check(run, 'dropMissing')}
    <div class="pair">${number(run, 'points')}
      ${run.values.points.trim() === '' ? nothing : choice(run, 'method')}</div>
    <div class="pair">${choice(run, 'normalise')}${frame(run)}</div>`,
  )}`;

/** Files of votes, and of labels for votes that a model gives. */
const SAMPLES = {
  files: {
    label: 'A CSV file of votes, a row for each cloud',
    text: 'name,label,votes_pred_bed,votes_pred_chair,votes_cert_bed,votes_cert_chair\nchair_0001,chair,7,93,676,9324',
    told: 'name is the file’s. votes_pred name the class; votes_cert, of other samples, bound its probability.',
  },
  model: {
    label: 'A CSV file of labels, a row for each cloud', text: 'name,label\nchair_0001,chair',
    told: 'name is the file’s, label a class of the model or its number from 0.',
  },
};

/** A file of votes, to copy. @param {string} given where votes come from: 'files' or 'model' */
export function sample(given) {
  const { label, text, told } = given === 'model' ? SAMPLES.model : SAMPLES.files;
  return disclosure('What the table looks like', false, html`<div class="copied sample"><label for="votes-sample">${label}</label>
    <textarea id="votes-sample" readonly spellcheck="false" rows="2" wrap="off" aria-describedby="votes-told" .value=${text}></textarea>
    <button type="button" class="quiet" @click=${copy}>Copy sample</button>
    <p class="hint" id="votes-told">${told} <a href="docs.html#datasets">More</a></p></div>`);
}
