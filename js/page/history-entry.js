/**
 * The state of the entry of the browser's history that is shown. Browsers may refuse to store it: Safari after 100 changes in 30 s,
 * a sandboxed frame always.
 */

/** The state that was refused last, and what the browser has instead. @type {{state: object, address: string, over: unknown} | null} */
let refused = null;

/** The state of the entry that is shown: until a reload also one that the browser has refused. @returns {any} */
export function entryState() {
  const stands = refused?.address === location.href && refused.over === history.state;
  return (stands ? refused?.state : history.state) ?? {};
}

/** Changes the entry that is shown, or adds another one. @param {'replaceState' | 'pushState'} how @param {object} state @param {string} [address] */
export function storeEntry(how, state, address) {
  try {
    history[how](state, '', address);
    refused = null;
  } catch {
    refused = { state, address: location.href, over: history.state };
  }
}
