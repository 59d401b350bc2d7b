/** Explains the numbers of a certificate, folded: the arguments, and the draws made where an exact value exists. */

import { html, nothing } from 'lit';

/** @typedef {import('../words/argument-rows.js').Row} Row */

/** The same bound from random draws, for comparison. @param {Row} row */
const drawn = ({ id, lower, precision, runner, drawn: how, needs }) => html`<dt data-row=${id}>Monte Carlo, for comparison</dt>
  <dd>p′ at least ${lower}, interval ${precision}${runner === undefined ? '' : `, runner-up at most ${runner}`};
    ${how}${needs ? `; needs ${needs}` : ''}. <a href="docs.html#monte-carlo">More</a></dd>`;

/** The arguments that go by the points alone. */
const PLAIN = html`<dt>Black box</dt><dd>Knows only the noise of the classifier: compares the clouds point by point as they are. <a
  href="docs.html#black-box">More</a></dd>
  <dt>Orbit-based</dt><dd>First moves the perturbed cloud as close as the invariance allows, then compares. <a href="docs.html#orbit">More</a></dd>
  <dt>Tight</dt><dd>The best bound that follows from the invariance: no other argument from the same facts proves more. <a href="docs.html#tight">More</a></dd>
  <dt>exact, without draws, Monte Carlo</dt><dd>Ways to the tight value. For rotations in the plane or about an axis: an integral with an error bound. In space:
    a lower bound, the value about one axis. Monte Carlo: random draws, with an interval from the bound that holds to the most that more draws could
    prove. <a href="docs.html#monte-carlo">More</a></dd>`;

const BENT = html`<dt>Noise on transformations</dt><dd>Each vote drew a random twist, taper, scaling or shear beside the point noise. The argument finds a
  transformation and a turn that bring the clouds together. It then bounds the effect of the distance d that is left; every such pair gives a valid
  bound. <a href="docs.html#noise-on-transformations">More</a></dd>`;

/** @param {Row[]} rows of the certificate @param {boolean} two whether a runner-up takes the place of the threshold @param {string} goal the threshold */
export const explanation = (rows, two, goal) => html`<details class="more arguments"><summary>About these numbers</summary><dl>
  <dt>p, p′</dt><dd>The probability of the class under noise, at the clean and at the perturbed cloud. p′ has to stay above ${two
    ? 'the runner-up’s upper bound' : goal}; “needs p” is the smallest p that certifies${two ? ' against ½' : ''}.</dd>
  <dt>d, radius</dt><dd>The distance between the clouds after using the invariance, and the distance up to which the argument holds.</dd>
  ${rows.some(({ id }) => id === 'parameters') ? BENT : PLAIN}
  ${
    rows.some(({ id }) => id === 'points')
      ? html`<dt>Points that come and go</dt>
  <dd>Each vote sees random points, so few samples contain the points that were replaced, added or removed. The argument pairs points of both clouds; every
    pairing gives a valid bound. <a href="docs.html#points">More</a></dd>`
      : nothing
  }
  ${rows.filter(({ aside }) => aside).map(drawn)}
</dl></details>`;
