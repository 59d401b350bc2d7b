// The native programs of this tree: the command line, and the edge with a store of its own.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../../', import.meta.url));

const folder = join(repository, 'build', 'out', 'bin');

/** The program that counts votes in Node. */
export const votesProgram = join(repository, 'build', 'out', 'orbitcert-votes.mjs');

/** Flag of V8 that optimises a WebAssembly function after ten times the usual work: most tests run too little of it to gain. */
export const optimiseLater = '--wasm-tiering-budget=130000000';

/** Arguments of Node for a short count. */
export const votesCommand = [optimiseLater, votesProgram];

/** run.js has built them for all test files; a file alone does it with the first that it needs. */
let built = 'ORBITCERT_BUILT' in process.env;

export function buildPrograms() {
  execFileSync('go', ['build', '-buildvcs=false', '-o', `${folder}/`, './wasm/edge', './core/cmd/orbitcert'], { cwd: repository, stdio: ['ignore', 2, 2] });
  built = true;
}

/** The path of a program. @param {'edge' | 'orbitcert'} name */
export function program(name) {
  if (!built) buildPrograms();
  return join(folder, name);
}

/**
 * Starts the edge on a free port; without a site it serves an empty page.
 * @param {string} secret the seed of its signing key, in base64
 * @param {string} [site] the folder of its page
 * @param {string} [packed] the folder of the compressed forms of its page's files
 */
export async function startNative(secret, site, packed = 'none') {
  const room = mkdtempSync(join(tmpdir(), 'orbitcert-edge-'));
  const [data, empty] = ['data', 'site'].map((name) => join(room, name));
  for (const path of [data, empty]) mkdirSync(path);
  writeFileSync(join(empty, 'index.html'), '<!doctype html>');
  writeFileSync(join(data, 'signing.key'), `${secret}\n`, { mode: 0o600 });
  const child = spawn(program('edge'), ['-site', site ?? empty, '-packed', packed, '-data', data, '-port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(child.stdout, 'data');
  const url = /^OrbitCert on (http:\/\/localhost:\d+)\n$/.exec(line)?.[1];
  if (!url) throw new Error(`the edge announced ${line}`);
  return {
    url,
    /** Ends it; gives its exit status. */
    async stop() {
      child.kill('SIGTERM');
      const [status] = await once(child, 'exit');
      rmSync(room, { recursive: true, force: true });
      return status;
    },
  };
}
