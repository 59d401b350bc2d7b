/** Votes by class, and what they prove. */

import { html } from 'lit';
import { bars } from '../parts/bars.js';
import { confidence } from '../words/decimal.js';
import { knownProbability } from '../words/words.js';
import { core } from './engine.js';

/**
 * The bound on the probability of the class that was named.
 * @param {{counts: number[], predicted: number, request: any}} asked @param {import('../library/orbitcert.js').Options} options
 */
export async function count({ counts, predicted, request }, options) {
  const { probability } = JSON.parse(await core.document(request, options));
  return JSON.stringify({ predicted, votes: counts[predicted], samples: request.prediction.samples, probability });
}

/** @param {any} result @param {any} asked */
export const draw = ({ predicted, samples, probability }, { counts, classes, request }) => html`<section class="votes" aria-label="Votes">
  ${bars(counts, classes, { total: samples, predicted })}
  <p class="caption">${classes[predicted]}: p ${knownProbability(request,
    probability.lower)} at ${confidence(request.alpha)} % confidence, from ${samples.toLocaleString('en')} noisy copies.</p>
</section>`;
