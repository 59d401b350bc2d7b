/** What a classifier can be invariant under, in words. */

/** What can be done to a cloud without changing the classifier's answer. @type {Record<string, string[]>} */
const DONE = {
  none: [],
  T: ['translation'],
  SO: ['rotation'],
  O: ['rotation', 'reflection'],
  SE: ['rotation', 'translation'],
  E: ['rotation', 'reflection', 'translation'],
  axis: ['rotation about an axis'],
};

/** The names that documents have for them. */
export const GROUPS = Object.keys(DONE);

/** As in a list of choices: 'rotation, translation', '' for none. @param {string} group */
export const listed = (group) => DONE[group]?.join(', ') ?? '';

/** As in a sentence: 'rotation and translation', '' for none. @param {string} group */
export const phrased = (group) => listed(group).replace(/, ([^,]*)$/, ' and $1');

/** As a form offers them: 'SE – rotation, translation'. @type {[group: string, text: string][]} */
export const CHOICES = GROUPS.map((group) => [group, [group, listed(group)].filter(Boolean).join(' – ')]);
