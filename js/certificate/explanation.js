/** Explains the numbers of a certificate, folded: the arguments, and the draws made where an exact value exists. */

import { html, nothing } from 'lit';

/** @typedef {import('../words/argument-rows.js').Row} Row */

/** The same bound from random draws, for comparison. @param {Row} row */
const drawn = ({ id, lower, precision, runner, drawn: how, needs }) => html`<dt data-row=${id}>Monte Carlo, for comparison</dt>
  <dd>p′ at least ${lower}, interval ${precision}${runner === undefined ? '' : `, runner-up at most ${runner}`};
    ${how}${needs ? `; needs ${needs}` : ''}. <a href="docs.html#monte-carlo">More</a></dd>`;

/** @param {Row[]} rows of the certificate @param {boolean} two whether a runner-up takes the place of ½ */
export const explanation = (rows, two) => html`<details class="more arguments"><summary>About these numbers</summary><dl>
  <dt>p, p′</dt><dd>The probability of the class under noise, at the clean and at the perturbed cloud. p′ has to stay above ${two ? 'what the runner-up may reach' : '½'}; “needs p” says how sure of the clean cloud that takes${two ? ' against ½' : ''}.</dd>
  <dt>d, radius</dt><dd>The distance of the two clouds that is left once the invariance is used, and the distance up to which the argument holds.</dd>
  <dt>Black box</dt><dd>Knows nothing of the classifier but its noise: the clouds are compared point by point as they lie. <a href="docs.html#black-box">More</a></dd>
  <dt>Orbit-based</dt><dd>First moves the perturbed cloud as close as the invariance allows, then compares. <a href="docs.html#orbit">More</a></dd>
  <dt>Tight</dt><dd>The best that can be proved from the invariance alone: no other argument from the same facts gives more. <a href="docs.html#tight">More</a></dd>
  <dt>exact, without draws, Monte Carlo</dt><dd>Ways to the tight value: evaluated as an integral with an error bound, for rotations in the plane or about an axis; in space, bounded from below by the value about one axis; or bounded from random draws, with an interval from the bound that holds to where more draws could lead. <a href="docs.html#monte-carlo">More</a></dd>
  ${rows.some(({ id }) => id === 'points') ? html`<dt>Points that come and go</dt>
  <dd>Each vote is of points drawn at random: a few that were replaced, added or removed are in few of the samples. Points of both clouds are paired, and every pairing gives a bound that holds. <a href="docs.html#points">More</a></dd>` : nothing}
  ${rows.filter(({ aside }) => aside).map(drawn)}
</dl></details>`;
