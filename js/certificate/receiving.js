/** What a visitor brings is laid on the desk: a cloud, a certificate, a request, or votes that were counted elsewhere. */

import { toValues } from '../form/request.js';
import { sentence } from '../words/complaint.js';
import { Brought } from './brought.js';
import { cloudsIn, cloudsNamed, documentIn, readAs, votesIn } from './own-documents.js';

/** @typedef {import('./desk.js').Desk} Desk */

/**
 * Takes a point cloud, or a document that the page or the command line has written.
 * @param {Desk} desk @param {import('../clouds/files.js').Handle} handle for a cloud
 * @param {File} file @param {File[]} [others] that came with it
 */
export async function receive(desk, handle, file, others = []) {
  const { values } = desk.entries;
  const latest = desk.expect(handle);
  const own = await documentIn(file);
  if (!latest()) return;
  if (!own) return desk.files.choose(handle, file, values);
  desk.expect();
  try {
    await receiveDocument(desk, own, file.name, others);
  } catch (error) {
    desk.tell(`${file.name}: ${sentence(error)}`);
  }
}

/** @param {Desk} desk @param {import('./own-documents.js').OwnDocument} own @param {string} name of its file @param {File[]} others */
async function receiveDocument(desk, { kind, value }, name, others) {
  const stem = name.replace(/\.json$/, '');
  if (kind === 'dataset') return desk.tell(`${name} holds votes for many clouds: drop it on the view Dataset.`);
  if (kind === 'votes') return enterVotes(desk, value);
  if (kind === 'request') return adopt(desk, value, stem, others);
  const core = await desk.engine.ready();
  // One that was cancelled has no draws; the next one is to have some.
  const { samples, ...rest } = value.request;
  await lay(desk, samples === 0 ? rest : value.request, stem);
  const brought = desk.brought = new Brought(name, value, core);
  await desk.run(value.request);
  if (desk.job.result.phase === 'done' && desk.brought === brought) brought.compare(JSON.parse(new TextDecoder().decode(await desk.afterthoughts.document())));
  desk.changed();
}

/** Fills in a request, and computes it where all its clouds are there. @param {Desk} desk @param {any} request @param {string} stem @param {File[]} others */
async function adopt(desk, request, stem, others) {
  const named = cloudsNamed(request);
  const found = Object.fromEntries(await Promise.all(named.map(async ([handle, name, reading]) => {
    const file = others.find((other) => other.name === name);
    return [handle, file && await readAs(file, reading)];
  })));
  await lay(desk, request, stem, found, found.clean ? '' : named.find(([handle]) => handle === 'clean')?.[1]);
  const missing = named.filter(([handle]) => !found[handle]).map(([, file]) => file);
  if (missing.length) return ask(desk, `${stem}.json is filled in. Now drop the clouds that it names: ${missing.join(', ')}.`);
  await (named.length ? desk.certify() : desk.run(request));
}

/**
 * Has the form and the drawings show a request.
 * @param {Desk} desk @param {any} request @param {string} stem @param {import('../clouds/files.js').Given} [files] @param {string} [expected] the file of the clean cloud, where it is still to come
 */
async function lay(desk, request, stem, files = {}, expected = '') {
  const filled = desk.fill(toValues(request), { ...cloudsIn(request, stem), ...files }, votesIn(request.prediction ?? {}), { expected });
  desk.files.gram = request.gram ?? null;
  await filled;
  desk.dispatchEvent(new Event('edit'));
  desk.job.begin();
}

/** @param {Desk} desk @param {string} sentence */
function ask(desk, sentence) {
  desk.job.outdate();
  desk.tell(sentence);
}

/** Fills in votes as they were counted, and what they were counted for. @param {Desk} desk @param {any} value */
function enterVotes(desk, value) {
  const counted = votesIn(value);
  const { classifier, sampling } = value;
  const entries = { given: 'votes', votes: counted?.votes, voted: counted?.samples, runnerVotes: counted?.runner ?? '', sigma: sampling?.sigma, group: classifier?.group, permutation: classifier?.sorted };
  for (const [name, entry] of Object.entries(entries)) if (entry !== undefined) desk.entries.set(name, String(entry));
  desk.counted = counted;
}
