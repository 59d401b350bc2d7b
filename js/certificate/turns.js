/** Counts what was given to the desk, so that what comes late is not taken for the latest. */

/** @typedef {import('../clouds/cloud-files.js').Handle} Handle */

/** @type {Handle[]} */
const HANDLES = ['clean', 'perturbed'];

export class Turns {
  /** Number of times that everything on the desk was replaced at once. */
  replaced = 0;
  /** Number of times that each part of the desk, or all of it, was set. */
  #given = { all: 0, clean: 0, perturbed: 0 };

  /**
   * Says that something was given that may take a while to be there: what was given before it, to the same place, comes too late then.
   * @param {Handle} [handle] of one cloud; none for all that lies on the desk
   * @returns {() => boolean} whether it is still the latest
   */
  expect(handle) {
    const given = this.#given;
    const place = handle ?? 'all';
    given.all++;
    if (handle) given[handle]++;
    else {
      this.replaced++;
      for (const each of HANDLES) given[each]++;
    }
    const turn = given[place];
    return () => given[place] === turn;
  }
}
