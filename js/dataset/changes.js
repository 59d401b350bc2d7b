/** Plots certified accuracy against points replaced, added and removed, over the clouds of a run. */

import { html } from 'lit';
import { POINTS } from '../parts/arguments.js';
import { linePlot } from '../parts/plot.js';
import { steps } from './shares.js';

/** @import {RunResult} from '../documents/documents.js' */
/** @typedef {NonNullable<RunResult['points']>[number]} Change */

/** @param {Change} change */
const nameOf = ({ change }) => `Points ${change}`;

/** The largest number that so many of the clouds withstand, null where so many do not even without a change. @param {Change} change @param {number} share */
function most({ counts, accuracy }, share) {
  const at = accuracy.findLastIndex((one) => one >= share);
  return at < 0 ? null : counts[at];
}

/** @param {number | null} count @param {string} none */
const told = (count, none) => (count === null ? none : count.toLocaleString('en'));

/** @param {Change[]} changes */
export const changeSummary = (changes) =>
  changes.length === 0
    ? ''
    : ` Half of the clouds withstand as many points, whichever they are: ${changes
        .map((change) => `${change.change} ${told(most(change, 0.5), 'none')}`)
        .join('; ')}.`;

/** @param {Change} change @param {import('../parts/theme.js').Theme} theme @param {number} width */
export function changePlot(change, theme, width) {
  const { counts, accuracy } = change;
  return linePlot({
    theme, width, label: nameOf(change),
    x: { label: `${nameOf(change)}, at most`, domain: [0, counts[counts.length - 1]] },
    y: { label: 'Certified accuracy, %', domain: [0, 100] },
    series: [{ name: POINTS.name, colour: theme.points, dash: POINTS.dash, points: steps(counts, accuracy.map((y) => ({ y }))) }],
  });
}

/** The table of families goes on with these: no black box stands beside them. @param {Change[]} changes @returns {unknown[][]} */
export const changeCells = (changes) =>
  changes.flatMap(({ change, counts, accuracy }) => counts.map((count, i) => [change, 'points', count, undefined, accuracy[i]]));

/** @param {Change} change @param {number[]} shares */
export const changeRow = (change, shares) => html`<tr data-change=${change.change}><th scope="row">${nameOf(change)}<span class="second">any of them</span></th>
  ${shares.map((share) => html`<td class="numeric">${told(most(change, share), '–')}</td>`)}</tr>`;
