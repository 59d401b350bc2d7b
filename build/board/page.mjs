// The page of the board, out of what the check has found: nothing on it is typed by hand but its sentences.

import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { certifiedShares } from '../../js/dataset/shares.js';
import { percent } from '../../js/words/share.js';
import { head } from '../docs/head.mjs';
import { datasets } from './run.mjs';

/** @import { Outcome } from './check.mjs' */
/** @import { Dataset } from './run.mjs' */

/**
 * Findings of the check.
 * @typedef {{date: string, seed: string, blocks: number, entries: Outcome[], differences: import('./differences.mjs').Difference[]}} Found
 */

/** @param {string} text that an entry brings */
const escaped = (text) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** @param {number} n */
const grouped = (n) => n.toLocaleString('en');

/** The certified shares of a result and their bounds for clouds not seen, without the sign of per cent. @param {any} result */
const told = (result) => [result.accuracy, result.population.lower].map(certifiedShares).map((shares) =>
  shares.map((/** @type {number} */ share) => percent(share, result.total).replace(' %', '')));

/** A length, rounded down. @param {number} length */
const thousandths = (length) => (Math.floor(1000 * length) / 1000).toFixed(3);

/** Shares of blocks with forged samples that the page tells the chance for. */
const FORGED = [0.005, 0.01, 0.05, 0.1];

/**
 * The probability that none of these blocks is recounted, rounded up.
 * @param {number} share that is forged @param {{blocks: number, ofBlocks: number}} recount
 */
export function passing(share, { blocks, ofBlocks }) {
  const forged = Math.ceil(share * ofBlocks);
  let missed = 1;
  for (let i = 0; i < blocks; i++) missed *= Math.max(0, ofBlocks - forged - i) / (ofBlocks - i);
  return missed;
}

/** In per cent, rounded up. @param {number} probability */
const atMost = (probability) => (probability === 0 ? '0' : probability < 0.0001 ? 'less than 0.01' : (Math.ceil(probability * 1e4) / 100).toFixed(2));

/** One line on an entry. @param {Outcome} outcome */
export function summary({ name, reason, entry, result, recount }) {
  if (reason !== undefined) return `${name}: refused: ${reason}`;
  const { norms, radius } = datasets[entry.dataset], { samples, ofSamples } = recount;
  const at = norms.indexOf(radius), [share, bound] = told(result).map((all) => all[at]);
  const shown = `${share} % (clouds not seen: at least ${bound} %, with 95 % confidence)`;
  return `${name}: verified: ${result.total} clouds certified again, ${samples} of ${ofSamples} samples counted again; ${shown} at ${radius}`;
}

/** Lists what is written of each. @template T @param {T[]} list @param {(one: T, i: number) => string} write @param {string} [between] */
const each = (list, write, between = '') => list.map(write).join(between);

/** @param {string[]} texts */
const cellsOf = (texts) => each(texts, (text) => `<td>${text}</td>`);

/** @param {string[]} head @param {string[]} rows */
const table = (head, rows) => `<div class="wide" tabindex="0"><table>
      <thead><tr>${each(head, (cell) => `<th scope="col">${cell}</th>`)}</tr></thead>
      <tbody>
        ${rows.join('\n        ')}
      </tbody>
    </table></div>`;

/** The model that counted again, and where it is had. @param {any} model as entry.json has it */
const modelOf = ({ link, site, sha256 }) => {
  const place = link ?? (site && `../${site}`), sum = `<code>${sha256.slice(0, 12)}…</code>`;
  return `the model ${place ? `<a href="${escaped(place)}">${sum}</a>` : sum}`;
};

/** Says what the class predicted alone certifies, without the runner-up, at each norm of the columns. @param {any} result @param {Dataset} dataset */
function alone(result, dataset) {
  const { total, accuracy: { one_class: one }, average_radius: average } = result;
  const shares = each(columns(dataset), (norm) => percent(one.orbit[dataset.norms.indexOf(norm)], total).replace(' %', ''), ', ');
  return `Average certified radius ${thousandths(average.orbit)}. By one class alone, orbit-based: ${shares} %; ${thousandths(average.one_class)}`;
}

