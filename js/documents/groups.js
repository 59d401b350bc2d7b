/** Invariances of a classifier: the members of each group, and their names. */

import { joined } from './list.js';

/** Transformations that the classifier may ignore. @type {Record<string, string[]>} */
const MEMBERS = {
  none: [],
  T: ['translation'],
  SO: ['rotation'],
  O: ['rotation', 'reflection'],
  SE: ['rotation', 'translation'],
  E: ['rotation', 'reflection', 'translation'],
  axis: ['rotation about an axis'],
};

/** The names that documents have for the groups. */
export const GROUPS = /* @__PURE__ */ Object.keys(MEMBERS);

/**
 * @typedef {{group?: string, axis?: number[], translation?: boolean}} Invariance as requests and votes name it; axis and translation belong to the
 *   group "axis"
 */

/** @typedef {Invariance & {group: string}} NamedInvariance */

/** Lists the members of a group. @param {Invariance} invariance @returns {string[]} */
export const members = ({ group = 'none', translation = false }) => [...MEMBERS[group] ?? [], ...(group === 'axis' && translation ? ['translation'] : [])];

/** As in a sentence: 'rotation and translation', '' for none. @param {Invariance} invariance */
export const phrased = (invariance) => joined(members(invariance));

/** As a form offers them: 'SE – rotation, translation'. @type {[group: string, text: string][]} */
export const CHOICES = /* @__PURE__ */ GROUPS.map((group) => [group, [group, MEMBERS[group].join(', ')].filter(Boolean).join(' – ')]);
