/** Takes a visitor's files: clouds, a certificate, a request, or votes counted elsewhere. */

import { todays } from '../documents/documents.js';
import { toValues } from '../form/request.js';
import { seenOf } from '../form/seen.js';
import { entriesOf, textsOf } from '../form/table.js';
import { CERTIFICATE_FORM } from '../form/certificate-form.js';
import { sentence } from '../words/error-sentence.js';
import { come } from '../question/runner.js';
import { countedOutputs, outputsIn, withOutputs } from '../documents/stated.js';
import { seenBy, votesIn } from '../documents/votes.js';
import { beyondForm, cloudsIn, cloudsNamed, countedIn, documentIn, pairedIn, readAs } from './own-documents.js';

/** @import {CertificateRequest} from '../documents/documents.js' */

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('../clouds/cloud-files.js').Handle} Handle */
/** @typedef {import('../question/given.js').Turn} Turn */

const BELOW = 'Below is this device’s result for the same request.';

/** File names that speak of a perturbed cloud. */
const PERTURBED = /pert|advers|attack|noisy|turned|moved/i;

/**
 * A certificate in a visitor's file, computed again here, and compared.
 * @typedef {object} CertificateFile
 * @property {string} name of the file
 * @property {import('../documents/documents.js').Certificate} document
 * @property {string} core that runs here
 * @property {string[]} [differs] in which parts ours is different, once it is there
 * @property {string[]} [partial] the rows that this core does not compute
 * @property {string} [rule] the way an earlier core shared α, where its numbers do not hold all at once
 * @property {string} [problem] the reason why this core cannot verify it
 */

/** Reports whether another core made it. @param {CertificateFile} file */
export const isForeign = ({ document, core }) => document.core !== core;

/**
 * Says how far the examination is.
 * @param {CertificateFile} file @param {string} phase of the computation here
 * @returns {{kind: import('../parts/icons.js').Standing, head: string, text: string}}
 */
export function fileWords({ name, differs, partial = [], problem, rule, document: { core, request }, core: own }, phase) {
  if (problem) return { kind: 'caution', head: `${name} was not verified.`, text: `${problem} ${BELOW}` };
  if (phase === 'failed') return { kind: 'wrong', head: `${name} was not checked.`, text: 'This device could not compute its request.' };
  if (phase === 'cancelled') return { kind: 'caution', head: `${name} was not checked.`, text: 'The computation was cancelled.' };
  if (!differs) return { kind: 'plain', head: `Checking ${name}.`, text: 'It appears once this device has computed it again.' };
  if (differs.length) return { kind: 'wrong', head: `${name}: verification failed.`, text: `These parts differ: ${differs.join(', ')}. ${BELOW}` };
  if (partial.length)
    return {
      kind: 'caution',
      head: `${name} was verified in part.`,
      text: `Core ${core} made it, and this page does not compute these rows of it: ${partial.join('; ')}. ${BELOW}`,
    };
  return {
    kind: 'checked',
    head: `${name} is verified.`,
    text: (core !== own ? `Core ${core} made it, and core ${own} computes the same here.` : 'Computed again here, with the same result.')
      + (rule ? ` It has ${rule}.` : '')
      + (request?.gram?.cloud ? ' Its cloud was not there to compare with the SHA-256.' : ''),
  };
}

/** The first cloud that is missing. @param {Desk} desk @returns {Handle} */
export function missingCloud({ files: { clouds }, entries: { values } }) {
  return clouds.clean && !clouds.perturbed && values.perturbation === 'file' ? 'perturbed' : 'clean';
}

/**
 * Takes a point cloud, or a document that the page or the command line has written.
 * @param {Desk} desk @param {Handle} handle for a cloud @param {File} file
 */
export const receiveFile = (desk, handle, file) => desk.give(handle, function* (...turn) {
  const [signal, tell] = turn, document = yield* come(documentIn(file));
  if (!document) return yield* desk.files.read(handle, file, signal, tell, true);
  yield tell({ type: 'whole' }); // nothing comes after this where it is given up
  yield* receiveDocument(desk, document, file.name, turn);
}, { own: true });

