// The edge worker for the load tool: all in memory, so that each run finds a new budget.
// With the argument "alone" it is the worker without the page.

import { startEdge } from '../edge-dev.mjs';

const { url, stop } = await startEdge({ quiet: true, alone: process.argv[2] === 'alone' });
process.removeAllListeners('SIGTERM'); // miniflare's own would not end the process
process.once('SIGTERM', () => stop().then(() => process.exit(0)));
console.log(`OrbitCert on ${url}`);
