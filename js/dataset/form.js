/** The entries of a run: smoothing, invariance, attack and grid. */

import { html, nothing } from 'lit';
import { check, choice, controlId, disclosure, either, number } from '../parts/field.js';
import { GROUPS, listed } from '../reading/groups.js';

/** @type {[string, string][]} */
const INVARIANCES = GROUPS.map((group) => [group, listed(group) || 'nothing']);

/** Ids of this form differ from those of the page's first form. */
const PREFIX = 'run-';

/** @param {Record<string, string>} record */
const prefixed = (record) => Object.fromEntries(Object.entries(record).map(([name, value]) => [PREFIX + name, value]));

/**
 * The run as the controls see a model.
 * @param {import('./run.js').Run} run @returns {any}
 */
const modelOf = (run) => ({
  values: prefixed(run.values), errors: prefixed(run.errors),
  set: (/** @type {string} */ name, /** @type {string} */ value) => run.set(name.slice(PREFIX.length), value),
});

/** A list of numbers. @param {any} run @param {string} name @param {string} label */
function numbers(run, name, label) {
  const wrong = run.errors[name];
  return html`<div class="field"><label for=${controlId(name)}>${label}</label>
    <input id=${controlId(name)} type="text" autocomplete="off" spellcheck="false" aria-invalid=${wrong ? 'true' : nothing}
      aria-describedby=${wrong ? `error-${name}` : nothing} .value=${run.values[name]} @input=${(/** @type {any} */ event) => run.set(name, event.target.value)}>
    ${wrong ? html`<p class="error" id="error-${name}">${wrong}</p>` : nothing}</div>`;
}

/** The attack and its grid. @param {any} run */
const attack = (run) => html`
  ${either(run, 'run-family', 'Attack', [['scale', 'Scaling'], ['rotate', 'Noise, then rotation']])}
  ${run.values['run-family'] === 'scale'
    ? numbers(run, 'run-norms', 'Norms ‖Δ‖, rising')
    : html`${numbers(run, 'run-degrees', 'Angles θ in degrees, rising')}
      <div class="pair">${number(run, 'run-noise', 'Norm of the noise')}${number(run, 'run-draws', 'Random draws per cloud', { mode: 'numeric' })}</div>`}`;

/** @param {import('./run.js').Run} data */
export function form(data) {
  const run = modelOf(data);
  const { values, errors } = run;
  const open = ['alpha', 'samples', 'seed', 'points', 'normalise', 'bound'].some((name) => errors[PREFIX + name]);
  return html`
    <div class="pair">${number(run, 'run-sigma', 'Smoothing σ', { help: 'sigma' })}</div>
    ${choice(run, 'run-group', 'Invariance', INVARIANCES)}
    ${values['run-group'] === 'axis' ? html`<div class="pair">${numbers(run, 'run-axis', 'Axis')}${check(run, 'run-translation', 'and translation')}</div>` : nothing}
    ${check(run, 'run-permutation', 'Point order does not matter')}
    ${attack(run)}
    ${disclosure('Levels, draws and preparation', open, html`
      <div class="pair">${number(run, 'run-alpha', 'Error probability α', { help: 'alpha' })}${number(run, 'run-samples', 'Draws per bound', { help: 'draws', mode: 'numeric' })}</div>
      <div class="pair">${choice(run, 'run-bound', 'Monte Carlo bound', [['dual', 'dual'], ['quantile', 'quantile']])}${number(run, 'run-seed', 'Seed', { mode: 'numeric' })}</div>
      <div class="pair">${number(run, 'run-points', 'Points to keep (all)', { mode: 'numeric' })}
        ${choice(run, 'run-normalise', 'Normalise', [['none', 'not'], ['centre', 'centre'], ['unit_sphere', 'unit sphere']])}</div>`)}`;
}
