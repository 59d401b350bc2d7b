// Puts a built folder in the place of an older one. A program that has the older one open reads
// on in it until it is gone; one that looks in between finds none for an instant.
//
//   node build/finish/replace.mjs NEW PLACE

import { renameSync, rmSync } from 'node:fs';

const [next, place] = process.argv.slice(2);
const old = `${next}.old`;

/** Moves a folder, and tells whether it could. @param {string} from @param {string} to @param {string[]} expected failures */
function moved(from, to, expected) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (!expected.includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) throw error;
    return false;
  }
}

// Another build may put its own there in between.
do {
  if (moved(place, old, ['ENOENT'])) rmSync(old, { recursive: true });
} while (!moved(next, place, ['ENOTEMPTY', 'EEXIST']));
