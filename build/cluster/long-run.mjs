// Prints a run of the demo shapes that takes a quarter of a minute of processor time, for tests of clusters.

import { readFileSync } from 'node:fs';

const run = JSON.parse(readFileSync(new URL('../../site/datasets/shapes.json', import.meta.url), 'utf8'));
run.samples = 100_000;
run.attack.norms = Array.from({ length: 75 }, (_, i) => i / 60);
process.stdout.write(JSON.stringify(run));
