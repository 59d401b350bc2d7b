/** Small models that multiply the coordinates of a cloud by a matrix, so that a test knows what they answer. */

import { onnx } from './onnx.js';

/**
 * Numbers of a cloud: its coordinates, point by point, times a matrix.
 * @param {number} points @param {number[][]} matrix a column for each number, 3 × points long
 * @param {{vector?: boolean, output?: (number | null)[]}} [options] vector: the shape of the answer is [B]
 */
export function numbersModel(points, matrix, { vector = false, output } = {}) {
  const width = 3 * points, count = matrix.length;
  const numbers = Array.from({ length: width }, (_, i) => matrix.map((column) => column[i])).flat();
  return onnx({
    inputs: [{ name: 'clouds', shape: [null, width] }],
    outputs: [{ name: 'value', shape: output ?? (vector ? [null] : [null, count]) }],
    nodes: [{ operator: 'MatMul', inputs: ['clouds', 'weight'], outputs: ['value'] }],
    weights: [{ name: 'weight', shape: vector ? [width] : [width, count], numbers }],
  });
}

/**
 * Scores of labels of each point: its coordinates times a matrix, B×N×C, or for clouds B×D×N the same as B×C×N.
 * @param {number[][]} matrix a row for each label @param {{first?: boolean, points?: number | null, named?: boolean}} [options] first: labels before
 *   points; named: the graph tells the number of labels
 */
export function labelsModel(matrix, { first = false, points = null, named = true } = {}) {
  const labels = matrix.length, told = named ? labels : null;
  const columns = [0, 1, 2].flatMap((i) => matrix.map((row) => row[i]));
  return onnx({
    inputs: [{ name: 'clouds', shape: first ? [null, 3, points] : [null, points, 3] }],
    outputs: [{ name: 'labels', shape: first ? [null, told, points] : [null, points, told] }],
    nodes: [{ operator: 'MatMul', inputs: first ? ['weight', 'clouds'] : ['clouds', 'weight'], outputs: ['labels'] }],
    weights: [first ? { name: 'weight', shape: [labels, 3], numbers: matrix.flat() } : { name: 'weight', shape: [3, labels], numbers: columns }],
  });
}
