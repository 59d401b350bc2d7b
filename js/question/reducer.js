/** Makes what takes the events of a state. What comes of work that is not wanted any more changes nothing. */

/** @typedef {{type: string, key?: string} & Record<string, any>} Event what somebody did, or with the key of a job what came of it */

/**
 * @template S
 * @param {Record<string, (state: S, event: Event) => S>} changes by types of events @param {(state: S) => {key: string}[]} wanted
 * @param {(next: S, state: S, event: Event) => S} [follow] has the rest of a state follow from what has changed
 * @returns {(state: S, event: Event) => S}
 */
export const reducer = (changes, wanted, follow = (next) => next) => (state, event) => {
  if (event.key !== undefined && !wanted(state).some(({ key }) => key === event.key)) return state; // an answer to another question
  return Object.freeze(follow(changes[event.type](state, event), state, event));
};
