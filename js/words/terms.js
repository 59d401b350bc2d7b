/** The glossary of the docs: the terms that the page explains, and those that only the docs do. */

import { GLOSSARY } from './glossary.js';

/** @type {Record<string, Omit<import('./glossary.js').Term, 'asked'>>} */
export const TERMS = {
  ...GLOSSARY,
  base: { name: 'Base classifier', anchor: 'certified', text: 'The classifier before smoothing: a network that takes one cloud and answers with one class.' },
  smoothed: {
    name: 'Smoothed classifier', anchor: 'certified',
    text: 'The classifier that asks the base classifier about many noisy copies and takes the majority. Every certificate is about its prediction.',
  },
  certificate: {
    name: 'Certificate', anchor: 'certified',
    text: 'A proof that the smoothed classifier’s prediction stays the same under a perturbation. Without one, nothing is known.',
  },
  radius: {
    name: 'Certified radius', anchor: 'sigma',
    text: 'The distance within which every perturbed cloud is certified. It grows with σ and with the prediction probability.',
  },
  alignment: {
    name: 'Alignment', anchor: 'orbit',
    text: 'The motion the classifier ignores that brings the perturbed cloud nearest to the clean one. The distance that remains is the one that counts.',
  },
  orbits: { name: 'Orbit', anchor: 'orbit', text: 'All clouds that the invariance turns a cloud into. The classifier gives all of them the same answer.' },
  blackBox: { name: 'Black box', anchor: 'black-box', text: 'The argument that knows only the noise. It compares the clouds as they are.' },
  orbit: { name: 'Orbit-based', anchor: 'orbit', text: 'The argument that aligns the clouds first, as far as the invariance allows, and then compares them.' },
  tight: { name: 'Tight', anchor: 'tight', text: 'The best bound that can be proved from the invariance: the worst case over all classifiers that have it.' },
  monteCarlo: {
    name: 'Monte Carlo bound', anchor: 'monte-carlo',
    text: 'A bound on the tight value from random draws. It holds up to the error probability of the draws.',
  },
  accuracy: {
    name: 'Certified accuracy', anchor: 'datasets',
    text: 'The share of all clouds that are predicted correctly and whose prediction is certified under a perturbation of a given size.',
  },
  attacked: {
    name: 'Accuracy under attack', anchor: 'dataset-attacks',
    text: 'The share of all clouds that are predicted correctly and that no attack has changed. The true accuracy lies between certified accuracy and this.',
  },
};