/** Holds clouds against a certificate that came without its points, where that code can be loaded. @param {Desk} desk @param {File[]} files */
const held = (desk, files) => import('./held-against.js').then(({ heldAgainst }) => heldAgainst(desk, files), () => null);

/**
 * Takes files that came together: a document with the clouds that it names, or one cloud for the first that is missing, or both.
 * @param {Desk} desk @param {File[]} files
 */
export async function receiveFiles(desk, files) {
  const found = desk.said.gram && files.length <= 2 && !files.some(isModel) ? await desk.give('all', () => come(held(desk, files))) : null;
  if (found === undefined) return; // something else was given meanwhile
  if (!found?.same) await (files.length === 1 && !isModel(files[0]) ? receiveFile(desk, missingCloud(desk), files[0])
    : desk.give('all', (...turn) => receiveTogether(desk, files, turn)));
  if (found) desk.notify(found.text);
}

/** @param {Desk} desk @param {File[]} files @param {Turn} turn */
function* receiveTogether(desk, files, turn) {
  const [, , number] = turn, documents = yield* come(Promise.all(files.map(documentIn)));
  const own = documents.findIndex(Boolean), document = documents[own];
  if (files.some(isModel)) {
    if (document) yield* receiveDocument(desk, document, files[own].name, turn);
    return receiveModel(desk, files.filter((_, i) => !documents[i]));
  }
  if (document) return yield* receiveDocument(desk, document, files[own].name, turn, files);
  if (files.length > 2) return desk.notify('Drop one or two files: the clean and the perturbed point cloud, or a request with the clouds that it names.');
  const [clean, perturbed] = PERTURBED.test(files[0].name) && !PERTURBED.test(files[1].name) ? [files[1], files[0]] : files;
  yield desk.files.choose('clean', clean, number);
  yield desk.files.choose('perturbed', perturbed, number);
}

/** @param {File} file */
const isModel = ({ name }) => name.toLowerCase().endsWith('.onnx');

/** Has a model count the stored votes again that are open. @param {Desk} desk @param {File[]} files of the model */
function receiveModel(desk, files) {
  const { name } = /** @type {File} */ (files.find(isModel)), { stored, voting } = desk;
  if (!voting.able) return desk.notify(`${name}: this page cannot run models.`);
  if (!stored)
    return desk.notify(
      `${name}: no stored votes to count again are open. Drop the model with a downloaded certificate, or choose “a model” in step 2 and drop it there.`,
    );
  desk.send({ type: 'recount', files });
}

/**
 * @param {Desk} desk @param {import('./own-documents.js').OwnDocument} document @param {string} name of its file @param {Turn} turn
 * @param {File[]} [others] that came with it
 */
function* receiveDocument(desk, document, name, turn, others = []) {
  try {
    yield* layDocument(desk, document, name, others, turn);
  } catch (error) {
    desk.notify(`${name}: ${sentence(error)}`);
  }
}

/** @param {Desk} desk @param {import('./own-documents.js').OwnDocument} document @param {string} name of its file @param {File[]} others @param {Turn} turn */
function* layDocument(desk, document, name, others, turn) {
  const { kind, value } = document;
  const stem = name.replace(/\.json$/, '');
  const beyond = beyondForm(document);
  if (beyond) return desk.notify(`${name}: ${beyond}`);
  if (kind === 'dataset') return desk.notify(`${name} holds votes for many clouds: drop it on the view Dataset.`);
  if (kind === 'votes') return enterVotes(desk, value);
  if (kind === 'sets') return yield* come(enterSets(desk, value));
  if (kind === 'request') return yield* layRequest(desk, withOutputs(value), stem, others, turn);
  const core = yield* come(desk.engine.ready());
  // One that was cancelled has no draws; the next one is to have some.
  const { samples, ...rest } = value.request;
  yield* fillIn(desk, samples === 0 ? rest : value.request, stem, turn);
  const file = { name, document: value, core };
  yield desk.run(isForeign(file) ? todays(value.request) : value.request, file);
}

