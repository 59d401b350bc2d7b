/** Exports of the package orbitcert, in browsers and in Node. Needs no library of types beside ES2023. */

import type {
  Attack, Calibration, Certificate, Changes, Comparison, CurveQuestion, FoundCurve, FoundMap, FoundRadii, FromFile, Gram, How, Layout, MapQuestion, Minimum, Part, Pose, Prediction,
  Refused, Region, RegionQuestion, Remedy, Request, Run, RunResult, Terms, Turn, Votes, Withstood,
} from '../documents/types.js';

export type * from '../documents/types.js';

/** Numbers in, point by point: `number[][]` or arrays of typed arrays. */
export type Rows = ArrayLike<ArrayLike<number>>;

/** A cloud: N points of D numbers, or one that {@link open} has read. */
export type Points = Rows | { points: number[][] } | Cloud;

/** Request of {@link certify}. */
export interface CertificateRequest extends Omit<Request, 'clean' | 'perturbed' | 'gram' | 'prepared'> {
  /** The cloud whose prediction is known. */
  clean: Points;
  /** The cloud whose prediction is to be certified. Without it, only radii are computed. */
  perturbed?: Points | Attack | { changes: Changes };
}

/** A request whose clouds are in Gram form. */
export interface GramRequest extends Omit<Request, 'clean' | 'perturbed' | 'preparation'> {
  gram: Gram;
}

/** Request of {@link minimum}. */
export type MinimumRequest = Omit<CertificateRequest, 'prediction'> & { prediction?: Prediction };

/** Request of {@link withstand}. */
export interface WithstandRequest extends CertificateRequest {
  /** Axis of the transformations; the last coordinate's by default. */
  along?: number[];
}

/** An AbortSignal, as browsers and Node have it. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason: any;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
}

/** Progress of a computation: `done` of `total` blocks of one stage of several. */
export interface Progress {
  stage: number;
  stages: number;
  done: number;
  total: number;
}

/** Options of every computation. */
export interface Cancellable {
  /** Ends the computation; the promise rejects with the signal's reason. */
  signal?: Signal;
}

/** Options of {@link certify} and {@link verify}. */
export interface Options extends Cancellable {
  /** Called after every block of draws. */
  onProgress?: (progress: Progress) => void;
}

/** A file: its name, whose ending tells the format, and its bytes. */
export interface NamedBytes {
  name: string;
  bytes: Uint8Array;
}

/** Input of {@link open}: a path in Node, an address, a URL, a chosen file, or bytes with a name. */
export type Source = string | NamedBytes | { readonly href: string } | { readonly name: string; arrayBuffer(): Promise<ArrayBuffer> };

/** Settings for an ambiguous file. */
export type Reading = Partial<Omit<FromFile, 'file'>>;

/** Decision of the reader about a file. */
export interface Note {
  text: string;
  remedies?: Remedy[];
}

/** A cloud read from a file. It takes the place of points in a request. */
export class Cloud {
  private constructor();
  /** Coordinates of a point. */
  readonly dimension: number;
  /** Number of points. */
  readonly count: number;
  /** Decisions of the reader about the file. */
  readonly notes: Note[];
  /** Returns the coordinates, point by point. */
  points(): Promise<Float64Array>;
  /** Releases the cloud. */
  close(): Promise<void>;
  toJSON(): { file: string };
}

/** Explains why something could not be computed. */
export class EngineError extends Error {
  private constructor();
  name: 'EngineError';
  /** `input`: bad input; `panic`: a bug of OrbitCert; `missing`: a file of the package could not be loaded; `died`: workers ended again and again. */
  readonly kind: 'input' | 'panic' | 'missing' | 'died';
  /** Field of the request that is bad. */
  readonly field?: string;
  /** File that is bad. */
  readonly file?: string;
  /** Line of the file, counted from 1. */
  readonly line?: number;
  /** Byte of the file, counted from 0. */
  readonly byte?: number;
  /** The clouds of a file that has several. */
  readonly parts?: Part[];
  /** Settings that would resolve the error. */
  readonly remedies?: Remedy[];
  /** Further failures of the same input. */
  readonly others?: Refused[];
}

/** A certificate that differs from the one that its request gives. */
export class VerificationFailedError extends Error {
  private constructor();
  name: 'VerificationFailedError';
  /** The fields that differ. */
  readonly differences: string[];
}

/** @deprecated Use {@link VerificationFailedError}. */
export { VerificationFailedError as DoesNotStandError };

/**
 * Computes the certificate of a request: the document that page and command line give, number for number.
 * Rejects with an {@link EngineError} that names the bad `field`.
 */
export function certify(request: CertificateRequest | GramRequest, options?: Options): Promise<Certificate>;

/** Computes the smallest prediction probabilities that certify the clouds of a request. */
export function minimum(request: MinimumRequest | GramRequest, options?: Cancellable): Promise<Minimum>;

/**
 * Computes how far the clean cloud may be scaled, sheared, twisted, … without changing its prediction. Every value
 * in a range holds together with all that the classifier ignores. `perturbed` is ignored.
 */