/** @param {Outcome} outcome */
function verified({ entry: { model }, result: { total, settings: { subsample } }, recount }) {
  const { samples, ofSamples } = recount, points = subsample ? `, each on ${subsample} of its points` : '';
  const votes = `${grouped(samples)} of ${grouped(ofSamples)} votes (${grouped(Math.round(ofSamples / total))} a cloud${points})`;
  return `${grouped(total)} clouds certified again; ${votes} counted again by ${modelOf(model)}`;
}

/** The norms in the order of columns: first the one that sorts. @param {Dataset} dataset */
const columns = ({ norms, radius }) => [radius, ...norms.filter((norm) => norm !== radius)];

/** Two rows. @param {Outcome} outcome @param {number} place @param {Dataset} dataset */
function ranked(outcome, place, dataset) {
  const { name, entry: { title, authors, sigma }, result } = outcome, [shares, bounds] = told(result);
  const [first, ...others] = columns(dataset).map((norm) => {
    const at = dataset.norms.indexOf(norm);
    return `${shares[at]}<span class="second">≥ ${bounds[at]}</span>`;
  });
  const cells = [`${place}`, `<b>${escaped(title)}</b>, ${escaped(authors.join(', '))}`, `<b>${first}</b>`, ...others, `${sigma}`];
  const opened = `<a href="../#v=2&amp;view=dataset&amp;run=board/${name}">Open the run</a>`;
  return `<tr class="entry">${cellsOf(cells)}</tr>
        <tr class="verified"><td></td><td colspan="${cells.length - 1}">${opened}. ${alone(result, dataset)}. ${verified(outcome)}</td></tr>`;
}

/** Strokes of curves, by place in a group, so that colour is not all that tells them apart. */
const DASHES = ['none', '9 4', '2 4', '9 3 2 3'];

/** Size of a figure of curves, and the room of its axes. */
const WIDTH = 360, HEIGHT = 150, LEFT = 34, BOTTOM = 24;

/** @param {number} share */
const yOf = (share) => Math.round(8 + (HEIGHT - BOTTOM - 8) * (1 - share));

/** A curve, or its sample in the caption. @param {number} n place in its group @param {string} way */
const stroke = (n, way) => `<path class="curve c${n % DASHES.length}" stroke-dasharray="${DASHES[n % DASHES.length]}" d="${way}"/>`;

/** A line across a figure, with its share in per cent. @param {number} share */
const gridLine = (share) => `<line class="grid" x1="${LEFT}" x2="${WIDTH - 8}" y1="${yOf(share)}" y2="${yOf(share)}"/>`
  + `<text x="${LEFT - 6}" y="${yOf(share) + 4}" text-anchor="end">${100 * share}</text>`;

/** An entry's sample of its curve, and its title. @param {Outcome} outcome @param {number} n */
const keyOf = ({ entry: { title } }, n) =>
  `<span><svg viewBox="0 0 24 6" width="24" height="6" aria-hidden="true">${stroke(n, 'M0 3H24')}</svg> ${escaped(title)}</span>`;

/** A curve for each entry of a group, between two norms at the lower of their shares. @param {Outcome[]} outcomes @param {Dataset} dataset */
function curves(outcomes, { norms }) {
  const most = norms[norms.length - 1], x = (/** @type {number} */ norm) => Math.round(LEFT + ((WIDTH - LEFT - 8) * norm) / most);
  const line = (/** @type {Outcome} */ { result }, /** @type {number} */ n) => {
    const shares = certifiedShares(result.accuracy);
    const steps = each(norms.slice(1), (norm, i) => `V${yOf(Math.min(shares[i], shares[i + 1]))}H${x(norm)}`);
    return stroke(n, `M${x(norms[0])} ${yOf(shares[0])}${steps}V${yOf(shares[norms.length - 1])}`);
  };
  const inWords = (/** @type {Outcome} */ { entry: { title }, result }) =>
    `${title}: ${each(told(result)[0], (share, i) => `${share} % at ${norms[i]}`, ', ')}`;
  const label = (/** @type {number} */ norm) =>
    `<text x="${x(norm)}" y="${HEIGHT - 6}" text-anchor="${norm === most ? 'end' : 'middle'}">${norm}</text>`;
  const named = escaped(`Certified accuracy. ${each(outcomes, inWords, '; ')}.`);
  return `<figure class="curves"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${named}">
      ${each([0, 0.5, 1], gridLine)}
      ${each([...norms.filter((_, i) => i % 2 === 0), most], label)}
      ${each(outcomes, line, '\n      ')}</svg>
      <figcaption>${each(outcomes, keyOf, ' ')}</figcaption></figure>`;
}

