// The edge workers on real workerd, as wrangler.jsonc and wrangler.compute.jsonc describe
// them: the page from build/out/site, pinned to their key, and the calls below /api/.
//
//   node build/edge/dev.mjs [port]      (or PORT=…; 0 takes a free port)

import { createRequire } from 'node:module';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('./', import.meta.url));
const out = join(here, '..', 'out');

// The packages live in js/node_modules, which is not above this file.
const require = createRequire(new URL('../../js/package.json', import.meta.url));

/** The two workers, with what build/edge/workers.sh leaves for each, its entry first. */
const hits = { name: 'orbitcert', config: 'wrangler.jsonc', modules: ['hits.mjs'] };
const compute = { name: 'orbitcert-compute', config: 'wrangler.compute.jsonc', modules: ['compute.mjs', 'go.mjs', 'runtime.mjs', 'wasm_exec.js', 'app.wasm'] };

/**
 * Describes a worker for Miniflare.
 *
 * @param {typeof hits} worker @param {string} edge folder of both
 */
function workerOptions({ name, config, modules }, edge) {
  const { workerOptions: options } = /** @type {any} */ (require)('wrangler').unstable_getMiniflareWorkerOptions(join(here, config));
  return {
    ...options,
    name,
    modulesRoot: edge,
    modules: modules.map((file) => ({ type: file.endsWith('.wasm') ? 'CompiledWasm' : 'ESModule', path: join(edge, file) })),
    kvNamespaces: Object.keys(options.kvNamespaces), // here they are known by their names
  };
}

/**
 * Starts the workers on the loopback interface.
 *
 * @param {{port?: number, site?: string, edge?: string, data?: string, secret?: string, quiet?: boolean, alone?: boolean, apart?: boolean}} [options]
 *   port: 0 (the default) takes a free one; site, edge: folders of the page and of the
 *   workers; data: folder that keeps certificates and counts, memory alone without it;
 *   secret: the signing key, a new one without it, '' leaves the workers without any;
 *   quiet: without what the workers log; alone: without the page, whose simulated routing
 *   takes longer than the worker; apart: each worker has a process of its own, as each has a
 *   thread of its own at Cloudflare, and not one for both.
 * @returns {Promise<{url: string, store: any, cache: any, stop: () => Promise<void>}>}
 *   url without a trailing slash; store is the KV namespace, cache what the Cache API keeps.
 */
export async function startEdge({
  port = 0, site = join(out, 'site'), edge = join(out, 'edge'), data, secret = newSecret(), quiet = false, alone = false, apart = false,
} = {}) {
  for (const file of [join(site, 'index.html'), join(edge, 'app.wasm')]) {
    if (!existsSync(file)) throw new Error(`${file} is missing (run make build)`);
  }
  await assertFree(port);
  const folder = mkdtempSync(join(tmpdir(), 'orbitcert-edge-'));
  const { Miniflare, Log, LogLevel } = /** @type {any} */ (require)('miniflare');
  /** @type {any[]} */
  const running = [];
  const stop = async () => {
    for (const process of running) await process.dispose().catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
  const start = (/** @type {object} */ options) => {
    const process = new Miniflare({
      host: '127.0.0.1',
      log: new Log(LogLevel.WARN),
      ...(quiet && { handleRuntimeStdio: drain }),
      cf: false, // nothing is fetched: it starts without a network
      kvPersist: data ?? (apart && join(folder, 'kv')),
      durableObjectsPersist: data ? join(data, 'limiter') : false,
      ...options,
    });
    running.push(process);
    return process;
  };
  try {
    const front = workerOptions(hits, edge);
    const back = { ...workerOptions(compute, edge), bindings: secret ? { SIGNING_KEY: secret } : {} };
    if (alone) delete front.assets;
    else front.assets.directory = pinnedSite(site, join(folder, 'site'), secret);
    if (apart) {
      const process = start({ workers: [{ ...back, unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] }] });
      await process.ready;
      front.serviceBindings.COMPUTE = { external: { address: (await process.unsafeGetDirectURL()).host, http: {} } };
    }
    const worker = start({ port, workers: apart ? [front] : [front, back] });
    const url = (await worker.ready).origin;
    return { url, store: await worker.getKVNamespace('CERTIFICATES', hits.name), cache: (await worker.getCaches()).default, stop };
  } catch (error) {
    await stop(); // the first error is the one to report
    throw error;
  }
}

/**
 * Copies a site, and writes into the copy the key that it checks signatures with.
 *
 * @param {string} site @param {string} copy @param {string} secret
 */
function pinnedSite(site, copy, secret) {
  cpSync(site, copy, { recursive: true });
  const page = join(copy, 'index.html');
  const content = secret && publicKey(secret);
  writeFileSync(page, readFileSync(page, 'utf8').replace('name="orbitcert-edge-key" content=""', `name="orbitcert-edge-key" content="${content}"`));
  return copy;
}

/** Reads streams to their ends. @param {import('node:stream').Readable[]} streams */
function drain(...streams) {
  for (const stream of streams) stream.resume();
}

/** The seed of a new Ed25519 key, as the secret SIGNING_KEY wants it. */
export function newSecret() {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32).toString('base64');
}

/** The key that checks what a secret signs, in base64. @param {string} secret */
export function publicKey(secret) {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(secret, 'base64')]);
  return createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
}

/** The secret kept in a folder, made on the first start. @param {string} folder */
function keptSecret(folder) {
  const file = join(folder, 'signing.key');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${newSecret()}\n`, { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}

/** Rejects with a sentence when the port is taken; workerd would print its stack. @param {number} port */
function assertFree(port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is taken; choose another with PORT=`) : error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(resolve));
  });
}

/** Serves until SIGINT or SIGTERM. */
async function main() {
  const port = Number(process.argv[2] ?? process.env.PORT ?? 8787);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error('the port must be 0 to 65535');
  const data = join(out, 'edge-data');
  const { url, stop } = await startEdge({ port, data, secret: keptSecret(data) });
  console.log(`OrbitCert on workerd: ${url}`);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.removeAllListeners(signal); // miniflare's own would exit with an error status
    process.once(signal, () => stop().then(() => process.exit(0)));
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(`edge: ${error.message}`);
    process.exit(1);
  });
}
