/** Sets of classes that hold the true one, in words. */

/** Numbers of sets that a share may refer to. */
const ALL = [10, 100, 1000];

/** Says how often sets hold the true class, never more often than proved. @param {number} coverage */
export function often(coverage) {
  const held = (/** @type {number} */ all) => Math.floor(coverage * all + 1e-9);
  const all = ALL.find((one) => Math.abs(coverage * one - held(one)) < 1e-9) ?? 1000;
  return `${held(all)} times of ${all}`;
}

/** Names the classes of a set. @param {import('../documents/types.js').Sets} sets */
export function classesOf({ classes, threshold }) {
  if (threshold === undefined) return 'any class';
  return classes.length > 1 ? `${classes.slice(0, -1).join(', ')}, or ${classes.at(-1)}` : classes[0] ?? 'none of the classes';
}