/** Names of groups, by what their classifiers do not see. @type {Record<string, string>} */
const INVARIANCES = {
  none: 'No invariance', T: 'Translations', SO: 'Rotations', O: 'Rotations and reflections', SE: 'Rotations and translations',
  E: 'Rotations, reflections and translations',
};

/** @param {any} entry */
const groupName = (entry) =>
  entry.axis ? `Rotations about ${entry.axis.join('\u00a0')}${entry.translation ? ' and translations' : ''}` : (INVARIANCES[entry.group] ?? entry.group);

/** Entries by their invariance, the order of the best of each. @param {Outcome[]} outcomes in their order @returns {Outcome[][]} */
function byInvariance(outcomes) {
  const groups = new Map();
  for (const one of outcomes) groups.set(groupName(one.entry), [...groups.get(groupName(one.entry)) ?? [], one]);
  return [...groups.values()];
}

/** The level of differences that are shown. */
const SHOWN = 0.05;

/** A difference of two entries. @param {import('./differences.mjs').Difference} pair @param {(name: string) => string} titled */
function pairOf({ first, second, only_first: a, only_second: b, p_value: p }, titled) {
  const [more, less] = a >= b ? [first, second] : [second, first];
  const said = p <= SHOWN ? `<b>${titled(more)}</b> certifies more than <b>${titled(less)}</b>`
    : `No difference shown between <b>${titled(more)}</b> and <b>${titled(less)}</b>`;
  return `<li>${said}: ${Math.max(a, b)} clouds only by the first, ${Math.min(a, b)} only by the second, p = ${Math.ceil(p * 1e4) / 1e4}.</li>`;
}

/** Lists which differences are shown. @param {string} id @param {Found} found */
function shownIn(id, { entries, differences }) {
  const pairs = differences.filter(({ dataset }) => dataset === id), { radius } = datasets[id];
  const titled = (/** @type {string} */ name) => escaped(entries.find((one) => one.name === name)?.entry.title);
  return pairs.length === 0 ? '' : `
    <p>Differences at ${radius}, by the exact sign test of the clouds that only one entry certifies, for all ${pairs.length} pairs at once (Holm, 5 %):</p>
    <ul>${each(pairs, (pair) => pairOf(pair, titled), '\n      ')}</ul>`;
}

/** @param {string} id @param {Found} found */
function section(id, found) {
  const { entries } = found;
  const dataset = datasets[id], { title, about, norms, radius, alpha } = dataset, at = norms.indexOf(radius);
  const share = (/** @type {Outcome} */ { result }) => certifiedShares(result.accuracy)[at];
  const here = entries.filter(({ entry }) => entry?.dataset === id).sort((a, b) => share(b) - share(a) || (a.name < b.name ? -1 : 1));
  const place = (/** @type {Outcome} */ one, /** @type {Outcome[]} */ group) => 1 + group.filter((other) => share(other) > share(one)).length;
  const [first, ...others] = columns(dataset), heads = ['#', 'Entry', `${first}\u00a0↓`, ...others.map(String), 'σ'];
  const ofGroup = (/** @type {Outcome[]} */ group) => `<h3>${groupName(group[0].entry)}</h3>
    ${curves(group, dataset)}
    ${table(heads, group.map((one) => ranked(one, place(one, group), dataset)))}`;
  return `<h2 id="${id}">${title}</h2>
    <p>${about} Certified accuracy in per cent at ‖Δ‖ = ${norms.join(', ')} of these prepared clouds, by invariance, sorted by that at ${radius}; α = ${alpha}.
      ≥: of clouds not seen, drawn like these, with 95 % confidence. No digit is printed that this interval does not carry.</p>
    ${here.length > 0 ? each(byInvariance(here), ofGroup, '\n    ') : '<p>No entry passed the check.</p>'}${shownIn(id, found)}`;
}

/** @param {Found} found */
function refusals({ entries }) {
  const bad = entries.filter(({ reason }) => reason !== undefined);
  const line = (/** @type {Outcome} */ { name, reason }) => `<li><b>${escaped(name)}</b>: ${escaped(reason ?? '')}</li>`;
  return `<h2 id="refused">Refused</h2>
    ${bad.length > 0 ? `<ul>${each(bad, line, '\n      ')}</ul>` : '<p>None of the entries.</p>'}`;
}

