// A thread of Node that runs one instance of the certifier: the worker of browsers, with messages as Node has them.

import { parentPort } from 'node:worker_threads';
import '../workers/worker.js';

/** @type {any} */
const scope = globalThis;

scope.postMessage = (/** @type {unknown} */ message, /** @type {any[]} */ transfer) => parentPort?.postMessage(message, transfer);
parentPort?.on('message', (data) => scope.onmessage({ data }));
