/** Shows a model in a cell: its answer, its progress, or why there is no answer. */

import { adoptStyles, html, LitElement, render, unsafeCSS } from 'lit';
import { progress } from '../parts/bars.js';
import { standingIcon } from '../parts/icons.js';
import { sentence } from '../words/error-sentence.js';
import { answerOf, isAsked, isStopped, tell } from './answers.js';
import * as certificate from './certificate.js';
import * as cloud from './cloud.js';
import * as explore from './explore.js';
import { pageStyles, styles } from './styles.js';
import { isDark, onTurn } from './surroundings.js';
import * as votes from './votes.js';
import * as withstand from './withstand.js';

/** @typedef {import('./answers.js').Model} Model */

/**
 * Drawings of each kind of widget, from its document and its request. The card brings its own look.
 * @typedef {{label: string, styles: import('lit').CSSResult[], draw: (document: Record<string, unknown>, request: Record<string, unknown>,
 *   tell: (values: Record<string, unknown>) => void) => unknown}} Kind
 * @type {Record<string, Kind>}
 */
const KINDS = {
  certificate: { label: 'Certificate', ...certificate },
  cloud: { label: 'Cloud', styles: [pageStyles], ...cloud },
  withstand: { label: 'What it withstands', styles: [pageStyles], ...withstand },
  votes: { label: 'Votes', styles: [pageStyles], ...votes },
  explore: { label: 'Explore', styles: [pageStyles], ...explore },
};

/** A text that is parsed once: what is drawn of it knows it again. */
function parser() {
  let known = '', value = /** @type {any} */ (null);
  return (/** @type {string} */ text) => (text === known ? value : value = JSON.parse(known = text));
}

/** @param {Model} model @param {string} label */
function waiting(model, label) {
  const cancel = () => tell(model, { _stopped: model.get('_question').number });
  return progress({ label, share: model.get('progress'), cancel });
}

/** @param {Model} model */
const stopped = (model) => html`<div class="rest"><span role="status">Cancelled.</span>
  <button type="button" @click=${() => tell(model, { _stopped: 0 })}>Compute</button></div>`;

/** @param {{field?: string, message: string}} error */
const wrong = (error) =>
  html`<p class="state wrong" role="alert">${standingIcon('wrong')}<span>${error.field ? `${error.field}: ${error.message}.` : sentence(error)}</span></p>`;

/** @param {Model} model @param {(text: string) => Record<string, unknown>} asked @param {(text: string) => Record<string, unknown>} answered */
function content(model, asked, answered) {
  const { label, draw } = KINDS[model.get('_kind')];
  const answer = isAsked(model) ? answerOf(model) : { text: 'null' };
  if (answer?.failure) return wrong(answer.failure);
  if (answer) return draw(answered(answer.text), asked(model.get('_question').request), (values) => tell(model, values));
  return isStopped(model) ? stopped(model) : waiting(model, label);
}

/** The stylesheets as they are in the dark or the light that is around. @param {import('lit').CSSResult[]} sheets @param {boolean} dark */
const inLight = (sheets, dark) =>
  sheets.map(({ cssText }) =>
    unsafeCSS(
      cssText
        .replaceAll(/\(prefers-color-scheme: ?dark\)/g, dark ? '(min-width: 0)' : '(max-width: 0)')
        .replaceAll(/color-scheme: ?light dark/g, `color-scheme: ${dark ? 'dark' : 'light'}`),
    ),
  );

/** @param {{model: Model, el: HTMLElement}} shown @returns {() => void} ends it */
export function view({ model, el }) {
  const ended = new AbortController();
  const place = document.createElement('div');
  el.append(place);
  // Keys that mean something here are none of the notebook's.
  place.dataset.lmSuppressShortcuts = 'true';
  place.addEventListener('keydown', (event) => event.stopPropagation());
  const root = place.attachShadow({ mode: 'open' });
  const sheets = [...KINDS[model.get('_kind')].styles, styles];
  const [asked, answered] = [parser(), parser()];
  const draw = () => void render(content(model, asked, answered), root);
  /** @type {boolean | undefined} */
  let dark;
  const dress = () => {
    if (dark === isDark(place)) return;
    adoptStyles(root, inLight(sheets, dark = isDark(place)));
    // Plots and pictures have their colours from the stylesheet.
    for (const element of root.querySelectorAll('*')) if (element instanceof LitElement) element.requestUpdate();
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
