/** Takes a visitor's files: clouds, a certificate, a request, or votes counted elsewhere. */

import { differences, todays } from '../documents/documents.js';
import { toValues } from '../form/request.js';
import { seenOf } from '../form/seen.js';
import { entriesOf, textsOf } from '../form/table.js';
import { CERTIFICATE_FORM } from '../form/certificate-form.js';
import { fault, sentence } from '../words/error-sentence.js';
import { countedOutputs, outputsIn, withOutputs } from '../documents/stated.js';
import { seenBy, votesIn } from '../documents/votes.js';
import { beyondForm, cloudsIn, cloudsNamed, countedIn, documentIn, pairedIn, readAs } from './own-documents.js';

/** @import {CertificateRequest} from '../documents/documents.js' */

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {import('../clouds/cloud-files.js').Handle} Handle */
/** @typedef {Parameters<import('../question/given.js').Task>} Turn of what is given */

const BELOW = 'Below is this device’s result for the same request.';

/** File names that speak of a perturbed cloud. */
const PERTURBED = /pert|advers|attack|noisy|turned|moved/i;

/** A certificate in a visitor's file: computed again here, and compared. */
export class CertificateFile {
  /** In which parts ours is different, once it is there. @type {string[] | undefined} */
  differs;
  /** The rows that this core does not compute. @type {string[]} */
  partial = [];
  /** The way an earlier core shared α, where its numbers do not hold all at once. */
  rule = '';
  /** The reason why this core cannot verify it. */
  problem = '';

  /** @param {string} name of the file @param {import('../documents/documents.js').Certificate} document @param {string} core that runs here */
  constructor(name, document, core) {
    this.name = name;
    this.document = document;
    this.core = core;
  }

  /** Reports whether another core made it. */
  get isForeign() {
    return this.document.core !== this.core;
  }

  /** @param {object} own what this device computed */
  compare(own) {
    this.differs = differences(own, this.document);
  }

  /** Takes what came of it, if another core made it. @param {import('../certifier/functions.js').Verification} verification */
  take({ failed = [], partial = [], rule = '' }) {
    [this.differs, this.partial, this.rule] = [failed, partial, rule];
  }

  /**
   * Says how far the examination is.
   * @param {string} phase of the computation here
   * @returns {{kind: import('../parts/icons.js').Standing, head: string, text: string}}
   */
  words(phase) {
    const { name, differs, partial, problem, document: { core, request } } = this;
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
      text: (this.isForeign ? `Core ${core} made it, and core ${this.core} computes the same here.` : 'Computed again here, with the same result.')
        + (this.rule && ` It has ${this.rule}.`)
        + (request?.gram?.cloud ? ' Its cloud was not there to compare with the SHA-256.' : ''),
    };
  }
}

/** The first cloud that is missing. @param {Desk} desk @returns {Handle} */
export function missingCloud({ files: { clouds }, entries: { values } }) {
  return clouds.clean && !clouds.perturbed && values.perturbation === 'file' ? 'perturbed' : 'clean';
}

/**
 * Takes a point cloud, or a document that the page or the command line has written.
 * @param {Desk} desk @param {Handle} handle for a cloud @param {File} file
 */
export const receiveFile = (desk, handle, file) => desk.give(handle, async (signal, tell) => {
  const document = await documentIn(file);
  if (signal.aborted) return;
  await (document ? desk.give('all', (...turn) => receiveDocument(desk, document, file.name, turn)) : desk.files.read(handle, file, signal, tell, true));
}, { own: true });

/**
 * Takes files that came together: a document with the clouds that it names, or one cloud for the first that is missing, or both.
 * @param {Desk} desk @param {File[]} files
 */
export async function receiveFiles(desk, files) {
  if (files.length === 1 && !isModel(files[0])) return receiveFile(desk, missingCloud(desk), files[0]);
  await desk.give('all', (...turn) => receiveTogether(desk, files, turn));
}

/** @param {Desk} desk @param {File[]} files @param {Turn} turn */
async function receiveTogether(desk, files, turn) {
  const [signal, , number] = turn, documents = await Promise.all(files.map(documentIn));
  if (signal.aborted) return;
  const own = documents.findIndex(Boolean);
  const document = documents[own];
  if (files.some(isModel))
    return receiveModel(
      desk, files.filter((_, i) => !documents[i]), document && (() => receiveDocument(desk, document, files[own].name, turn)),
    );
  if (document) return receiveDocument(desk, document, files[own].name, turn, files);
  if (files.length > 2) return desk.notify('Drop one or two files: the clean and the perturbed point cloud, or a request with the clouds that it names.');
  const [clean, perturbed] = PERTURBED.test(files[0].name) && !PERTURBED.test(files[1].name) ? [files[1], files[0]] : files;
  await desk.files.choose('clean', clean, number);
  if (!signal.aborted) await desk.files.choose('perturbed', perturbed, number);
}

