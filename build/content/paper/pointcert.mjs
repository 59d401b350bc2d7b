// Counts the votes of PointCert's sub-clouds, which sub-clouds.mjs tells of, with the model whose own votes are of as many
// points, on the clouds of its experiment. Its classifier is the same one without noise and without draws. Writes
// site/docs/figures/pointcert.json.gz.

import { Rows } from '../../../js/classifier/rows.js';
import { writeStored } from '../stored.mjs';
import { cloudsOf, experiments, figures, withId } from './files.mjs';
import { opened } from './open-model.mjs';
import { divided, winnerOf } from './sub-clouds.mjs';

/** Sub-clouds of 128, 64 and 32 points in the mean. */
const DIVISIONS = [16, 32, 64];

/** The experiment whose model and clouds these are. */
const VOTES = withId(experiments.votes, 'furniture-64');

/** Nothing is drawn by it, but it sets the grid that the model sees points on, σ/262. */
const SIGMA = 0.001;

/** Returns the class of a cloud by a model that is open, or nothing. @param {Awaited<ReturnType<typeof opened>>} voter */
function classifier({ machine, classes, opened: fed, model }) {
  const { group } = VOTES;
  return async (/** @type {number[][]} */ points) => {
    if (points.length === 0) return undefined;
    const text = JSON.stringify({ clean: { points }, sigma: SIGMA, group, prediction: { model, classifier: {}, sampling: {} } });
    const rows = new Rows(machine, fed, await machine.counting.plan(text));
    const [inputs, counts] = await machine.counting.clean(text);
    const [[number]] = await rows.read(0, text, inputs, counts);
    return number < classes.length ? number : undefined;
  };
}

/**
 * The votes of the sub-clouds of one cloud by class; one without a class has none.
 * @param {(points: number[][]) => Promise<number | undefined>} classOf @param {number[][]} points @param {number} m @param {number} classes
 */
async function voted(classOf, points, m, classes) {
  const votes = Array(classes).fill(0);
  for (const part of divided(points, m)) {
    const number = await classOf(part);
    if (number !== undefined) votes[number]++;
  }
  return votes;
}

const voter = await opened(VOTES.model), { classes } = voter, classOf = classifier(voter);
const clouds = cloudsOf(VOTES.set);
const divisions = [];
for (const m of DIVISIONS) {
  const shapes = [];
  for (const { name, label, points } of clouds) shapes.push({ name, label, votes: await voted(classOf, points, m, classes.length) });
  console.error(`pointcert: ${m} sub-clouds, ${shapes.filter(({ label, votes }) => winnerOf(votes) === label).length} of ${shapes.length} clouds correct`);
  divisions.push({ sub_clouds: m, shapes });
}
writeStored(figures, 'pointcert', JSON.stringify({ model: VOTES.model, set: VOTES.set, divisions }));
process.exit(0);
