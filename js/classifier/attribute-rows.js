/** Attributes of points on their way to a model: in further channels of its clouds, or in an input of their own. */

import { LayoutError } from './outputs.js';

/**
 * @import {AttributeInput} from './layout.js'
 * @import {Feed} from '../workers/protocol.js'
 *
 * @typedef {import('../documents/votes.js').SeenAttribute} Channel an attribute as documents describe what the model is shown
 */

/** Counts the numbers of a point that attributes are. @param {Channel[] | null} attributes */
export const channelsOf = (attributes) => (attributes ?? []).reduce((sum, one) => sum + (typeof one === 'string' ? 1 : one.values?.length ?? 1), 0);

/**
 * Takes the coordinates and the attributes of rows apart.
 * @param {AttributeInput} input @param {{dims: number[], data: Uint8Array, half: boolean}} rows of points with attributes behind the coordinates
 * @param {string} layout of the rows @param {number} channels of a point @param {number} dimension
 * @returns {{dims: number[], data: Uint8Array, attributes: Feed}} the coordinates, and the feed of the attributes
 */
export function takeApart({ name, kind, order }, { dims: [rows, ...rest], data, half }, layout, channels, dimension) {
  const pointsFirst = layout.includes('BND'), width = dimension + channels;
  const numbers = rest.reduce((product, size) => product * size, 1), points = numbers / width;
  const Numbers = half ? Uint16Array : Float32Array;
  const all = new Numbers(data.slice().buffer);
  const places = new Numbers(rows * points * dimension), values = new Numbers(rows * points * channels);
  const attributesLast = order === null ? pointsFirst : order !== 'FN';
  for (let row = 0; row < rows; row++) {
    for (let n = 0; n < points; n++) {
      for (let j = 0; j < width; j++) {
        const x = all[row * numbers + (pointsFirst ? n * width + j : j * points + n)];
        if (j < dimension) places[row * points * dimension + (pointsFirst ? n * dimension + j : j * points + n)] = x;
        else values[row * points * channels + (attributesLast ? n * channels + j - dimension : (j - dimension) * points + n)] = x;
      }
    }
  }
  const axes = { N: [points], NF: [points, channels], FN: [channels, points] };
  return {
    dims: [rows, ...rest.length === 1 ? [points * dimension] : rest.with(pointsFirst ? 1 : 0, dimension)],
    data: bytesOf(places),
    attributes: { name, ...asKind(kind, values, half), dims: [rows, ...axes[order ?? (attributesLast ? 'NF' : 'FN')]] },
  };
}

/** @param {{buffer: ArrayBufferLike}} values */
const bytesOf = ({ buffer }) => new Uint8Array(buffer);

/**
 * Numbers as the model takes them.
 * @param {AttributeInput['kind']} kind @param {Uint16Array | Float32Array} values @param {boolean} half @returns {{type: Feed['type'], data: Uint8Array}}
 */
function asKind(kind, values, half) {
  if (kind === 'float') return { type: half ? 'float16' : 'float32', data: bytesOf(values) };
  if (half) throw new LayoutError('its clouds are float16 and its attributes whole numbers: export it with clouds of float32');
  if (values.some((x) => !Number.isInteger(x) || Math.abs(x) > 2 ** 24))
    throw new LayoutError('it takes whole numbers as attributes, and an attribute of the cloud has others');
  return { type: kind, data: bytesOf(kind === 'int64' ? BigInt64Array.from(values, (x) => BigInt(x)) : Int32Array.from(values)) };
}