/** Estimates the chance that a forgery passes. @param {Found} found */
function chances({ entries }) {
  const good = entries.filter(({ entry }) => entry);
  if (good.length === 0) return '';
  const heads = ['Entry', 'Blocks counted again', ...FORGED.map((share) => `${100 * share}\u00a0% forged`)];
  return table(heads, good.map(({ entry, recount }) => {
    const counted = `${grouped(recount.blocks)} of ${grouped(recount.ofBlocks)}`;
    return `<tr>${cellsOf([escaped(entry.title), counted, ...FORGED.map((share) => `${atMost(passing(share, recount))}\u00a0%`)])}</tr>`;
  }));
}

/** @param {Found} found */
export function page(found) {
  const { date, seed, blocks, entries } = found, good = entries.filter(({ entry }) => entry);
  const again = `BOARD_SEED=${seed} BOARD_BLOCKS=${blocks} BOARD_DATE=${date} make board TO=site/docs`;
  return `${head('The board', '../')}<body class="reading">
  <header class="top">
    <h1><img src="../icon.svg" alt="" width="28" height="28"> OrbitCert</h1>
    <p>The board: certified accuracy of smoothed classifiers, counted again before it is listed.</p>
    <a href="../">To the page</a>
  </header>
  <main class="docs">
    <p class="lead">${good.length} of ${entries.length} entries stand. Verified on <time datetime="${date}">${date}</time>:
      every certificate was computed again from the votes, and of the votes ${blocks} blocks of 50 an entry, chosen by chance, were
      counted again with the model.</p>
    ${each(Object.keys(datasets), (id) => section(id, found), '\n\n    ')}

    ${refusals(found)}

    <h2 id="verified">What was verified</h2>
    <ul>
      <li><b>Files.</b> Model, run, votes and parts have the SHA-256 that the entry names.</li>
      <li><b>Clouds.</b> They are the board’s, all of them, with its labels: an entry brings votes alone.</li>
      <li><b>Certificates.</b> <code>orbitcert run</code> computed all of them again; the entry’s own are the same, byte for byte.</li>
      <li><b>Votes.</b> The class of every sample is in the entry. Its counts, and its draws, which follow from model and cloud,
        were held against the run. Blocks of 50 samples were drawn again, classified by the model and compared.</li>
    </ul>
    <p>The blocks are those with the smallest SHA-256 of seed, cloud and number, where the seed of an entry is <code>${seed}</code>,
      which was drawn after the entry was there, and the SHA-256 of its <code>entry.json</code>.
      <code>${again}</code> makes this page again.</p>
    <p>A forgery of a share f of all samples touches at least a share f of the N blocks, and with K of them counted again passes with
      probability at most (1 − f)<sup>K</sup>; more exactly, with m forged blocks, C(N − m, K) / C(N, K):</p>
    ${chances(found)}
    <p>Every check draws other blocks, so what passed once is tried again. To forge a single cloud takes only a few blocks. So trust a
      difference of one or two clouds only as far as the first columns. <code>BOARD_BLOCKS=100000 make board</code> counts
      all votes again.</p>

    <h2 id="means">What it means</h2>
    <p>Certified accuracy at r is the share of all clouds that are classified correctly and whose class is proved to stay under
      <em>every</em> movement of the prepared points with ‖Δ‖ ≤ r, all points together, in radii of the ball that the cloud fills. It says nothing
      about the files that the clouds were made of. It also stays
      under every motion of the group. The group of an entry with an axis has the turns about it, and translations if T is named: such a
      model may know up from down. Each certificate holds by itself with probability at least 1 − α, of the smoothed classifier. Where the votes that
      choose the class expect it to certify more, <a href="dataset.html#runner-up">the runner-up is bounded as well</a>. Shares are
      rounded down.</p>
    <p>A second count does not see that somebody has tried many models, or many copies of one with other bytes, and entered the
      luckiest; nor what a model was trained on.</p>

    <h2 id="enter">Enter</h2>
    <p>An entry is a folder in <code>build/board/entries</code>: run, votes, certificates, and the model or a link to it.
      <a href="../docs.html#board">How to make one</a>.</p>
  </main>
</body>
</html>
`;
}

// node build/board/page.mjs FOUND.json prints the page.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.stdout.write(page(JSON.parse(readFileSync(process.argv[2], 'utf8'))));
