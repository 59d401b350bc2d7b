// Which differences between entries on the same clouds are shown: by `orbitcert compare` of all entries of a dataset at once.

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

/** @param {Outcome[]} outcomes @param {string} orbitcert the command line @returns {Difference[]} */
export function differences(outcomes, orbitcert) {
  const cwd = mkdtempSync(join(tmpdir(), 'orbitcert-board-'));
  try {
    return Object.entries(datasets).flatMap(([dataset, { radius }]) => {
      const here = outcomes.filter(({ entry }) => entry?.dataset === dataset), names = here.map(({ name }) => name);
      if (names.length < 2) return [];
      for (const { name, certified } of here) writeFileSync(join(cwd, name), certified);
      const said = execFileSync(orbitcert, ['compare', '--json', '--radii', String(radius), ...names], { cwd, encoding: 'utf8' });
      return JSON.parse(said).radii.map((/** @type {any} */ { pair: [first, second] = names, only_first, only_second, holm }) =>
        ({ dataset, first, second, only_first, only_second, p_value: holm }));
    });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
