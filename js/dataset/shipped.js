/** The runs that come with the page: demo datasets, and those of the paper's experiments whose clouds may be passed on. */

import { isOneFile } from '../offline/site.js';
import experiments from '../../build/content/paper/experiments.json' with { type: 'json' };

/** @typedef {import('./files.js').Source & {id: string, title: string}} Shipped */

/** @param {string} path @returns {Promise<Response>} */
async function fetched(path) {
  const response = await fetch(new URL(path, document.baseURI)).catch(() => undefined);
  if (!response?.ok) throw new Error('could not be loaded. Is the network there?');
  return response;
}

/** @param {string} id @param {string} title @param {() => Promise<Uint8Array>} bytes @returns {Shipped} */
const shipped = (id, title, bytes) => ({ id, title, name: `${id}.json`, bytes, shipped: true });

/** @param {string} id @param {string} title */
const demo = (id, title) => shipped(id, title, async () => new Uint8Array(await (await fetched(`datasets/${id}.json`)).arrayBuffer()));

/** Experiments on the same votes share their document, which names no attack. @param {{id: string, title?: string, votes: string, attack: object}} run */
const experiment = ({ id, title = '', votes, attack }) => shipped(id, title, async () => {
  if (isOneFile()) throw new Error('is not in the page in one file: open the page from its site');
  const document = await (await fetched(`docs/votes/${votes}.json`)).json();
  return new TextEncoder().encode(JSON.stringify({ ...document, attack }));
});

export const DEMOS = [demo('digits', '2-D digits, turned'), demo('shapes', '3-D shapes, scaled')];

export const EXPERIMENTS = experiments.runs.filter(({ title }) => title).map(experiment);
