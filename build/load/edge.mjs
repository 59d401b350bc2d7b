// The edge worker for the load tool: all in memory, so that each run finds a new budget.

import { startEdge } from '../edge-dev.mjs';

const { url, stop } = await startEdge({ quiet: true });
process.removeAllListeners('SIGTERM'); // miniflare's own would not end the process
process.once('SIGTERM', () => stop().then(() => process.exit(0)));
console.log(`OrbitCert on ${url}`);
