// Prints a run of the demo shapes that takes half a minute of processor time, for tests of clusters. Under the noise that
// their votes were counted with draws would prove next to nothing, and a run leaves them out; under twenty times as much they count.

import { readFileSync } from 'node:fs';

const run = JSON.parse(readFileSync(new URL('../../build/out/site/datasets/shapes.json', import.meta.url), 'utf8'));
delete run.voted;
run.sigma = 2;
run.samples = 100_000;
run.attack.norms = Array.from({ length: 150 }, (_, i) => i * 0.025);
process.stdout.write(JSON.stringify(run));
