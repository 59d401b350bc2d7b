/** The documents of a run, made of texts that the certifier wrote. */

/** The run document. @param {string} settings @param {any} voted what its votes were counted with @param {string[]} entries */
export function runDocument(settings, voted, entries) {
  const clouds = entries.flatMap((entry, i) => [i ? ',\n' : '', entry]);
  const how = voted ? `,\n"voted":${JSON.stringify(voted)}` : '';
  return new Blob([settings.slice(0, -1), how, ',\n"clouds":[\n', ...clouds, '\n]}\n'], { type: 'application/json' });
}

/** A result document without the verdicts on single clouds. @param {Uint8Array} bytes @returns {import('../documents/documents.js').RunResult} */
export function resultHead(bytes) {
  const text = new TextDecoder().decode(bytes);
  return JSON.parse(`${text.slice(0, text.indexOf(',\n  "results": ['))}}`);
}

/** The clouds there is no verdict on. @param {(string | undefined)[]} results @returns {import('./gathered.js').Failure[]} */
export const failuresIn = (results) => results.filter((result) => result?.includes('"failure":')).map((result) => {
  const { name, failure: message } = JSON.parse(/** @type {string} */ (result));
  return { name, message };
});
