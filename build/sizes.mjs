// Prints the sizes in bytes of the files that the page does not fetch at once: node build/sizes.mjs FOLDER

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isLate } from '../js/offline/late.js';
import { filesOf } from './integrity.mjs';

const folder = process.argv[2];
console.log(JSON.stringify(Object.fromEntries(filesOf(folder).filter(isLate).map((name) => [name, statSync(join(folder, name)).size]))));
