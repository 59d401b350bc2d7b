// A request that tests of the engine, of documents and of packages share.

/** A request with both stages of Monte Carlo. */
export const request = {
  clean: { points: [[0.9, 0.1], [-0.4, 0.7], [0.2, -0.8], [-0.5, -0.3]] },
  perturbed: { points: [[0.95, 0.12], [-0.42, 0.66], [0.17, -0.83], [-0.46, -0.31]] },
  sigma: 0.1,
  prediction: { votes: 9731, samples: 10000 },
  group: 'SE',
  samples: 20000,
};
