// Counts again the votes of the shipped models that come with the site, those of the examples that have some and of the
// datasets, and writes both anew. Needs build/out/site. `node build/content/votes.mjs` runs it; a model that is another one needs it.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeRun } from '../../js/classifier/votes-of-run.js';
import { withoutPoints } from './clouds.mjs';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Counts to make: the document, the model, the samples of each cloud and the path of the votes. */
const counts = [
  { document: 'site/examples/digit-2d.json', model: 'digits', samples: 2000, to: 'build/content/examples/votes/digit.json' },
  { document: 'site/examples/digit-points-2d.json', model: 'digits-64', samples: 10_000, to: 'build/content/examples/votes/digit-64.json' },
  { document: 'site/examples/chair-points-3d.json', model: 'furniture-64', samples: 10_000, to: 'build/content/examples/votes/chair-64.json' },
  { document: 'site/examples/chair-twisted-3d.json', model: 'furniture-standing', samples: 2000, to: 'build/content/examples/votes/chair-twisted.json' },
  { document: 'site/examples/energy-3d.json', model: 'energy', samples: 1000, to: 'build/content/examples/votes/energy.json' },
  { document: 'site/examples/parts-3d.json', model: 'parts', samples: 500, to: 'build/content/examples/votes/parts.json' },
  { document: 'build/out/site/datasets/digits.json', model: 'digits', samples: 1000, to: 'site/datasets/digits.json' },
  { document: 'build/out/site/datasets/shapes.json', model: 'furniture', samples: 200, to: 'site/datasets/shapes.json' },
];

for (const { document, model, samples, to } of counts) {
  console.log(`${to}: ${samples} samples a cloud, by ${model}.onnx`);
  const votes = execFileSync(
    process.execPath,
    ['build/out/orbitcert-votes.mjs', document, '--model', `site/models/${model}.onnx`, '--samples', String(samples), '--all'],
    { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  writeFileSync(`${repository}${to}`, to.startsWith('site/datasets/') ? `${writeRun(withoutPoints(JSON.parse(votes)))}\n` : votes);
}
execFileSync('go', ['run', './build/content/examples'], { cwd: repository, stdio: 'inherit' });
