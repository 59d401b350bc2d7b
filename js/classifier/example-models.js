/** The models that come with the page. */

/** @typedef {{id: string, title: string, dimension: number, files: string[]}} ExampleModel */

/** @type {ExampleModel[]} */
export const EXAMPLES = [
  { id: 'digits', title: 'Handwritten digits', dimension: 2, files: ['digits.onnx'] },
  { id: 'furniture', title: 'Furniture and other things', dimension: 3, files: ['furniture.onnx'] },
  { id: 'furniture-attention', title: 'The same, by attention over all poses', dimension: 3, files: ['furniture-attention.onnx'] },
  { id: 'furniture-dgcnn', title: 'The same, by graph convolutions (slow)', dimension: 3, files: ['furniture-dgcnn.onnx'] },
];

/**
 * What the training of an example has measured.
 * @typedef {{network: string, data: string, training: {sigma: number}, test_clouds: number, clean_accuracy: number, smoothed_accuracy: Record<string, number>}} Card
 *
 * @param {string} id @returns {Promise<Card | null>} null where it cannot be had
 */
export async function fetchCard(id) {
  const response = await fetch(`models/${id}.json`).catch(() => undefined);
  return response?.ok ? response.json() : null;
}

/** @param {ExampleModel} example @returns {Promise<import('./model-files.js').Dropped[]>} */
export function fetchExample({ title, files }) {
  return Promise.all(files.map(async (name) => {
    const response = await fetch(`models/${name}`).catch(() => undefined);
    if (!response?.ok) throw new Error(`The example model “${title}” could not be loaded. Is the network there?`);
    return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
  }));
}
