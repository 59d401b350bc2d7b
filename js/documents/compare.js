/** Whether a certificate that came from elsewhere says the same as the one computed here. */

/** Fields that say where a certificate is stored and who stored it, nothing of the clouds. */
const ASIDE = ['key', 'signature'];

/**
 * The parts in which two certificate documents differ, none when they say the same.
 * @param {any} own @param {any} stored @returns {string[]}
 */
export function differences(own, stored) {
  const names = [...new Set([...Object.keys(own), ...Object.keys(stored)])].filter((name) => !ASIDE.includes(name));
  return names.filter((name) => canonical(own[name]) !== canonical(stored[name]));
}

/** @param {any} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const names = Object.keys(value).filter((name) => value[name] !== undefined).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
}
