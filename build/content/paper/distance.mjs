// Certified accuracy against ‖Δ‖, for every Δ of the points of a cloud: votes of 64 of its 2,048 points, drawn anew for each, by
// `orbitcert run` for each of these norms. Beside it stands the curve of clouds that were sampled first, which a run has
// already: black box against the norm of a scaling. Writes site/docs/figures/distance.json.

import { readFileSync, writeFileSync } from 'node:fs';
import { experiments, figures, out, withId } from './files.mjs';
import { certified } from './voted.mjs';

const RUN = withId(experiments.runs, 'furniture-64-withstood');

const NORMS = Array.from({ length: 25 }, (_, i) => (3 * i) / 100);

const document = JSON.parse(readFileSync(`${out}/runs/${RUN.id}.json`, 'utf8'));
const shares = NORMS.map((moved) => certified('distance', document, { withstand: { ...RUN.withstand, moved } }).points[0].accuracy[0]);
writeFileSync(`${figures}/distance.json`, `${JSON.stringify({ votes: RUN.votes, grid: NORMS, shares })}\n`);