/** @param {File} file */
const isModel = ({ name }) => name.toLowerCase().endsWith('.onnx');

/**
 * Has a model count the stored votes again: those of the certificate that came with it, or of the one that is open.
 * @param {Desk} desk @param {File[]} files of the model @param {(() => Promise<void>) | null | undefined} open opens the certificate that came with it
 */
async function receiveModel(desk, files, open) {
  await open?.();
  const { name } = /** @type {File} */ (files.find(isModel)), { stored, voting } = desk;
  if (!voting.able) return desk.notify(`${name}: this page cannot run models.`);
  if (!stored)
    return desk.notify(
      `${name}: no stored votes to count again are open. Drop the model with a downloaded certificate, or choose “a model” in step 2 and drop it there.`,
    );
  voting.second = { stored, files };
  desk.changed();
}

/**
 * @param {Desk} desk @param {import('./own-documents.js').OwnDocument} document @param {string} name of its file @param {Turn} turn
 * @param {File[]} [others] that came with it
 */
async function receiveDocument(desk, document, name, turn, others = []) {
  try {
    await layDocument(desk, document, name, others, turn);
  } catch (error) {
    desk.notify(`${name}: ${sentence(error)}`);
  }
}

/** @param {Desk} desk @param {import('./own-documents.js').OwnDocument} document @param {string} name of its file @param {File[]} others @param {Turn} turn */
async function layDocument(desk, document, name, others, turn) {
  const { kind, value } = document;
  const stem = name.replace(/\.json$/, '');
  const beyond = beyondForm(document);
  if (beyond) return desk.notify(`${name}: ${beyond}`);
  if (kind === 'dataset') return desk.notify(`${name} holds votes for many clouds: drop it on the view Dataset.`);
  if (kind === 'votes') return enterVotes(desk, value);
  if (kind === 'sets') return enterSets(desk, value);
  if (kind === 'request') return layRequest(desk, withOutputs(value), stem, others, turn);
  const core = await desk.engine.ready();
  if (turn[0].aborted) return;
  // One that was cancelled has no draws; the next one is to have some.
  const { samples, ...rest } = value.request;
  if (!await fillIn(desk, samples === 0 ? rest : value.request, stem, turn)) return;
  const file = new CertificateFile(name, value, core);
  await desk.run(file.isForeign ? todays(value.request) : value.request, file);
  if (desk.result.phase === 'done' && desk.certificateFile === file) await check(desk, file);
  desk.changed();
}

/** Holds a certificate against what this device computes. @param {Desk} desk @param {CertificateFile} file */
async function check(desk, file) {
  if (!file.isForeign) return file.compare(JSON.parse(new TextDecoder().decode(await desk.documents.certificate())));
  try {
    file.take(await desk.engine.verify(file.document));
  } catch (error) {
    file.problem = fault(error);
  }
}

/**
 * Fills in a request, and computes it where all its clouds are there.
 * @param {Desk} desk @param {CertificateRequest} request @param {string} stem @param {File[]} others @param {Turn} turn
 */
async function layRequest(desk, request, stem, others, turn) {
  const named = cloudsNamed(request);
  const found = Object.fromEntries(await Promise.all(named.map(async ([handle, name, reading]) => {
    const file = others.find((other) => other.name === name);
    return [handle, file && await readAs(file, reading)];
  })));
  if (turn[0].aborted) return;
  const isThere = await fillIn(desk, request, stem, turn, found, found.clean ? '' : named.find(([handle]) => handle === 'clean')?.[1]);
  if (!isThere) return;
  const missing = named.filter(([handle]) => !found[handle]).map(([, file]) => file);
  if (missing.length > 0) return desk.notify(`${stem}.json is filled in. Now drop the clouds that it names: ${missing.join(', ')}.`);
  await (named.length ? desk.certify() : desk.run(request));
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
 * @returns {Promise<boolean>} false if something else was entered before its clouds were read
 */
async function fillIn(desk, request, stem, [signal, tell, by], files = {}, expected = '') {
  const given = { ...cloudsIn(request, stem), ...files, outputs: outputsIn(request.prediction) };
  const filled = desk.fill(toValues(request), given, countedIn(request), { expected, by });
  desk.put({ gram: request.gram ?? null, sets: request.sets ?? null });
  tell({ type: 'filled' });
  await filled;
  if (signal.aborted) return false;
  desk.put({ brushed: pairedIn(request) });
  desk.dispatchEvent(new Event('edit'));
  return true;
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
    ...(sampling && { subsample: sampling.subsample ?? '' }), group: classifier?.group, direction: classifier?.axis?.join(' '),
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
