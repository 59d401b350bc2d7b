/** The figures of “How it works”. Each starts when it comes near the screen. */

import { half } from './half.js';
import { make } from './parts.js';
import { rotate } from './rotate.js';
import { sigma } from './sigma.js';
import { votes } from './votes.js';
import { worstCase } from './worst-case.js';

/** @type {Record<string, (figure: HTMLElement) => Promise<void>>} */
const FIGURES = { rotate, votes, sigma, 'worst-case': worstCase, half };

/** @param {HTMLElement} figure */
function start(figure) {
  FIGURES[String(figure.dataset.figure)](figure).catch((error) =>
    figure.prepend(make('p', { role: 'alert' }, `${error.message} Reload the page to try again.`)),
  );
}

const near = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    start(/** @type {HTMLElement} */ (target));
  }
}, { rootMargin: '400px' });

for (const figure of document.querySelectorAll('[data-figure]')) near.observe(figure);
