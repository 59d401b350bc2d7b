/** Workers on workerd for the edge's tests: each file has a folder, a page and a signing key of its own. Needs `make build`. */

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as call } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

import { newSecret, startEdge } from '../../../build/edge/dev.mjs';

export const folder = mkdtempSync(join(tmpdir(), 'orbitcert-worker-'));
export const site = join(folder, 'site');
export const secret = newSecret();

before(() => {
  mkdirSync(site);
  writeFileSync(join(site, 'index.html'), '<!doctype html>');
});
after(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Runs a test with a worker of its own; gives what it gives.
 *
 * @template T
 * @param {Parameters<typeof startEdge>[0]} options
 * @param {(edge: Awaited<ReturnType<typeof startEdge>>) => Promise<T>} run
 */
export async function withEdge(options, run) {
  const edge = await startEdge({ site, secret, ...options });
  try {
    return await run(edge);
  } finally {
    await edge.stop();
  }
}

/** @param {string} url @param {string} body @param {AbortSignal} [signal] */
export const post = (url, body, signal) => fetch(`${url}/api/certificates`, { method: 'POST', body, signal });

/** @param {string} url @param {string} body */
export async function share(url, body) {
  const response = await post(url, body);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return { text, key: JSON.parse(text).key };
}

/**
 * The status of a POST from another address of this machine.
 * @param {string} localAddress
 * @param {string} url
 * @param {string} body
 * @returns {Promise<number | undefined>}
 */
export function postFrom(localAddress, url, body) {
  return new Promise((resolve, reject) => {
    const outgoing = call(`${url}/api/certificates`, { method: 'POST', localAddress, headers: { 'Content-Length': body.length } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The built workers with a change in one of the files. @param {string} name @param {string} file @param {(path: string) => void} change */
export function changed(name, file, change) {
  const edge = join(folder, name);
  cpSync(fileURLToPath(new URL('../../../build/out/edge', import.meta.url)), edge, { recursive: true });
  change(join(edge, file));
  return edge;
}
