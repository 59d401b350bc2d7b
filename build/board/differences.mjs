// Which differences between entries on the same clouds are shown: by the exact sign test of the clouds that only one of two certifies, for all
// pairs of a dataset at once.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { datasets } from './run.mjs';

/** @import { Outcome } from './check.mjs' */
/**
 * A pair of entries: how many clouds only one of them certifies, and the p-value that holds for all pairs of the dataset at once.
 * @typedef {{dataset: string, first: string, second: string, only_first: number, only_second: number, p_value: number}} Difference
 */

/** Adjusts p-values to hold at once (Holm): the j-th smallest of N times N − j + 1, and never below the one before. @param {number[]} values */
function atOnce(values) {
  const order = values.map((_, i) => i).sort((i, j) => values[i] - values[j]), adjusted = [...values];
  let least = 0;
  for (const [j, i] of order.entries()) adjusted[i] = least = Math.max(least, Math.min(1, (values.length - j) * values[i]));
  return adjusted;
}

/** @param {Outcome[]} outcomes @param {string} orbitcert the command line @returns {Difference[]} */
export function differences(outcomes, orbitcert) {
  const folder = mkdtempSync(join(tmpdir(), 'orbitcert-board-'));
  try {
    return Object.entries(datasets).flatMap(([dataset, { radius }]) => {
      const here = outcomes.filter(({ entry }) => entry?.dataset === dataset);
      for (const { name, certified } of here) writeFileSync(join(folder, name), certified);
      const pairs = here.flatMap(({ name: first }, i) => here.slice(i + 1).map(({ name: second }) => {
        const said = execFileSync(orbitcert, ['compare', '--json', '--radii', String(radius), first, second], { cwd: folder, encoding: 'utf8' });
        const { only_first, only_second, p_value } = JSON.parse(said).radii[0];
        return { dataset, first, second, only_first, only_second, p_value };
      }));
      const adjusted = atOnce(pairs.map(({ p_value }) => p_value));
      return pairs.map((pair, i) => ({ ...pair, p_value: adjusted[i] }));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
