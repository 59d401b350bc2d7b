// The edge worker on real workerd: the page from build/out/site, pinned to the
// worker's key, the calls below /api/ from the worker in build/out/edge,
// certificates in a KV namespace.
//
//   node build/edge-dev.mjs [port]      (or PORT=…; 0 takes a free port)

import { createRequire } from 'node:module';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const out = fileURLToPath(new URL('./out/', import.meta.url));

// The packages live in js/node_modules, which is not above this file.
const require = createRequire(new URL('../js/package.json', import.meta.url));

/** The names under which the worker finds its store and its limiter; see wasm/edge/main_js.go. */
const STORE = 'CERTIFICATES';
const LIMITER = 'LIMITER';

/** What build/edge.sh leaves in the worker's folder, its entry first. */
const modules = [
  ['ESModule', 'worker.mjs'],
  ['ESModule', 'go.mjs'],
  ['ESModule', 'runtime.mjs'],
  ['ESModule', 'wasm_exec.js'],
  ['CompiledWasm', 'app.wasm'],
];

/**
 * Starts the worker on the loopback interface.
 *
 * @param {{port?: number, site?: string, edge?: string, data?: string, secret?: string, quiet?: boolean, alone?: boolean}} [options]
 *   port: 0 (the default) takes a free one; site, edge: folders of the page and of the
 *   worker; data: folder that keeps certificates and counts, memory alone without it;
 *   secret: the signing key, a new one without it, '' leaves the worker without any;
 *   quiet: without what the worker logs; alone: without the page, whose simulated routing
 *   takes longer than the worker.
 * @returns {Promise<{url: string, store: any, cache: any, stop: () => Promise<void>}>}
 *   url without a trailing slash; store is the KV namespace, cache what the Cache API keeps.
 */
export async function startEdge({ port = 0, site = join(out, 'site'), edge = join(out, 'edge'), data, secret = newSecret(), quiet = false, alone = false } = {}) {
  for (const file of [join(site, 'index.html'), join(edge, 'app.wasm')]) {
    if (!existsSync(file)) throw new Error(`${file} is missing (run make build)`);
  }
  await assertFree(port);
  const pinned = mkdtempSync(join(tmpdir(), 'orbitcert-site-'));
  const clean = () => rmSync(pinned, { recursive: true, force: true });
  const { Miniflare, Log, LogLevel } = /** @type {any} */ (require)('miniflare');
  const worker = new Miniflare({
    host: '127.0.0.1',
    port,
    log: new Log(LogLevel.WARN),
    ...(quiet && { handleRuntimeStdio: drain }),
    cf: false, // nothing is fetched: it starts without a network
    modulesRoot: edge,
    modules: modules.map(([type, name]) => ({ type, path: join(edge, name) })),
    compatibilityDate: '2026-04-01',
    bindings: secret ? { SIGNING_KEY: secret } : {},
    kvNamespaces: [STORE],
    kvPersist: data ?? false,
    durableObjects: { [LIMITER]: { className: 'Limiter', useSQLite: true } },
    durableObjectsPersist: data ? join(data, 'limiter') : false,
    // The calls go straight to the worker, all else to the files of the page, as after a deployment.
    ...(!alone && { assets: { directory: pinned, routerConfig: { has_user_worker: true, static_routing: { user_worker: ['/api/*'] } } } }),
  });
  try {
    cpSync(site, pinned, { recursive: true });
    pin(join(pinned, 'index.html'), secret);
    const url = (await worker.ready).origin;
    const cache = (await worker.getCaches()).default;
    return { url, store: await worker.getKVNamespace(STORE), cache, stop: () => worker.dispose().finally(clean) };
  } catch (error) {
    await worker.dispose().catch(() => {}); // the first error is the one to report
    clean();
    throw error;
  }
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

/** Writes into the page the key that it checks signatures with. @param {string} file @param {string} secret */
function pin(file, secret) {
  const content = secret && publicKey(secret);
  const text = readFileSync(file, 'utf8').replace('<meta name="orbitcert-edge-key" content="">', `<meta name="orbitcert-edge-key" content="${content}">`);
  writeFileSync(file, text);
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
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is taken; choose another with PORT=`) : error));
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
