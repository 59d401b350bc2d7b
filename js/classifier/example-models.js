/** The models that come with the page. */

/** @typedef {{id: string, title: string, dimension: number, files: string[]}} ExampleModel */

/** @type {ExampleModel[]} */
export const EXAMPLES = [{ id: 'digits', title: 'Handwritten digits', dimension: 2, files: ['digits.onnx'] }];

/** @param {ExampleModel} example @returns {Promise<import('./model-files.js').Dropped[]>} */
export function fetchExample({ title, files }) {
  return Promise.all(files.map(async (name) => {
    const response = await fetch(`models/${name}`).catch(() => undefined);
    if (!response?.ok) throw new Error(`The example model “${title}” could not be loaded. Is the network there?`);
    return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
  }));
}
