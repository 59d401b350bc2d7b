/** Files for a run: chosen, dropped, or found in dropped folders. */

/** @typedef {{name: string, bytes: () => Promise<Uint8Array>, shipped?: boolean}} Source shipped: comes with the page */

/** @param {File} file @param {string} [path] @returns {Source} */
const source = (file, path = file.webkitRelativePath || file.name) => ({
  name: path.replace(/^\//, ''),
  bytes: async () => new Uint8Array(await file.arrayBuffer()),
});

/** Files of a system that nobody means to drop. */
const HIDDEN = /(^|\/)(\.|__MACOSX|Thumbs\.db)/;

/** @param {Iterable<File>} files @returns {Source[]} */
export const sources = (files) => byName([...files].map((file) => source(file)));

/** In the order of their names, so that a folder is the same run on every machine. @param {Source[]} files */
const byName = (files) => files.filter(({ name }) => !HIDDEN.test(name)).sort((a, b) => (a.name < b.name ? -1 : 1));

/** @param {any} entry of a file system @returns {Promise<Source[]>} */
async function inside(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [source(/** @type {File} */ (file), entry.fullPath)];
  }
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    /** @type {any[]} */
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const one of some) found.push(...await inside(one));
  }
}

/** Everything in a drop, folders included. @param {DataTransfer} data @returns {Promise<Source[]>} */
export async function dropped(data) {
  // Taken at once: the list is empty after the event.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const files = [...data.files];
  if (entries.length === 0) return sources(files);
  return byName((await Promise.all(entries.map(inside))).flat());
}
