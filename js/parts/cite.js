/** Citing a result: what computed it, the SHA-256 of its file and the command that computes it again. No date, no place. */

/**
 * @typedef {object} Cited
 * @property {string} what the result is
 * @property {string} core version
 * @property {{name: string, content: Blob}} file as it is saved
 * @property {{command: string, input?: {name: string, content: Blob}}} again how the file is computed or checked again
 *
 * @typedef {{plain: string, bibtex: string}} Citation
 */

/** The paper whose certificates these are, for BibTeX. */
export const PAPER = `@inproceedings{schuchardt2022invariance,
  title = {Invariance-Aware Randomized Smoothing Certificates},
  author = {Schuchardt, Jan and G{\\"u}nnemann, Stephan},
  booktitle = {Advances in Neural Information Processing Systems (NeurIPS)},
  volume = {35},
  year = {2022}
}`;

/** Hexadecimal SHA-256. @param {Blob} content */
export async function digest(content) {
  if (!globalThis.crypto?.subtle) throw new Error('Browsers compute digests only on pages served by https or from this machine');
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await content.arrayBuffer()));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {Cited} cited @returns {Promise<Citation>} */
export async function cite({ what, core, file, again: { command, input } }) {
  const own = await digest(file.content);
  const from = input ? ` ${input.name}: SHA-256 ${await digest(input.content)}.` : '';
  const proof = `${file.name}: SHA-256 ${own}.${from} Reproduced by: ${command}`;
  return {
    plain: `OrbitCert, core ${core}. ${what}. ${proof}`,
    bibtex: `@misc{orbitcert-${own.slice(0, 12)},\n  title = {${what}},\n  howpublished = {OrbitCert, core ${core}},\n  note = {${proof}}\n}`,
  };
}
