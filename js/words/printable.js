// Text of others in messages on a terminal.

/** @type {Record<string, string>} */
const NAMED = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** @param {string} character */
function escaped(character) {
  const code = /** @type {number} */ (character.codePointAt(0)), digits = code.toString(16);
  return NAMED[character] ?? (code < 0x80 ? `\\x${digits.padStart(2, '0')}` : code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\u{${digits}}`);
}

/**
 * One line of a message. Characters that steer a terminal, end a line, change the direction of writing or have no shape are
 * written as in JavaScript, such as \x1b, \n and \u202e.
 * @param {string} text
 */
export const printable = (text) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, escaped);

/** The same JSON, with escapes for these characters. Ends of lines stay between its tokens; within them JSON has none. @param {string} json */
export const printableJSON = (json) => json.replace(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu,
  (character) => character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''));
