/** σ that differs from point to point, in words. */

import { symbolOf } from './elements.js';
import { noise } from './words.js';

/** @typedef {number | number[] | import('../documents/types.d.ts').SigmaByAttribute} Sigma */

/** Names a value of an attribute. @param {string} attribute @param {string} value */
export const valueInWords = (attribute, value) => `${attribute} ${attribute === 'element' ? symbolOf(Number(value)) : value}`;

/** All numbers that σ is. @param {Sigma} sigma @returns {number[]} */
export const sigmasOf = (sigma) => (typeof sigma === 'object' ? Object.values('attribute' in sigma ? sigma.values : sigma) : [sigma]);

/** The σ that lengths are shown in: the smallest of the points, NaN where it goes by an attribute, whose values may not all be there. @param {Sigma} sigma */
export function sigmaUnit(sigma) {
  if (typeof sigma !== 'object') return sigma;
  return Array.isArray(sigma) ? sigma.reduce((least, each) => Math.min(least, each)) : NaN;
}

/** Writes σ; by an attribute, that of each value. @param {Sigma} sigma */
export function sigmaInWords(sigma) {
  if (typeof sigma !== 'object' || Array.isArray(sigma)) return noise(sigma);
  const { attribute, values } = sigma;
  return Object.entries(values).map(([value, each]) => `${each} for ${valueInWords(attribute, value)}`).join(', ');
}
