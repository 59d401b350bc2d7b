/** Plots certified accuracy against the size of each family of transformations. */

import { html, nothing } from 'lit';
import { ARGUMENTS } from '../parts/arguments.js';
import { linePlot } from '../parts/plot.js';
import { familyUnit } from '../words/ranges.js';
import { changeCells, changePlot, changeRow, changeSummary } from './changes.js';
import { steps } from './shares.js';

/** @import {RunResult} from '../documents/documents.js' */
/** @import {Change} from './changes.js' */
/** @typedef {NonNullable<RunResult['families']>[number]} Family */

/** The solid line first, so that the other shows where they agree. What all arguments reach together is never less than tight. */
const LINES = /** @type {const} */ ([
  { ...ARGUMENTS.tight, name: 'All arguments', field: 'withstood', argument: 'tight' },
  { ...ARGUMENTS.tight, name: 'All arguments, one class', field: 'one_class', argument: 'tight', thin: true },
  { ...ARGUMENTS.black_box, field: 'black_box', argument: 'black_box' },
]);

/** Shares of clouds that the table says a size for. */
const SHARES = [0.75, 0.5, 0.25];

/** Sizes in the unit that people think in: round numbers again. @param {Family} family */
function shown({ family, unit, sizes }) {
  const { name, factor, sign } = familyUnit(family, unit);
  return { name, sign, sizes: sizes.map((size) => Number((factor * size).toPrecision(12))) };
}

/**
 * The largest size that so many of the clouds withstand, without its unit, '' where so many do not even without a transformation.
 * @param {Family} family @param {keyof Family['accuracy']} field @param {number} share
 */
function reach(family, field, share) {
  const { sizes } = shown(family), at = (family.accuracy[field] ?? []).findLastIndex((one) => one >= share);
  if (at < 0) return '';
  // The last size is beyond all that have an end.
  return at === sizes.length - 1 && at > 0 ? 'any' : `± ${sizes[at]}`;
}

/** @param {Family[]} families */
const summary = (families) =>
  `Certified accuracy against the size of each family of transformations. Half of the clouds withstand: ${families
    .map(
      (family) =>
        `${shown(family).name}${shown(family).sign} ${reach(family, 'withstood', 0.5) || 'nothing'}, black box ${reach(family, 'black_box', 0.5) || 'nothing'}`,
    )
    .join('; ')}.`;

/** The narrowest that a plot may be, and the room between two. */
const NARROWEST = 280, GAP = 16;

/** @param {Family} family @param {import('../parts/theme.js').Theme} theme @param {number} width */
function plotOf(family, theme, width) {
  const { name, sign, sizes } = shown(family);
  return linePlot({
    theme, width, label: name,
    x: { label: `${name}, ±${sign || ' in the unit of the coordinates'}`, domain: [0, sizes.at(-1) || 1] },
    y: { label: 'Certified accuracy, %', domain: [0, 100] },
    series: LINES.flatMap(({ field, argument, ...look }) => {
      const shares = family.accuracy[field];
      return shares ? [{ ...look, colour: theme.arguments[argument], points: steps(sizes, shares.map((y) => ({ y }))) }] : [];
    }),
  });
}

/**
 * A plot for each family and each way in which points come and go, in one picture.
 * @param {Family[]} families @param {Change[]} changes @param {import('../parts/theme.js').Theme} theme @param {number} width
 */
export function familyPlots(families, changes, theme, width) {
  const across = Math.max(1, Math.min(3, Math.floor((width + GAP) / (NARROWEST + GAP))));
  const each = Math.floor((width + GAP) / across) - GAP;
  const plots = [...families.map((family) => plotOf(family, theme, each)), ...changes.map((change) => changePlot(change, theme, each))];
  const height = Math.max(0, ...plots.map((plot) => plot.height.baseVal.value));
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const size = { width: String(width), height: String(Math.ceil(plots.length / across) * (height + GAP)) };
  for (const [name, value] of Object.entries({
    ...size,
    viewBox: `0 0 ${size.width} ${size.height}`,
    role: 'img',
    'aria-label': `${summary(families)}${changeSummary(changes)}`,
    class: 'drawing',
  }))
    picture.setAttribute(name, value);
  plots.forEach((plot, i) => {
    plot.removeAttribute('role');
    plot.removeAttribute('aria-label');
    plot.setAttribute('x', String((i % across) * (each + GAP)));
    plot.setAttribute('y', String(Math.floor(i / across) * (height + GAP)));
    picture.append(plot);
  });
  return picture;
}

/** All of it, in the units of the document. @param {Family[]} families @param {Change[]} changes @returns {import('../parts/save.js').Table} */
export function familyTable(families, changes) {
  const one = families.some(({ accuracy }) => accuracy.one_class);
  return {
    columns: ['family', 'unit', 'size', 'black_box', 'withstood', ...(one ? ['one_class'] : [])],
    rows: [
      ...families.flatMap(({ family, unit, sizes, accuracy }) =>
        sizes.map((size, i) => [family, unit, size, accuracy.black_box[i], accuracy.withstood[i], ...(accuracy.one_class ? [accuracy.one_class[i]] : [])]),
      ),
      ...changeCells(changes).map((cells) => (one ? [...cells, undefined] : cells)),
    ],
  };
}

/** @param {Family} family */
function familyRow(family) {
  const { name, sign } = shown(family);
  const cell = (/** @type {number} */ share) => {
    const withstood = reach(family, 'withstood', share);
    if (!withstood) return html`<td class="numeric">–</td>`;
    const one = reach(family, 'one_class', share);
    return html`<td class="numeric">${withstood}<span class="second">${reach(family, 'black_box', share)}</span>${
      one && one !== withstood ? html`<span class="second">${one} by one class</span>` : nothing
    }</td>`;
  };
  return html`<tr data-family=${family.family}><th scope="row">${name}<span class="second">${sign.trim()}</span></th>${SHARES.map(cell)}</tr>`;
}

/** @param {Family[]} families @param {Change[]} changes */
export const familyRows = (families, changes) => html`<p>What this share of all clouds withstands. The second line is the black box alone.</p>
  <div class="scroll" tabindex="0" role="region" aria-label="What the clouds withstand"><table class="lengths">
    <caption class="unseen">Ranges that this share of all clouds withstands, with every value in between</caption>
    <thead><tr><th scope="col">Change of the cloud</th>${SHARES.map((share) => html`<th scope="col"
      class="numeric">${100 * share} % of clouds</th>`)}</tr></thead>
    <tbody>${families.map(familyRow)}${changes.map((change) => changeRow(change, SHARES))}</tbody>
  </table></div>`;
