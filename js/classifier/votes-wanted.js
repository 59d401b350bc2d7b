/** Reads from a document and the command line of orbitcert-votes which attributes the model sees, and which output counts. */

import { InputError } from './node.js';
import { isTurning } from './outputs.js';

/**
 * @import {Votes, VotedModel} from '../documents/types.d.ts'
 *
 * @typedef {Partial<VotedModel>} Model whose fields are not checked yet
 * @typedef {{model?: Model, evidence?: Partial<Votes>, tolerance?: number}} Predicted
 * @typedef {{prediction?: Predicted, request?: {prediction?: Predicted}, voted?: {model?: Model}, clouds?: object[], returns?: string}} Asking a request,
 *   a certificate or a run
 *
 * @typedef {{returns: import('./outputs.js').Wanted, number?: number, clip?: number, labels?: boolean, tolerance?: boolean}} Wanted
 * @typedef {ReturnType<typeof import('./votes-arguments.js').readArguments>['values']} Values
 */

/**
 * The attributes that the model sees, as a request, the evidence of a certificate, a run or its votes name them, null where none are named.
 * @param {Asking} document @returns {import('./attribute-rows.js').Channel[] | null}
 */
export function attributesOf({ request, voted, prediction = request?.prediction ?? voted }) {
  const attributes = (prediction?.evidence ?? prediction)?.model?.attributes;
  return Array.isArray(attributes) ? attributes : null;
}

/** Names of what a model may return. */
const RETURNS = ['classes', 'number', 'BNC', 'BCN', 'vector', 'BND', 'BDN'];

/**
 * What a model may return, and which number counts: by the command line, else by the request, or the evidence of a certificate. A run says
 * whether it is of classes, a number or labels.
 * @param {Asking} document @param {Values} values @returns {Wanted}
 */
export function wantedOf({ clouds, returns: of, voted, request, prediction = request?.prediction }, values) {
  if (Array.isArray(clouds)) {
    if (isTurning(values.returns ?? voted?.model?.returns))
      throw new InputError('voted.model.returns: runs take classes, numbers and labels, no vectors');
    const { returns: asked = of === 'labels' ? 'any' : of ?? 'classes', number = voted?.model?.number } = { ...voted?.model, ...values };
    return { returns: /** @type {Wanted['returns']} */ (asked), labels: of === 'labels', ...(number !== undefined && { number: Number(number) }) };
  }
  const { evidence, tolerance } = prediction ?? {}, model = (evidence ?? prediction)?.model ?? {};
  const returns = /** @type {Wanted['returns']} */ (values.returns ?? model.returns ?? (evidence ? 'classes' : 'any'));
  if (returns !== 'any' && !RETURNS.includes(returns))
    throw new InputError(`prediction.model.returns: must be ${RETURNS.map((one) => `"${one}"`).join(', ')}, got ${JSON.stringify(returns)}`);
  const number = values.number === undefined ? model.number : Number(values.number);
  if (number !== undefined && !(Number.isInteger(number) && number >= 0))
    throw new InputError(`prediction.model.number: must be a whole number from 0, got ${values.number ?? JSON.stringify(model.number)}`);
  const clip = values.clip === undefined ? model.clip : Number(values.clip);
  if (clip !== undefined && !(clip > 0))
    throw new InputError(`prediction.model.clip: must be a length above 0, got ${values.clip ?? JSON.stringify(model.clip)}`);
  return { returns: returns === 'any' && number !== undefined ? 'number' : returns, number, clip, tolerance: !evidence && tolerance !== undefined };
}
