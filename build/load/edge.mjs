// The edge workers for the load tool: nothing is kept, so that each run finds a new budget.
// With the argument "alone" it is the workers without the page.

import { startEdge } from '../edge/dev.mjs';

const { url, stop } = await startEdge({ quiet: true, apart: true, alone: process.argv[2] === 'alone' });
process.removeAllListeners('SIGTERM'); // miniflare's own would not end the process
process.once('SIGTERM', () => stop().then(() => process.exit(0)));
console.log(`OrbitCert on ${url}`);
