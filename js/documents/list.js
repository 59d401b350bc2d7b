/** Joins phrases as a sentence does: 'a', 'a and b', 'a, b and c'; '' for none. @param {string[]} parts @param {string} [word] before the last one */
export const joined = (parts, word = 'and') => [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(` ${word} `);
