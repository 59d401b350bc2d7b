/** Remembers which parts of the page a visitor keeps unfolded, as long as the tab is open: a later visit begins as the first one did. */

/** @param {string} name */
const keyOf = (name) => `orbitcert-open-${name}`;

/** Reports whether a visitor left a part unfolded. @param {string} name */
export function wasOpen(name) {
  try {
    return sessionStorage.getItem(keyOf(name)) !== null;
  } catch {
    return false;
  }
}

/** Remembers whether a part is unfolded, where the browser lets the page. @param {string} name @param {boolean} open */
export function keepOpen(name, open) {
  try {
    if (open) sessionStorage.setItem(keyOf(name), '');
    else sessionStorage.removeItem(keyOf(name));
  } catch {
    // Without storage a part is folded again after a reload.
  }
}
