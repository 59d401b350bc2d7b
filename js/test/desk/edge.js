// The edge that desks of these tests share with: over loopback, as pages reach it.

import { createServer } from 'node:http';
import { FaultyEdge, publicKey } from '../tools/faulty.js';

/**
 * Serves an edge, null for a host without one, until the test ends.
 * @param {FaultyEdge | null} [edge]
 * @returns {Promise<import('../../offline/site.js').Site>} of a page beside it
 */
export async function serveEdge(t, edge = new FaultyEdge(() => '')) {
  const server = createServer((request, response) => {
    if (edge) return void edge.handle(request, response, request.url.slice(1)).catch(() => response.destroy());
    response.writeHead(404, { 'content-type': 'text/plain' });
    response.end('not found\n');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const base = `http://127.0.0.1:${server.address().port}/`;
  return { address: base, home: '', base, edge: '', publicKey };
}

/** Parses the address of a link. @param {string} address */
export const linkIn = (address) => Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1)));
