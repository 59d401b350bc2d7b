/** Curves, maps and radii as the documents that the command line prints. */

import { CORE } from '../documents/core.js';

/** @import {Explorer} from '../certifier/explorer.js' */
/** @import * as Public from './orbitcert.js' */

/** The form of every document. */
const FORMAT = /** @type {const} */ (1);

/** Never aborted. */
const never = () => new AbortController().signal;

/** @param {Explorer} explorer @param {object} request @param {AbortSignal} [signal] @returns {Promise<Public.FoundRadii>} */
export async function radiiOf(explorer, request, signal = never()) {
  const { ball, ...radii } = await explorer.radii(request, signal);
  return { format: FORMAT, ...radii, ...(ball && { every: await explorer.everyDirection(ball, signal) }), core: CORE };
}

/**
 * @param {Explorer} explorer @param {object} request @param {Public.CurveQuestion} question @param {AbortSignal} [signal]
 * @returns {Promise<Public.FoundCurve>}
 */
export async function curveOf(explorer, request, question, signal = never()) {
  const { curve: { points: _, ...plan }, answers, reach } = await explorer.curve(request, { kind: 'scale', ...question }, signal, () => {});
  return { format: FORMAT, ...plan, bounds: answers, ...(reach !== undefined && { reach }), core: CORE };
}

/** @param {Explorer} explorer @param {Public.MapQuestion} question @param {AbortSignal} [signal] @returns {Promise<Public.FoundMap>} */
export async function mapOf(explorer, question, signal = never()) {
  /** @type {any} */
  let plan;
  /** @type {number[][]} */
  let cells = [];
  await explorer.map(/** @type {any} */ (question), signal, (planned, block) => {
    plan ??= planned;
    const { size } = plan.map;
    if (cells.length === 0) cells = Array.from({ length: size }, () => new Array(size));
    for (let at = 0; at < block.length; at += NUMBERS) {
      const [column, row, , least] = block.subarray(at, at + NUMBERS);
      cells[row][column] = cells[size - 1 - row][column] = least;
    }
  });
  const { map, black_box, rotation } = plan;
  // A row has the cells in the disc alone: those that were computed.
  const rows = cells.map((row) => row.filter((least) => least !== undefined));
  return { format: FORMAT, ...map, black_box, ...(rotation && { rotation }), rows, core: CORE };
}

/** Numbers of a cell in a block: column, row, stride, smallest probability, gain. */
const NUMBERS = 5;
