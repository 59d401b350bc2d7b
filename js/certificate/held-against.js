/** Holds a visitor's clouds against a certificate that came without its points. */

import { readableBytes } from '../clouds/file-bytes.js';
import { unprepared } from '../documents/lengths.js';
import { digest } from '../parts/cite.js';
import { documentIn } from './own-documents.js';

/** @typedef {NonNullable<import('../documents/documents.js').CertificateRequest['gram']>} Gram */
/** @typedef {{same: boolean, text: string}} Found */

/** @param {unknown} a @param {unknown} b */
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * What a request would be shared with if it were about these clouds.
 * @param {import('./desk.js').Desk} desk @param {string[]} handles of the clean and the perturbed cloud @returns {Promise<Gram>}
 */
async function gramOf({ engine, result: { request } }, [clean, perturbed]) {
  const { gram: _, ...rest } = unprepared(/** @type {import('../documents/documents.js').CertificateRequest} */ (request));
  const own = { ...rest, prediction: { probability: 0.9 }, clean: { file: clean } };
  return JSON.parse((await engine.gram({ ...own, perturbed: { file: perturbed } }))[0]).gram;
}

/**
 * The digest of a cloud without attributes, as a certificate of radii has it: of its shape and its coordinates.
 * @param {import('./desk.js').Desk} desk @param {string} handle @param {{count: number, dimension: number}} cloud
 */
const digestOf = async ({ engine }, handle, { count, dimension }) =>
  digest(new Blob([`orbitcert cloud\n${count} ${dimension}\n`, /** @type {BlobPart} */ (await engine.points(handle))]));

/** Says in what two clouds are others than those of a certificate. @param {Gram} shared @param {Gram} own */
function difference(shared, own) {
  if (shared.dimension !== own.dimension) return `they are ${own.dimension}-D, and it is about clouds in ${shared.dimension}-D`;
  // The first rows of the factor are of the original alone.
  const parts = [shared, own].map(({ factor = [], dimension }) => factor.slice(0, dimension));
  return isSame(parts[0], parts[1]) ? 'the changed cloud is another one' : 'the original is another one';
}

/** @param {Gram} shared @param {Gram[]} grams of the clouds in this order, and in the other @param {string[]} names @returns {Found} */
function found(shared, grams, names) {
  const all = names.join(' and ');
  if (grams.some((own) => isSame(own, shared)))
    return { same: true, text: `${all} are the clouds of this certificate.` };
  const why = difference(shared, grams[0]);
  if (names.length > 1) return { same: false, text: `${all} are not the clouds of the certificate: ${why}.` };
  return why.startsWith('the changed') ? { same: true, text: `${all} is the original of this certificate. Drop the changed cloud with it.` }
    : { same: false, text: `${all} is not the original of the certificate.` };
}

/**
 * Says whether clouds are those of the certificate on show; null where that came with points, or where they cannot be read without a question.
 * @param {import('./desk.js').Desk} desk @param {File[]} files one or two @returns {Promise<Found | null>}
 */
export async function heldAgainst(desk, files) {
  const { engine, said: { gram }, result: { request } } = desk;
  if (!gram || !isSame(gram, request?.gram) || (await Promise.all(files.map(documentIn))).some(Boolean)) return null;
  const handles = files.map((_, i) => `held against ${i}`);
  try {
    const clouds = [];
    for (const [i, file] of files.entries()) {
      const readable = await readableBytes(file.name, new Uint8Array(await file.arrayBuffer()));
      clouds.push(await engine.open(handles[i], readable.name, readable.bytes));
    }
    if (gram.cloud) {
      if (files.length > 1 || clouds[0].attributes?.length) return null;
      return (await digestOf(desk, handles[0], clouds[0])) === gram.cloud.sha256 ? { same: true, text: `${files[0].name} is the cloud of this certificate.` }
        : { same: false, text: `${files[0].name} is not the cloud of the certificate: its SHA-256 is another one.` };
    }
    const orders = handles.length > 1 ? [handles, handles.toReversed()] : [[handles[0], handles[0]]];
    const grams = [];
    for (const order of orders) grams.push(await gramOf(desk, order));
    return found(gram, grams, files.map(({ name }) => name));
  } catch {
    return null;
  } finally {
    for (const handle of handles) await engine.close(handle).catch(() => {});
  }
}
