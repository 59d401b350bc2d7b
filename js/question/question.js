/**
 * The room of the state of the page: the question, what is known of it, and the work to do. Nothing here knows a browser, an engine or a
 * form. Events come in and a frozen state comes out. The same events give the same state.
 *
 * A question is a value: two are the same if their texts are.
 */

import { sampledFor } from '../documents/votes.js';

/**
 * @typedef {import('../documents/documents.js').CertificateRequest} CertificateRequest
 * @typedef {{name: string, sha256: string, settled: string, alone?: boolean}} Model name: of its file; settled: as text what else its answers depend
 *   on; alone: whether it turned out while it counted that rows are to be answered one by one
 *
 * @typedef {object} Question
 * @property {string} text all of it
 * @property {string} inputs all of it but the model
 * @property {string} counted all of it but what the model finds out about itself while it counts
 * @property {CertificateRequest} request
 * @property {string} cloud which file the clean cloud is, and how it is read; '' for none
 * @property {Model | null} model that is to vote
 *
 * @typedef {{law: string, cloud: string, by?: Model | null}} Counted what evidence was counted for: the law of its samples, and the cloud
 */

/** A value with the fields of objects in order; rows of numbers stay as they are. @param {any} value @returns {any} */
function inOrder(value) {
  if (Array.isArray(value)) return value.some((each) => typeof each === 'object' && !Array.isArray(each)) ? value.map(inOrder) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, inOrder(value[name])]));
}

/**
 * @typedef {{file: string} | null} Cloud file: which one it is, and how it is read
 * @param {CertificateRequest} request @param {{clean: Cloud, perturbed: Cloud}} clouds @param {Model | null} [model] that is to vote
 * @returns {Question}
 */
export function questionOf(request, clouds, model = null) {
  const cloud = clouds.clean?.file ?? '', inputs = JSON.stringify([inOrder(request), cloud, clouds.perturbed?.file]);
  const counted = model ? `${inputs} ${model.sha256} ${model.settled}` : inputs;
  return Object.freeze({ text: model?.alone ? `${counted} alone` : counted, counted, inputs, request, cloud, model });
}

/** @param {Model | null | undefined} a @param {Model | null | undefined} b */
export const isSameModel = (a, b) => a?.sha256 === b?.sha256 && a?.settled === b?.settled && Boolean(a?.alone) === Boolean(b?.alone);

/**
 * Reports whether evidence was counted on the cloud of a question, by its model.
 * @param {Counted | null} evidence @param {Pick<Question, 'cloud' | 'model'>} question
 */
export const isOfCloud = (evidence, { cloud, model }) => evidence !== null && evidence.cloud === cloud && isSameModel(evidence.by, model);

/** Reports whether evidence was counted for a question. @param {Counted | null} evidence @param {Question} question */
export const belongs = (evidence, question) => isOfCloud(evidence, question) && evidence?.law === sampledFor(question.request);
