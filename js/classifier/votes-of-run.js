/** The votes of a model for every cloud of a run document, written into it so that anyone who has the model can count them again. */

import { Count } from './counter.js';
import { InputError, sha256 } from './node.js';

/** Samples that name the class of each cloud. */
const SELECT = 100;

/** What a run says of its classifier. @param {any} run */
const classifierOf = ({ group, axis, translation, permutation }) => ({ group, axis, translation, permutation: permutation ?? false });

/** Votes by class, and last those of samples without one. @param {number[]} votes @param {number} samples */
const withNone = (votes, samples) => [...votes, samples - votes.reduce((sum, n) => sum + n, 0)];

/**
 * @param {any} run @param {import('./counter.js').Machine} machine @param {import('./counter.js').Opened} opened
 * @param {object} model as documents describe it @param {{runtime: any, samples: number, classifier?: any, onCloud: (done: number) => void}} options classifier: of
 *   votes that were counted before, which may have been invariant under more than the run asks
 * @returns {Promise<any>} the run with votes, what they were counted with, and the digest of each cloud's votes document
 */
export async function countRun(run, machine, opened, model, { runtime, samples, classifier = {}, onCloud }) {
  const sampling = { select: SELECT, estimate: samples };
  const clouds = [];
  let voted;
  for (const { name, label, points } of run.clouds) {
    if (!Array.isArray(points)) throw new InputError(`clouds: ${name ?? clouds.length} has no points`);
    const { sigma, preparation } = run;
    const text = JSON.stringify({ clean: { points }, sigma, preparation, ...classifierOf(run), prediction: { model, classifier, sampling } });
    const document = await new Count(machine, opened, text, await machine.counting.plan(text), { runtime }).run();
    const evidence = JSON.parse(document);
    const { votes: { select, estimate } } = evidence;
    const { seed, cloud, ...drawn } = evidence.sampling;
    voted = { model: evidence.model, classifier: evidence.classifier, sampling: drawn, preparation, runtime: evidence.runtime };
    clouds.push({ name, label, votes_pred: withNone(select, SELECT), votes_cert: withNone(estimate, samples), evidence: `sha256:${sha256(new TextEncoder().encode(document))}`, points });
    onCloud(clouds.length);
  }
  return { ...run, voted, clouds };
}

/** A run document, one cloud a line. @param {any} run */
export function writeRun({ clouds, ...rest }) {
  const fields = Object.entries(rest).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{${fields.join(',\n')},\n"clouds": [\n${clouds.map((/** @type {any} */ cloud) => JSON.stringify(cloud)).join(',\n')}\n]}`;
}

/** Names of the clouds whose votes are others than those of a second count. @param {any} run @param {any} second */
export const differing = (run, second) => run.clouds.filter((/** @type {any} */ { votes_pred: pred, votes_cert: cert, evidence }, /** @type {number} */ i) => {
  const other = second.clouds[i];
  return evidence !== other.evidence || String(pred) !== String(other.votes_pred) || String(cert) !== String(other.votes_cert);
}).map((/** @type {any} */ { name }) => name);
