/** Finds the files of a run: chosen, dropped, in dropped folders, or shipped with the page. */

import { isOneFile } from '../offline/site.js';
import { withClouds, withPoints } from './shared-clouds.js';
import experiments from '../../build/content/paper/experiments.json' with { type: 'json' };

/**
 * @typedef {{name: string, bytes: () => Promise<Uint8Array>, shipped?: boolean, blob?: Blob}} Source shipped: comes with the page; blob: has the
 *   bytes of what does not
 */

/** @param {File} file @param {string} [path] @returns {Source} */
const source = (file, path = file.webkitRelativePath || file.name) => ({
  name: path.replace(/^\//, ''), blob: file,
  bytes: async () => new Uint8Array(await file.arrayBuffer()),
});

/** System files that are dropped by accident. */
const HIDDEN = /(^|\/)(\.|__MACOSX|Thumbs\.db)/;

/** @param {Iterable<File>} files @returns {Source[]} */
export const sources = (files) => byName([...files].map((file) => source(file)));

/** In the order of their names, so that a folder is the same run on every machine. @param {Source[]} files */
const byName = (files) => files.filter(({ name }) => !HIDDEN.test(name)).sort((a, b) => (a.name < b.name ? -1 : 1));

/** @param {FileSystemEntry} entry @returns {Promise<Source[]>} */
async function inside(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject));
    return [source(/** @type {File} */ (file), entry.fullPath)];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const found = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const one of some) found.push(...await inside(one));
  }
}

/** Everything in a drop, folders included. @param {DataTransfer} data @returns {Promise<Source[]>} */
export async function dropped(data) {
  // Taken at once: the list is empty after the event.
  const entries = /** @type {FileSystemEntry[]} */ ([...data.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean));
  const files = [...data.files];
  if (!entries.some(({ isDirectory }) => isDirectory)) return sources(files);
  return byName((await Promise.all(entries.map(inside))).flat());
}

/** A run that comes with the page. @typedef {Source & {id: string, title: string, file: string}} Shipped file: where it lies */

/** @param {string} path @returns {Promise<Response>} */
async function fetched(path) {
  const response = await fetch(new URL(path, document.baseURI)).catch(() => undefined);
  if (!response?.ok) throw new Error('could not be loaded. Are you online?');
  return response;
}

/** @param {string} id @param {string} title @param {string} file @param {() => Promise<Uint8Array>} bytes @returns {Shipped} */
const shipped = (id, title, file, bytes) => ({ id, title, file, name: `${id}.json`, bytes, shipped: true });

/** @param {string} id @param {string} title */
const demo = (id, title) => shipped(id, title, `datasets/${id}.json`, async () => new Uint8Array(await (await fetched(`datasets/${id}.json`)).arrayBuffer()));

function refuseOneFile() {
  if (isOneFile()) throw new Error('is not in the single-file page: open the page from its site');
}

/** The JSON of a file of the site. @param {string} file */
const json = async (file) => (await fetched(file)).json();

/** @param {import('../documents/types.d.ts').Run} run */
const bytes = (run) => new TextEncoder().encode(JSON.stringify(run));

/** @param {string} votes */
const votesFile = (votes) => `docs/votes/${votes}.json`;

/**
 * Experiments on the same votes share their document, which asks nothing.
 * @param {{id: string, title?: string, votes: string, attack?: object, withstand?: object}} run
 */
const experiment = ({ id, title = '', votes, attack, withstand }) => shipped(id, title, votesFile(votes), async () => {
  refuseOneFile();
  const document = await json(votesFile(votes)), first = withClouds(experiments.votes, votes).id;
  const run = first === votes ? document : withPoints(document, (await json(votesFile(first))).clouds);
  return bytes({ ...run, attack, withstand });
});

/**
 * A run of the board, whose votes lie there and whose clouds are those of another run of the site. Its name is a link's: no list has it.
 * @param {string} id @returns {Shipped | undefined}
 */
export function boardRun(id) {
  const [, name] = /^board\/([a-z0-9][a-z0-9-]{0,39})$/.exec(id) ?? [];
  return name === undefined ? undefined : shipped(name, name, `docs/board/${name}.json`, async () => {
    refuseOneFile();
    const { clouds: file, run } = await json(`docs/board/${name}.json`);
    return bytes(withPoints(run, (await json(file)).clouds));
  });
}

/** Demo datasets. */
export const DEMOS = [demo('digits', '2-D digits, turned'), demo('shapes', '3-D shapes, scaled')];

/** The paper's experiments. */
export const EXPERIMENTS = experiments.runs.filter(({ title }) => title).map(experiment);
