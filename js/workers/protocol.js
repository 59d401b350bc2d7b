// The messages between the page and its workers, all of them.
//
// The page sends Start once, then Calls; a worker answers Ready or Unfit to
// Start, and Done or Failed to each Call, in order. A call of several parts sends
// Going between them, and ends after Abandon. Texts inside are JSON that Go wrote and only Go reads.

/**
 * The functions of a worker that runs a model.
 * @typedef {object} InferenceFunctions
 * @property {(model: Uint8Array, beside: Beside[]) => void} openModel
 * @property {() => string} version of the runtime
 * @property {(feeds: Feed[], output: string, batch: Batch) => Logits[]} logits one for each batch
 */

/**
 * Rows of a model's inputs at a time; fixed: the only number of rows that the model takes, null for any.
 * @typedef {{rows: number, fixed: number | null}} Batch
 */

/** A file that an ONNX model takes weights from. @typedef {{name: string, bytes: Uint8Array}} Beside */

/**
 * Output of a model, as its runtime's tensor gives it: type, lengths of the axes, values.
 * @typedef {{type: string, dims: readonly number[], data: Uint8Array}} Logits
 */

/**
 * Value of one input of a model; float16 as its bits.
 * @typedef {{name: string, type: 'float32' | 'float16' | 'bool' | 'int32' | 'int64', dims: number[], data: Uint8Array}} Feed
 */

/**
 * Boot: `module` is the compiled program, `lock` names the Web Lock that a worker holds for as long as it lives, '' for none, `build` the build that the
 * page belongs to, '' for any.
 * @typedef {{type: 'start', module: WebAssembly.Module, lock: string, build: string}} Start
 */

/** @typedef {{type: 'call', id: number, name: string, args: unknown[]}} Call */

/** A call sent to a new worker to restore what the old one knew. @typedef {Omit<Call, 'type' | 'id'>} Replay */

/** The worker holds its lock and the certifier runs. @typedef {{type: 'ready'}} Ready */

/**
 * The instance cannot start, or has ended and will answer no more calls.
 * @typedef {{type: 'unfit', message: string}} Unfit
 */

/** Page, worker and certifier are not of one build. @typedef {{type: 'mixed', message: string}} Mixed */

/** memory: bytes that the worker's program has, where it tells. @typedef {{type: 'done', id: number, value: unknown, memory?: number}} Done */

/**
 * A call that was answered with an error; `text` is JSON: {message, …} for what was refused, {panic} for a bug of ours.
 * @typedef {{type: 'failed', id: number, text: string}} Failed
 */

/** The caller waits no longer. @typedef {{type: 'abandon', id: number}} Abandon */

/** A part of a call is done. @typedef {{type: 'going', id: number}} Going */

/** @typedef {Start | Call | Abandon} ToWorker */
/** @typedef {Ready | Unfit | Mixed | Done | Failed | Going} FromWorker */

export {};
