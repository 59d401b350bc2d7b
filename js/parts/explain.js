/** "What is this?": a short explanation that opens where a term stands, with a link to the docs page. */

import { html } from 'lit';

/** @type {Record<string, {term: string, text: string, anchor: string}>} */
const TERMS = {
  sigma: {
    term: 'σ', anchor: 'sigma',
    text: 'The standard deviation of the Gaussian noise that the classifier was smoothed with, in the unit of the cloud’s coordinates. More noise allows larger radii and costs accuracy. Where it differs from point to point, give one number for each point, in their order.',
  },
  subsample: {
    term: 'the number of points per vote', anchor: 'points',
    text: 'Where each noisy sample is of some points only, drawn from the cloud at random for every vote: how many. Such votes also prove what happens when points are replaced, added or removed. Empty: every vote is of all points.',
  },
  votes: {
    term: 'the prediction probability', anchor: 'votes',
    text: 'How often the base classifier predicts this class when noise is added to the clean cloud. Counted votes give a lower bound that holds up to the error probability α; a probability is taken as exact.',
  },
  model: {
    term: 'a model', anchor: 'models',
    text: 'A classifier of point clouds in ONNX, as PyTorch, TensorFlow and others export it: coordinates in, one number for each class out. The page draws the noise, runs the model and counts its votes.',
  },
  counted: {
    term: 'a sample', anchor: 'models',
    text: 'Noisy copies of the clean cloud that the model is shown. More samples prove a larger probability. 100 others come first and name the class.',
  },
  alpha: {
    term: 'the error probability α', anchor: 'alpha',
    text: 'The chance that sampling makes a certificate claim too much. All bounds of one certificate share it.',
  },
  draws: {
    term: 'a draw', anchor: 'draws',
    text: 'Random draws for the Monte Carlo bound of the tight certificate. More draws give a sharper bound and take longer; 0 switches Monte Carlo off.',
  },
  runner: {
    term: 'the runner-up', anchor: 'runner-up',
    text: 'The second most likely class and how often it was predicted for the clean cloud. A certificate then only has to keep the prediction ahead of this class, which can allow larger radii than keeping it above ½.',
  },
  axis: {
    term: 'the axis', anchor: 'groups',
    text: 'The direction of the line through the origin that the cloud can be turned about, such as 0 0 1 where z points up. Its length does not matter.',
  },
  group: {
    term: 'invariance', anchor: 'groups',
    text: 'What can be done to a cloud without ever changing the base classifier’s answer. It must hold exactly: a certificate for an invariance the classifier lacks is worth nothing.',
  },
  permutation: {
    term: 'point order', anchor: 'order',
    text: 'Whether the base classifier sees a set: listing the same points in another order never changes its answer. The nearest order is searched for together with the invariance above; any order found gives a distance that holds.',
  },
  preparation: {
    term: 'sampling', anchor: 'preparation',
    text: 'What the classifier’s own pipeline does to a cloud first: keep a number of points, then remove the mean, then divide by the largest norm. Both clouds get the same treatment, and the certificate records it.',
  },
  perturbation: {
    term: 'a perturbation', anchor: 'attacks',
    text: 'The cloud to certify against: a second file, or one made from the clean cloud. Without one, only the radii are computed.',
  },
};

/** @param {string} name */
export function explain(name) {
  const { term, text, anchor } = TERMS[name];
  return html`<details class="explain">
    <summary title="What is this?"><span aria-hidden="true">?</span><span class="unseen">What is ${term}?</span></summary>
    <p>${text} <a href="docs.html#${anchor}">More</a></p>
  </details>`;
}
