// Writes the results of the experiments as `orbitcert run` gave them: plain, with shares in place of numbers of clouds.
//
//   node build/content/results.mjs FOLDER     the folder of the figures in the built site

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withShares } from './paper/condensed.mjs';
import { unpackStored } from './stored.mjs';

const [, , folder] = process.argv;
unpackStored(folder);
for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  const file = join(folder, name), stored = JSON.parse(readFileSync(file, 'utf8'));
  if (stored.experiment) writeFileSync(file, `${JSON.stringify(withShares(stored))}\n`);
}