export function withstand(request: WithstandRequest, options?: Cancellable): Promise<Withstood>;

/** Computes how far the clean cloud is certified in any direction. `perturbed` is ignored. */
export function radii(request: CertificateRequest, options?: Cancellable): Promise<FoundRadii>;

/** Computes the bounds of every argument along a family of perturbations. All points hold at once with probability at least 1 − α. */
export function curve(request: CertificateRequest, question?: CurveQuestion, options?: Cancellable): Promise<FoundCurve>;

/** Computes the smallest probability that certifies over all perturbations of one norm, for the group SO in 2-D. */
export function map(question: MapQuestion, options?: Cancellable): Promise<FoundMap>;

/** Computes which compositions of two transformations keep the prediction. `perturbed` is ignored. */
export function region(request: WithstandRequest, question: RegionQuestion, options?: Cancellable): Promise<Region>;

/** A model as a function: logits, one row after another or in arrays, of a batch of the given shape. */
export type Model = (inputs: Float32Array, shape: [number, number, ...number[]]) => Logits | Promise<Logits>;

/** Logits of a batch. */
export type Logits = ArrayLike<number> | Rows;

/** Request of {@link count}: the clean cloud, σ, and the transformations that the classifier ignores. */
export type CountRequest = Omit<CertificateRequest, 'perturbed' | 'prediction'>;

/** Options of {@link count}. */
export interface CountOptions extends Options {
  /** Names of the classes, in the order of the logits. */
  classes: string[];
  /** Order of the axes of the input, "BND" by default. */
  layout?: Layout;
  /** Samples that bound the probability of the class, 10,000 by default. */
  samples?: number;
  /** Further samples that choose the class. Without them, the class with the most votes is named. */
  select?: number;
  /** Rows per call of the model, 256 by default. */
  batch?: number;
  /** `declared` if the model itself ignores the group. This is not tested, and certificates say so. */
  how?: How;
  /** `one` if each vote draws one of the poses that the group makes, instead of the average over all. */
  pose?: Pose;
  /** `random` if each vote turns the cloud at random, in place of poses. The model should be trained with random turns. */
  turn?: Turn;
}

/**
 * Counts how a model classifies noisy copies of a cloud. `{evidence: votes}` is the prediction of a request.
 * Rejects a model that answers one of the first rows differently alone than in a batch, with the field `model`.
 */
export function count(request: CountRequest, model: Model, options: CountOptions): Promise<Votes>;

/** Options of {@link run}. */
export interface RunOptions extends Options {
  /** Files that the run names: clouds and votes. */
  files?: NamedBytes[];
}

/** Certifies a dataset: the result that the command line prints. Does not compare votes of attacks with certificates. */
export function run(document: Run, options?: RunOptions): Promise<RunResult>;

/** Question of {@link plan}: σ and the error probability are those of a request, whose other settings are ignored. */
export interface Plan extends Partial<Terms> {
  /** Probability of the class that you expect. */
  probability: number;
  /** Radius that is wanted. */
  radius: number;
  sigma: number;
}

/** Computes how many samples prove a radius in 9 of 10 counts, by the bound of one class. */
export function plan(wanted: Plan): Promise<number>;

/** Options of {@link calibrate}. */
export interface CalibrateOptions {
  /** Probability that a set holds the truth, 0.9 by default. */
  coverage?: number;
  /** Largest distance from a cloud like these, prepared and aligned, 0 by default. */
  radius?: number;
  /** `true` if sets hold the truth with this probability in each class that the clouds have. */
  perClass?: boolean;
}

/**
 * Calibrates sets that hold the truth by the result of a run, of one σ, over labelled clouds that were not used for training. Give it as
 * `sets` to {@link certify} or {@link run}, for other clouds.
 */
export function calibrate(result: RunResult, options?: CalibrateOptions): Promise<Calibration>;

/** Options of {@link compare}. */
export interface CompareOptions {
  /** Radii in the unit of the files, round steps to the farthest cloud by default. */
  radii?: number[];
}

/** Compares two models by results over the same clouds: at each radius, the clouds that only one predicts correctly and certifies farther. */
export function compare(first: RunResult, second: RunResult, options?: CompareOptions): Promise<Comparison>;

/** A certificate that was computed again. */
export interface Verified extends Certificate {
  /** Rows of the given document that this version does not compute, as "field: reason"; absent if every row was verified. */
  partial?: string[];
  /** The way the earlier core shared α, if not all numbers of the given document hold at once with probability 1 − α. */
  rule?: string;
}

/**
 * Computes a certificate that this or an earlier version made again, and returns what this version computes.
 * Does not count votes again, and does not compare a cloud with the SHA-256 of radii alone. Rejects with a
 * {@link VerificationFailedError} if anything differs.
 */
export function verify(certificate: Certificate | string, options?: Options): Promise<Verified>;

/**
 * Reads a point cloud file.
 * Rejects with an {@link EngineError} that names `file` and `line` or `byte`.
 */
export function open(source: Source, reading?: Reading): Promise<Cloud>;
