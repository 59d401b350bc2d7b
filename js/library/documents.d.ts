/** The documents of OrbitCert as TypeScript sees them. Lengths have the unit of the coordinates. */

/** Transformations that the base classifier ignores: none, translations, rotations, also reflections, rotations and translations, all of these, or rotations about `axis`. */
export type Group = 'none' | 'T' | 'SO' | 'O' | 'SE' | 'E' | 'axis';

/** The arguments that can certify. */
export type Argument = 'black_box' | 'orbit' | 'tight' | 'subsample';

/** Numbers in, point by point: `number[][]` or arrays of typed arrays. */
export type Rows = ArrayLike<ArrayLike<number>>;

/** An attack that makes the perturbed cloud from the clean one. */
export type Attack =
  | {
      attack: 'scale';
      /** Norm of the perturbation. */
      norm: number;
    }
  | {
      attack: 'rotate';
      /** Angle of the rotation. */
      degrees: number;
      /** Axis of the rotation, in three dimensions. */
      axis?: number[];
      /** Norm of the noise that is added before the cloud is turned. */
      noise?: number;
      /** Seed of the noise. */
      seed?: number;
      /** Factor of the first coordinates. */
      stretch?: number;
    };

/** All perturbations that replace, add and remove at most so many points. Needs `subsample`. */
export interface Changes {
  replaced?: number;
  added?: number;
  removed?: number;
  /** Norm by which the remaining points may move after alignment. */
  moved?: number;
}

/** Evidence about the smoothed classifier at the clean cloud. */
export interface Prediction {
  /** Probability of the predicted class, taken as exact. */
  probability?: number;
  /** Votes for the predicted class among `samples`. */
  votes?: number;
  /** Samples that voted. */
  samples?: number;
  /** The class that came second. Without it, every other class may have the rest. */
  runner_up?: { probability?: number; votes?: number };
  /** Number of looks at the votes that share `alpha`. */
  looks?: number;
  /** A votes document, which holds all that a second count needs. */
  evidence?: object;
}

/** Preparation of both clouds. */
export interface Preparation {
  /** True if points with missing coordinates are left out. */
  drop_missing?: boolean;
  /** Number of points to sample. */
  points?: number;
  method?: 'random' | 'farthest' | 'surface';
  /** Seed of the sample. */
  seed?: number;
  normalise?: 'none' | 'centre' | 'unit_sphere';
  /** `own` normalises each cloud by itself; `clean` gives both the frame of the clean cloud. */
  frame?: 'own' | 'clean';
}

/** The terms that requests of every kind have. */
export interface Terms {
  /** Version of the document format. */
  format?: 1;
  /** Standard deviation of the smoothing noise, or one for each point. */
  sigma: number | number[];
  /** Invariance of the base classifier. */
  group: Group;
  /** Axis of the group `axis`. */
  axis?: number[];
  /** True if the group `axis` has translations, too. */
  translation?: boolean;
  /** True if the order of the points does not matter to the classifier. */
  permutation?: boolean;
  /** Points of the clean cloud that each sample shows to the classifier; all of them by default. */
  subsample?: number;
  /** Total error probability of the votes, in (0, 0.5]; 0.001 by default. */
  alpha?: number;
  /** Monte Carlo draws per bound; 0 switches Monte Carlo off. */
  samples?: number;
  /** `decided` ends the draws when they decide; `full` draws all `samples`. */
  stop?: 'full' | 'decided';
  /** Name of the Monte Carlo bound. */
  bound?: 'disagreement';
  /** With `subsample`, how points of both clouds belong together: pairs of their numbers, too. */
  pairing?: 'nearest' | 'order' | [clean: number, perturbed: number][];
  /** Preparation of both clouds. */
  preparation?: Preparation;
}

/** The Gram form of both clouds, in which a request is shared. */
export interface Gram {
  dimension: number;
  /** MᵀM of M = [X′ X]. */
  matrix?: number[][];
  factor?: number[][];
  axial?: number;
  distance?: number;
  black_box_distance?: number;
  error?: number;
  points?: object;
}

/** A request as a certificate holds it. */
export interface ComputedRequest extends Omit<Terms, 'preparation'> {
  clean?: object;
  perturbed?: object;
  gram?: Gram;
  prediction: Prediction;
  seed?: string;
  /** Preparation of both clouds, with the values used. */
  prepared?: Preparation;
}

/** The transformation that brings the perturbed cloud nearest: point n of the aligned cloud is `matrix`·x′[`permutation`[n]] + `offset`. */
export interface Alignment {
  matrix: number[][];
  offset: number[];
  permutation?: number[];
}

/** A bound from a distance alone. */
export interface Closed {
  /** Distance between the clouds: as they are for `black_box`, after alignment for `orbit`. */
  distance?: number;
  /** Distance below which every perturbation is certified. */
  radius?: number;
  /** Lower bound on the probability of the class at the perturbed cloud. */
  lower?: number;
  /** Upper bound on the probability of the runner-up there. */
  upper_runner_up?: number;
  certified: boolean;
}

