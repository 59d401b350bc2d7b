/** The entries of a run: smoothing, invariance, attack and grid. */

import { html, nothing } from 'lit';
import { check, choice, disclosure, either, number } from '../parts/field.js';
import { CHOICES } from '../documents/groups.js';

/** @typedef {import('../form/entries.js').Entries} Entries */

/** What stands in the part of the form that is folded away. */
const FOLDED = ['alpha', 'samples', 'seed', 'points', 'method', 'normalise', 'bound'];

/** A list of numbers. @param {Entries} run @param {string} name @param {string} label */
const numbers = (run, name, label) => number(run, name, label, { mode: 'text' });

/** The attack and its grid. @param {Entries} run */
const attack = (run) => html`
  ${either(run, 'family', 'Attack', [['scale', 'Scaling'], ['rotate', 'Noise, then rotation']])}
  ${run.values.family === 'scale'
    ? numbers(run, 'norms', 'Norms ‖Δ‖, rising')
    : html`${numbers(run, 'degrees', 'Angles θ in degrees, rising')}
      <div class="pair">${number(run, 'noise', 'Norm of the noise')}${number(run, 'draws', 'Random draws per cloud', { mode: 'numeric' })}</div>`}`;

/** @param {Entries} run */
export const form = (run) => html`
  <div class="pair">${number(run, 'sigma', 'Smoothing σ', { help: 'sigma' })}</div>
  ${choice(run, 'group', 'Invariance', CHOICES)}
  ${run.values.group === 'axis' ? html`<div class="pair">${numbers(run, 'axis', 'Axis')}${check(run, 'translation', 'and translations')}</div>` : nothing}
  ${check(run, 'permutation', 'Point order does not matter')}
  ${attack(run)}
  ${disclosure('Levels, draws and preparation', FOLDED.some((name) => run.errors[name]), html`
    <div class="pair">${number(run, 'alpha', 'Error probability α', { help: 'alpha' })}${number(run, 'samples', 'Draws per bound', { help: 'draws', mode: 'numeric' })}</div>
    <div class="pair">${choice(run, 'bound', 'Monte Carlo bound', [['dual', 'dual'], ['quantile', 'quantile']])}${number(run, 'seed', 'Seed', { mode: 'numeric' })}</div>
    ${check(run, 'dropMissing', 'Drop points without coordinates')}
    <div class="pair">${number(run, 'points', 'Points to keep (all)', { mode: 'numeric' })}
      ${run.values.points.trim() === '' ? nothing : choice(run, 'method', 'Sampling', [['random', 'random'], ['farthest', 'farthest point'], ['surface', 'on the surface']])}</div>
    <div class="pair">${choice(run, 'normalise', 'Normalise', [['none', 'not'], ['centre', 'centre'], ['unit_sphere', 'unit sphere']])}</div>`)}`;
