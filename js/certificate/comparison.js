/** Two results side by side: one that was kept, and the one on the desk. */

import { html, nothing } from 'lit';
import { certificateOf } from '../documents/lengths.js';
import { rowsOf, verdictOf } from '../words/points.js';
import { PLAIN } from '../words/lengths.js';
import { statedRow } from '../words/stated.js';
import { resultOf } from '../question/state.js';
import { icon } from '../parts/icons.js';
import { View } from '../parts/view.js';
import { exampleClass } from './measured.js';
import { entered } from './subject.js';

/** @typedef {import('../question/state.js').State} State */
/** @typedef {import('../words/argument-rows.js').Row & {said?: string}} Row said: of a number or labels, what the row states */

/**
 * A state with a verdict: what it says, what was entered, and the rows of its table.
 * @param {State} state @param {import('../documents/lengths.js').About} about whose lengths are on show
 */
function sideOf(state, about) {
  const { phase, certificate, request, minimum } = resultOf(state);
  const clouds = /** @type {import('./subject.js').Names} */ (/** @type {unknown} */ (state.clouds));
  if (!certificate || !request || !['done', 'cancelled'].includes(phase)) return null;
  const value = certificateOf(certificate.value, about), measure = { ...PLAIN, class: exampleClass(state.said.values, state.clouds.clean) };
  const { kind, head } = verdictOf(value, request, true, undefined, undefined, measure);
  const rows = rowsOf(value, false, minimum).filter(({ aside }) => !aside).map((row) => statedRow(row, request));
  return { kind, head: head.replace(/[:.]$/, ''), entered: entered(request, clouds), rows: Object.fromEntries(rows.map((row) => [row.id, row])) };
}

/** @typedef {NonNullable<ReturnType<typeof sideOf>>} Side */

/** @param {Row | undefined} row */
function numbers(row) {
  if (!row) return html`<td>–</td>`;
  const { certified, said, lower, runner, distance, radius, file, instead, needs } = row;
  const small = [
    runner && `runner-up at most ${runner}`,
    distance && `d = ${distance}, r = ${radius}`,
    instead,
    !distance && radius && `r = ${radius}`,
    file && `of the file r = ${file}`,
    needs && `needs ${needs}`,
  ];
  return html`<td><span class=${certified ? 'yes' : 'no'}>${icon(certified ? 'certified' : 'open')} ${said ?? (lower === undefined ? nothing
    : html`p′ at least <span
    class="number">${lower}</span>`)}</span>
    ${small.filter(Boolean).map((text) => html`<span class="second">${text}</span>`)}</td>`;
}

/** @param {Side} one @param {Side | null} other */
function table(one, other) {
  const sides = other ? [one, other] : [one];
  const differing = Object.keys(one.entered).filter((name) => !other || one.entered[name] !== other.entered[name]);
  const ids = [...new Set(sides.flatMap(({ rows }) => Object.keys(rows)))];
  const row = (/** @type {string} */ name, /** @type {(side: Side) => unknown} */ cell) => html`<tr><th scope="row">${name}</th>${sides.map(cell)}</tr>`;
  return html`<table class="compared">
    <thead><tr><td></td><th scope="col">Kept</th>${other ? html`<th scope="col">Now</th>` : nothing}</tr></thead>
    <tbody>
      ${row('Verdict', ({ kind, head }) => html`<td><span class=${kind === 'open' ? 'no' : 'yes'}>${icon(kind)} <b>${head}</b></span></td>`)}
      ${ids.map((id) => row(sides.map(({ rows }) => rows[id]?.name).find(Boolean) ?? id, ({ rows }) => numbers(rows[id])))}
      ${differing.map((name) => row(name, (side) => html`<td>${side.entered[name]}</td>`))}
    </tbody>
  </table>`;
}

/** @extends {View<import('./desk.js').Desk>} */
export class Comparison extends View {
  /** Puts the kept one back on the desk; what lies there now is a step back in the history. @param {State} kept */
  #layBack(kept) {
    this.model.dispatchEvent(new Event('edit'));
    void this.model.resume(kept);
  }

  render() {
    const { compared: kept, entries: { values: { about } } } = this.model;
    const one = kept && sideOf(kept, about);
    if (!one) return nothing;
    const same = this.model.isAt(kept);
    const other = same ? null : sideOf(this.model.state, about);
    return html`<section class="comparison" aria-label="Comparison">
      <h2>Comparison</h2>
      ${same ? html`<p class="remark">Kept. Change a setting or the cloud and certify: both results appear here side by side.</p>`
        : table(one, other)}
      ${same || other ? nothing : html`<p class="remark" data-note="no-verdict">The present settings have no verdict.</p>`}
      <div class="actions">
        ${same ? nothing : html`<button type="button" @click=${() => this.#layBack(kept)}>Back to the kept one</button>`}
        <button type="button" @click=${() => this.model.compare(null)}>Stop comparing</button>
      </div>
    </section>`;
  }
}

customElements.define('orbit-comparison', Comparison);