/** A bound from the distance after alignment. */
export interface Orbit extends Closed {
  alignment?: Alignment;
  /** With `permutation`: no order of the points comes nearer. */
  distance_lower?: number;
  /** With `permutation`: how the search for the order ended. */
  conclusion?: 'certified' | 'out_of_reach' | 'undecided';
}

/** A tight bound without draws. */
export interface Exact {
  value: number;
  /** Bound on the numerical error of `value`. */
  error: number;
  upper_runner_up?: number;
  certified: boolean;
}

/** A tight bound from random draws. */
export interface MonteCarlo {
  bound: 'disagreement';
  /** Lower bound, which holds with the stated level. */
  lower: number;
  /** Estimate without a guarantee. */
  estimate: number;
  /** Upper bound on what this method could prove. */
  upper: number;
  upper_runner_up?: number;
  /** Draws that were used. */
  samples: number;
  /** Error probability that the draws spent. */
  level: number;
  seed: string;
  certified: boolean;
}

/** A bound for votes of samples of some points. */
export interface Subsampled {
  /** Points that both clouds have. */
  kept: number;
  /** Share of the samples that see kept points alone, of the clean cloud. */
  q: number;
  /** Share of the samples that see kept points alone, of the perturbed cloud. */
  q_perturbed: number;
  /** Distance between samples of the kept points. */
  distance: number;
  lower: number;
  upper_runner_up?: number;
  certified: boolean;
  alignment?: Alignment;
}

/** Bounds on the probability of the class at the clean cloud. */
export interface Probability {
  lower: number;
  /** Error probability that the votes spent. */
  level: number;
  upper_runner_up?: number;
}

/** The document that {@link certify} gives: at most one lower bound for each argument. An argument that does not apply is absent. */
export interface Certificate {
  /** Version of the document format. */
  format?: number;
  /** True if at least one argument certifies. */
  certified: boolean;
  /** The arguments that certify. */
  certified_by?: Argument[];
  probability?: Probability;
  /** Uses the distance between the clouds only. */
  black_box?: Closed;
  /** Uses the distance after the best alignment. */
  orbit?: Orbit;
  /** The worst case over all invariant classifiers. */
  tight?: {
    exact?: Exact;
    /** Under all rotations, by those about one axis. */
    axis?: Exact & { axis: number[]; perturbed_axis?: number[] };
    monte_carlo?: MonteCarlo;
  };
  subsample?: Subsampled;
  /** Assumptions of the computation. */
  notes?: string[];
  /** The request as it was computed, so that the certificate can be verified alone. */
  request?: ComputedRequest;
  /** Version of the numerics. */
  core: string;
  /** Under which the sharing service keeps it. */
  key?: string;
  /** Signature of the sharing service. */
  signature?: string;
}

/** The document that {@link minimum} gives: the smallest prediction probability that certifies, for each argument. */
export interface Minimum {
  black_box?: number;
  orbit?: number;
  tight?: { exact?: number; axis?: number; monte_carlo?: number; seed?: string };
  subsample?: number;
}

/** Values of a parameter around 0 that are all certified: from `from` to `to`, or `any`. */
export interface Span {
  any?: boolean;
  from?: number;
  to?: number;
}

/** Range of a family of transformations. */
export interface Range extends Span {
  family: 'scale' | 'stretch' | 'shear' | 'taper' | 'twist' | 'rotation' | 'shift';
  /** Axis of the family. */
  along?: number[];
  /** Direction of a shear. */
  toward?: number[];
  unit: 'relative' | '1/length' | 'rad/length' | 'rad' | 'length';
  /** The simplest argument that reaches so far. */
  by: 'invariance' | 'black_box' | 'orbit' | 'tight';
  /** The range without invariance. */
  black_box: Span;
}

/** The document that {@link withstand} gives, rounded towards zero. */
export interface Withstood {
  /** True if the prediction at the clean cloud is certified itself. */
  certified: boolean;
  probability: Probability;
  /** Norm below which every perturbation is certified. */
  radius: number;
  /** Axis of the transformations. */
  along: number[];
  /** Point that the transformations leave in place. */
  centre: number[];
  /** Extent of the cloud along the axis. */
  height: number;
  ranges?: Range[];
  /** Distance by which each point may move. */
  each_point?: number;
  /** Points that may move anywhere within a distance. */
  points_anywhere?: { points: number; within: number; single: number };
  noise?: number;
  linear?: number;
  /** With `subsample`: points that may be replaced, added or removed, each alone, and of how many. */
  points?: { replaced: number; added: number; removed: number; of: number };
  /** Version of the numerics. */
  core: string;
}
