/**
 * The room of the widgets for notebooks: one module by anywidget's contract, for all of them. Python asks by traits of a
 * model; the engine in the browser answers, and the cards and pictures of the page show it.
 */

import { answerQuestions } from './answers.js';
import { view } from './view.js';

/** @typedef {import('./answers.js').Model} Model */

/** @param {{model: Model}} asked */
export const initialize = ({ model }) => answerQuestions(model);

/** @param {{model: Model, el: HTMLElement}} shown */
export const render = (shown) => view(shown);