/**
 * Fills in a request, and computes it where all its clouds are there.
 * @param {Desk} desk @param {CertificateRequest} request @param {string} stem @param {File[]} others @param {Turn} turn
 */
function* layRequest(desk, request, stem, others, turn) {
  const named = cloudsNamed(request);
  const found = Object.fromEntries(yield* come(Promise.all(named.map(async ([handle, name, reading]) => {
    const file = others.find((other) => other.name === name);
    return [handle, file && await readAs(file, reading)];
  }))));
  yield* fillIn(desk, request, stem, turn, found, found.clean ? '' : named.find(([handle]) => handle === 'clean')?.[1]);
  const missing = named.filter(([handle]) => !found[handle]).map(([, file]) => file);
  if (missing.length > 0) return desk.notify(`${stem}.json is filled in. Now drop the clouds that it names: ${missing.join(', ')}.`);
  yield (named.length ? desk.certify() : desk.run(request));
}

/** The entries of noise on transformations, '' for none. @param {object} [noise] */
const noiseTexts = (noise) => ({
  ...Object.fromEntries(entriesOf(CERTIFICATE_FORM, 'noise').map((name) => [name, ''])), ...textsOf({ noise }, CERTIFICATE_FORM),
});

/**
 * Has the form and the drawings show a request.
 * @param {Desk} desk
 * @param {CertificateRequest} request
 * @param {string} stem
 * @param {Turn} turn
 * @param {import('../clouds/cloud-files.js').Given} [files]
 * @param {string} [expected] the file of the clean cloud, where it is still to come
 */
function* fillIn(desk, request, stem, [, tell, by], files = {}, expected = '') {
  const given = { ...cloudsIn(request, stem), ...files, outputs: outputsIn(request.prediction) };
  const filled = desk.fill(toValues(request), given, countedIn(request), { expected, by });
  desk.put({ gram: request.gram ?? null, sets: request.sets ?? null });
  tell({ type: 'filled' });
  yield filled;
  desk.put({ brushed: pairedIn(request) });
  desk.dispatchEvent(new Event('edit'));
}

/** Has sets of classes by a calibration hold the true one. @param {Desk} desk @param {import('../documents/types.js').Calibration | null} sets */
export async function enterSets(desk, sets) {
  const { certificate } = desk.result;
  desk.put({ sets });
  desk.entries.outdate();
  desk.entries.edited();
  if (certificate) await desk.answer();
}

/** Fills in votes as they were counted, and what they were counted for. @param {Desk} desk @param {import('../documents/types.js').Votes} value */
function enterVotes(desk, value) {
  const counted = votesIn(value), outputs = countedOutputs(value);
  const { classifier, sampling } = value;
  desk.put({ outputs });
  const entries = {
    given: outputs ? 'outputs' : 'votes', tolerance: '', votes: counted?.votes, voted: counted?.samples, runnerVotes: counted?.runner ?? '',
      sigma: sampling?.noise ? undefined : sampling?.sigma, // which many σ they are, the entries say
    ...(sampling && { subsample: sampling.subsample ?? '', scores: sampling.scores ?? false }),
    group: classifier?.group, direction: classifier?.axis?.join(' '),
    translation: classifier?.translation, ...(value.model && { attributes: seenOf(seenBy({ model: value.model }), sampling?.attribute_sigma) }),
    ...(sampling && noiseTexts(sampling.parameters)), permutation: classifier?.sorted,
  };
  for (const [name, entry] of Object.entries(entries)) if (entry !== undefined) desk.entries.set(name, String(entry));
  desk.say({ type: 'pin' });
  desk.put({ counted });
  if (!outputs) return;
  desk.entries.outdate(); // other numbers may come with the same entries
  desk.entries.edited();
}
