// A thread of Node that runs a model, for tests without a browser: what the page has in a worker.

import { parentPort } from 'node:worker_threads';
import '../../workers/inference.js';

globalThis.postMessage = /** @type {any} */ ((/** @type {unknown} */ message, /** @type {any[]} */ transfer) => parentPort?.postMessage(message, transfer));
parentPort?.on('message', (data) => /** @type {any} */ (globalThis).onmessage({ data }));
