/** What a cell shows of a model: its answer, how far it has come, or why there is none. */

import { adoptStyles, html, nothing, render, unsafeCSS } from 'lit';
import { progress } from '../parts/bars.js';
import { standingIcon } from '../parts/icons.js';
import { sentence } from '../words/complaint.js';
import { answerOf, isStopped, tell } from './answers.js';
import { certificate } from './certificate.js';
import { isDark, onTurn } from './surroundings.js';
import { styles } from './styles.js';

/** @typedef {import('./answers.js').Model} Model */

/** What each kind of widget draws of its document. @type {Record<string, {label: string, styles: import('lit').CSSResult[], draw: (document: any) => unknown}>} */
const KINDS = { certificate };

/** @param {Model} model @param {string} label */
function waiting(model, label) {
  const cancel = () => tell(model, { _stopped: model.get('_question').number });
  return progress({ label, share: model.get('progress'), cancel });
}

/** @param {Model} model */
const stopped = (model) => html`<div class="rest"><span role="status">Cancelled.</span>
  <button type="button" @click=${() => tell(model, { _stopped: 0 })}>Compute</button></div>`;

/** @param {any} error */
const wrong = (error) => html`<p class="state wrong" role="alert">${standingIcon('wrong')}<span>${error.field ? `${error.field}: ${error.message}.` : sentence(error)}</span></p>`;

/** @param {Model} model */
function content(model) {
  const { label, draw } = KINDS[model.get('_kind')];
  const answer = answerOf(model);
  if (answer?.failure) return wrong(answer.failure);
  if (answer) return draw(JSON.parse(answer.text));
  if (!model.get('_question').number) return nothing;
  return isStopped(model) ? stopped(model) : waiting(model, label);
}

/** The stylesheets as they are in the dark or the light that is around. @param {import('lit').CSSResult[]} sheets @param {boolean} dark */
const inLight = (sheets, dark) => sheets.map(({ cssText }) => unsafeCSS(cssText
  .replaceAll('(prefers-color-scheme: dark)', dark ? 'all' : 'not all').replaceAll('color-scheme: light dark', `color-scheme: ${dark ? 'dark' : 'light'}`)));

/** @param {{model: Model, el: HTMLElement}} shown @returns {() => void} ends it */
export function view({ model, el }) {
  const ended = new AbortController();
  const place = document.createElement('div');
  el.append(place);
  const root = place.attachShadow({ mode: 'open' });
  const sheets = [...KINDS[model.get('_kind')].styles, styles];
  const draw = () => void render(content(model), root);
  /** @type {boolean | undefined} */
  let dark;
  const dress = () => {
    if (dark === isDark(place)) return;
    adoptStyles(root, inLight(sheets, dark = isDark(place)));
  };
  const events = ['change:_question', 'change:_answer', 'change:_stopped', 'change:progress'];
  for (const event of events) model.on(event, draw);
  onTurn(dress, ended.signal);
  // A front end puts what is drawn into its page afterwards.
  new ResizeObserver(dress).observe(place);
  dress();
  draw();
  return () => {
    ended.abort();
    for (const event of events) model.off(event, draw);
    place.remove();
  };
}
