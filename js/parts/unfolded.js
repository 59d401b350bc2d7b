/** Remembers in this browser which parts of the page a visitor keeps unfolded. */

/** @param {string} name */
const keyOf = (name) => `orbitcert-open-${name}`;

/** Reports whether a visitor left a part unfolded. @param {string} name */
export function wasOpen(name) {
  try {
    return localStorage.getItem(keyOf(name)) !== null;
  } catch {
    return false;
  }
}

/** Remembers whether a part is unfolded, where the browser lets the page. @param {string} name @param {boolean} open */
export function keepOpen(name, open) {
  try {
    if (open) localStorage.setItem(keyOf(name), '');
    else localStorage.removeItem(keyOf(name));
  } catch {
    // Without storage a part is folded again at the next visit.
  }
}
