// Counts again the votes of the shipped models that come with the site, those of the examples that have some and of the
// datasets, and writes both anew. Needs build/out/site. `node build/content/votes.mjs` runs it; a model that is another one needs it.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeRun } from '../../js/classifier/votes-of-run.js';
import { withoutPoints } from './clouds.mjs';
import { writeStored } from './stored.mjs';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Counts to make: the document, the model, the samples of each cloud, those that set the reference and the path of the votes. Vectors are long, so
 * that they are packed, and few.
 * @type {{document: string, model: string, samples: number, select?: number, to: string}[]}
 */
const counts = [
  { document: 'site/examples/digit-2d.json', model: 'digits', samples: 2000, to: 'build/content/examples/votes/digit.json' },
  { document: 'site/examples/digit-points-2d.json', model: 'digits-64', samples: 10_000, to: 'build/content/examples/votes/digit-64.json' },
  { document: 'site/examples/chair-points-3d.json', model: 'furniture-64', samples: 10_000, to: 'build/content/examples/votes/chair-64.json' },
  { document: 'site/examples/chair-twisted-3d.json', model: 'furniture-standing', samples: 2000, to: 'build/content/examples/votes/chair-twisted.json' },
  { document: 'site/examples/energy-3d.json', model: 'energy', samples: 1000, to: 'build/content/examples/votes/energy.json' },
  { document: 'build/out/site/examples/forces-3d.json', model: 'forces', samples: 400, select: 40, to: 'build/content/examples/votes/forces.json.gz' },
  { document: 'site/examples/parts-3d.json', model: 'parts', samples: 500, to: 'build/content/examples/votes/parts.json' },
  { document: 'build/out/site/datasets/digits.json', model: 'digits', samples: 1000, to: 'site/datasets/digits.json' },
  { document: 'build/out/site/datasets/shapes.json', model: 'furniture', samples: 200, to: 'site/datasets/shapes.json' },
];

const folder = mkdtempSync(join(tmpdir(), 'votes-'));
for (const { document, model, samples, select, to } of counts) {
  console.log(`${to}: ${samples} samples a cloud, by ${model}.onnx`);
  const request = JSON.parse(readFileSync(join(repository, document), 'utf8')), asked = join(folder, 'asked.json');
  writeFileSync(asked, JSON.stringify(select ? { ...request, prediction: { ...request.prediction, sampling: { select } } } : request));
  const votes = execFileSync(
    process.execPath, ['build/out/orbitcert-votes.mjs', asked, '--model', `site/models/${model}.onnx`, '--samples', String(samples), '--all'],
    { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  const [, at, id] = /** @type {string[]} */ (/^(.*)\/(.*)\.json\.gz$/.exec(to) ?? []);
  if (id) writeStored(join(repository, at), id, votes.trim());
  else writeFileSync(`${repository}${to}`, to.startsWith('site/datasets/') ? `${writeRun(withoutPoints(JSON.parse(votes)))}\n` : votes);
}
rmSync(folder, { recursive: true });
execFileSync('go', ['run', './build/content/examples'], { cwd: repository, stdio: 'inherit' });
