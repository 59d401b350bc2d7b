// A thread of Node with the certifier, for tests without a browser: what the page has in a worker.

import { createRequire } from 'node:module';

createRequire(import.meta.url)(process.env.ORBITCERT_WASM_EXEC);
await import('../../library/node-worker.js');
