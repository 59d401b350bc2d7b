// Twists every certified shape at random within its certified range and has it voted on again: its class must stay. Where another class
// leads after a few votes, more of them decide. Writes site/docs/figures/revoted.json; votes stay in build/out/paper/revoted.
//
//   node build/content/paper/revoted.mjs

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { votesAt } from '../../../js/classifier/votes-at-clouds.js';
import { experiments, figures, out, withId } from './files.mjs';
import { opened } from './open-model.mjs';
import { certified, voted } from './votes-run.mjs';

/** Votes at a twisted shape, and votes where another class leads. */
const FEW = 50, MANY = 1000;

const { times, of } = experiments.revoted;

/** A share of the way from the lower end of a range to the upper one, which follows from a text. @param {string} text */
const share = (text) => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;

/** Twists a cloud about the vertical through the origin. @param {number[][]} points @param {number} angle in radians per unit of height */
const twisted = (points, angle) => points.map(([x, y, z]) => {
  const [c, s] = [Math.cos(angle * z), Math.sin(angle * z)];
  return [x * c - y * s, x * s + y * c, z];
});

/** @param {number[]} votes */
const most = (votes) => votes.indexOf(Math.max(...votes));

/** Counts votes at other clouds than those of a run. @param {any} document with votes @param {Awaited<ReturnType<typeof opened>>} voter */
function counter({ clouds, withstand, alpha, samples, voted: { classifier }, ...smoothed }, { machine, opened: model, model: described }) {
  const planner = async (/** @type {any} */ request) => {
    const text = JSON.stringify({ ...request, prediction: { ...request.prediction, model: described } });
    return { opened: model, text, plan: await machine.counting.plan(text) };
  };
  return (/** @type {number[][]} */ points, /** @type {number} */ count) =>
    votesAt(machine, planner, { ...smoothed, prediction: { evidence: { classifier } } }, points, count);
}

/**
 * The votes at a shape after each of its twists; those of an earlier call where it had the same.
 * @param {string} id @param {{name: string, predicted: number, ranges: any[]}} result @param {number[][]} points @param {ReturnType<typeof counter>} votes
 * @returns {Promise<{angle: number, votes: number[]}[]>}
 */
async function again(id, { name, predicted, ranges }, points, votes) {
  const file = `${out}/revoted/${id}/${name.replace(/\W/g, '-')}.json`;
  const { from, to } = ranges.find(({ family }) => family === 'twist');
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [], counted = [];
  for (let i = 0; i < times; i++) {
    const angle = from + (to - from) * share(`${id} ${name} ${i}`);
    if (kept[i]?.angle === angle) counted.push(kept[i]);
    else {
      const few = await votes(twisted(points, angle), FEW);
      counted.push({ angle, votes: most(few) === predicted ? few : await votes(twisted(points, angle), MANY) });
    }
  }
  writeFileSync(file, `${JSON.stringify(counted)}\n`);
  return counted;
}

/** @param {string} id of a run @param {Awaited<ReturnType<typeof opened>>} voter */
async function revoted(id, voter) {
  const { votes, withstand } = withId(experiments.runs, id), document = voted(withId(experiments.votes, votes));
  const shapes = certified(id, document, { withstand }).results.filter((/** @type {any} */ { ranges }) => ranges);
  const count = counter(document, voter);
  mkdirSync(`${out}/revoted/${id}`, { recursive: true });
  let changed = 0, doubted = 0;
  for (const shape of shapes) {
    const { points } = document.clouds.find((/** @type {any} */ { name }) => name === shape.name);
    const twists = await again(id, shape, points, count);
    changed += twists.filter((one) => most(one.votes) !== shape.predicted).length;
    doubted += twists.filter((one) => one.votes.reduce((sum, n) => sum + n, 0) > FEW).length;
    console.error(`${id}, ${shape.name}: ${changed} of ${times * (shapes.indexOf(shape) + 1)} so far have another class, ${doubted} had ${MANY} votes`);
  }
  return { id, shapes: shapes.length, clouds: times * shapes.length, doubted, changed };
}

const model = new Set(of.map((id) => withId(experiments.votes, withId(experiments.runs, id).votes).model));
if (model.size > 1) throw new Error('experiments.json: revoted: all runs need the votes of one model');
const voter = await opened([...model][0]), results = [];
for (const id of of) results.push(await revoted(id, voter));
writeFileSync(`${figures}/revoted.json`, `${JSON.stringify({ times, votes: FEW, more: MANY, of: results })}\n`);
process.exit(0);
