/** Votes of the experiments on the same clouds share these. */

/**
 * The votes with which the clouds of a set lie: the first of it.
 * @template {{id: string, set: string}} T
 * @param {T[]} votes of all experiments @param {string} id of votes of that set @returns {T}
 */
export function withClouds(votes, id) {
  const one = votes.find((votes) => votes.id === id);
  const first = votes.find(({ set }) => set === one?.set);
  if (!first) throw new Error(`no votes are named ${id}`);
  return first;
}

/**
 * A run whose clouds have the points that those of their names have; a cloud that failed stays as it is.
 * @param {import('../documents/types.d.ts').Run} run @param {{name: string, points: number[][]}[]} clouds
 */
export function withPoints(run, clouds) {
  const points = new Map(clouds.map((cloud) => [cloud.name, cloud.points]));
  /** @param {import('../documents/types.js').RunCloud} cloud */
  const withItsPoints = (cloud) => (cloud.failure ? cloud : { ...cloud, points: points.get(cloud.name ?? '') });
  return { ...run, clouds: run.clouds.map(withItsPoints) };
}
