// The edge worker on real workerd: the page from build/out/site, the calls below
// /api/ from the Go program in build/out/edge, certificates in a KV namespace.
//
//   node build/edge-dev.mjs [port]      (or PORT=…; 0 takes a free port)

import { createRequire } from 'node:module';
import { existsSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const out = fileURLToPath(new URL('./out/', import.meta.url));

// The packages live in js/node_modules, which is not above this file.
const require = createRequire(new URL('../js/package.json', import.meta.url));

/** The name under which the Go program finds its store; see wasm/edge/main_js.go. */
const BINDING = 'CERTIFICATES';

/** What workers-assets-gen and the compiler leave in the worker's folder, its entry first. */
const modules = [
  ['ESModule', 'worker.mjs'],
  ['ESModule', 'runtime.mjs'],
  ['ESModule', 'wasm_exec.js'],
  ['CompiledWasm', 'app.wasm'],
];

/**
 * Starts the worker on the loopback interface.
 *
 * @param {{port?: number, site?: string, edge?: string, data?: string}} [options]
 *   port: 0 (the default) takes a free one; site, edge: folders of the page and of the
 *   worker; data: folder that keeps the namespace, memory alone without it.
 * @returns {Promise<{url: string, store: any, stop: () => Promise<void>}>}
 *   url without a trailing slash; store is the KV namespace.
 */
export async function startEdge({ port = 0, site = join(out, 'site'), edge = join(out, 'edge'), data } = {}) {
  for (const file of [join(site, 'index.html'), join(edge, 'app.wasm')]) {
    if (!existsSync(file)) throw new Error(`${file} is missing (run make build)`);
  }
  await assertFree(port);
  const { Miniflare, Log, LogLevel } = require('miniflare');
  const worker = new Miniflare({
    host: '127.0.0.1',
    port,
    log: new Log(LogLevel.WARN),
    cf: false, // nothing is fetched: it starts without a network
    modulesRoot: edge,
    modules: modules.map(([type, name]) => ({ type, path: join(edge, name) })),
    compatibilityDate: '2026-04-01',
    kvNamespaces: [BINDING],
    kvPersist: data ?? false,
    // What is no file of the page goes to the Go program, as after a deployment.
    assets: { directory: site, routerConfig: { has_user_worker: true } },
  });
  try {
    const url = (await worker.ready).origin;
    return { url, store: await worker.getKVNamespace(BINDING), stop: () => worker.dispose() };
  } catch (error) {
    await worker.dispose().catch(() => {}); // the first error is the one to report
    throw error;
  }
}

/** Rejects with a sentence when the port is taken; workerd would print its stack. */
function assertFree(port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is taken; choose another with PORT=`) : error));
    probe.listen(port, '127.0.0.1', () => probe.close(resolve));
  });
}

/** Serves until SIGINT or SIGTERM. */
async function main() {
  const port = Number(process.argv[2] ?? process.env.PORT ?? 8787);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error('the port must be 0 to 65535');
  const { url, stop } = await startEdge({ port, data: join(out, 'edge-data') });
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
