// Paths of the board and of the programs that check it.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));
const out = join(top, 'build', 'out');

export const entries = join(top, 'build', 'board', 'entries');

/** The programs of this tree; the command line is built. @returns {import('./check.mjs').Programs} */
export function builtPrograms() {
  const orbitcert = join(out, 'board', 'orbitcert');
  execFileSync('go', ['build', '-o', orbitcert, './core/cmd/orbitcert'], { cwd: top, stdio: ['ignore', 2, 2] });
  return { orbitcert, votes: join(out, 'orbitcert-votes.mjs'), site: join(out, 'site'), fetched: join(out, 'board', 'fetched') };
}
