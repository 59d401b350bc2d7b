/** Finds the datasets of an HDF5 file that may be clouds, and their numbers. The certifier decides which are clouds, as with NumPy's archives. */

import { npy, npz } from './numpy.js';

/** @typedef {Awaited<typeof import('h5wasm').ready>} HDF5 */

/**
 * @typedef {object} Dataset
 * @property {string} path
 * @property {number[]} shape
 * @property {string} type as NumPy writes it, '' for what is no number that it knows
 * @property {string} what its elements are
 * @property {number} size of an element
 * @property {string} elsewhere the file that its numbers are in, '' for this one
 */

/** Most bytes that the arrays may have: of a file that is packed, and of any. */
const ROOM = { times: 8, more: 64 * 2 ** 20, most: 256 * 2 ** 20 };

/** Most arrays of one file, as in core/packed. */
const MOST_ARRAYS = 4096;

/** Most groups and datasets of one file: each is looked at. */
const MOST_THINGS = 20_000;

/** Most datasets that an error names. */
const LISTED = 5;

/** Types of the elements of datasets, by class (H5T_class_t). */
const CLASSES = ['whole numbers', 'floating-point numbers', 'times', 'texts', 'bits', 'bytes', 'records', 'references', 'choices', 'lists', 'arrays'];

/** Filters that come with HDF5: deflate, shuffle, fletcher32, n-bit, scale-offset. */
const FILTERS = [1, 2, 3, 5, 6];

/** @param {string} message */
const refuse = (message) => { throw new Error(message); };

/** Extracts the reason from an error of HDF5, of its program or of ours. @param {unknown} error */
export function reasonOf(error) {
  const { message, name } = error instanceof Error ? error : new Error(String(error));
  // HDF5 tells the whole way that an error has come, its cause last.
  const cause = [...message.matchAll(/ in \w+\(\): (.+)/g)].at(-1)?.[1];
  if (cause) return `cannot be read, and may be damaged or cut off. HDF5 says: ${cause}`;
  return name === 'Error' ? message : 'is damaged: the HDF5 reader failed';
}

/** @param {HDF5} hdf5 @param {bigint} file @param {string} path @returns {Dataset} */
function describe(hdf5, file, path) {
  const { shape, type, size, signed, virtual_sources: sources = [] } = hdf5.get_dataset_metadata(file, path);
  const letter = type === 1 && size >= 4 ? 'f' : type === 0 ? (signed ? 'i' : 'u') : '';
  return {
    path, size, shape: shape ?? [],
    type: letter && [1, 2, 4, 8].includes(size) ? `<${letter}${size}` : '',
    what: (CLASSES[type] ?? 'something else') + (type < 2 ? ` of ${8 * size} bits` : ''),
    elsewhere: sources.find(({ file_name: name }) => name !== '.')?.file_name ?? '',
  };
}

/** All that stands in a file, each thing once: HDF5 visits no group twice. @param {HDF5} hdf5 @param {bigint} file */
function contents(hdf5, file) {
  /** @type {Dataset[]} */
  const datasets = [];
  /** @type {string[]} */
  const links = [];
  const names = hdf5.get_names(file, '/', true);
  if (names.length > MOST_THINGS) refuse(`has ${names.length.toLocaleString('en')} groups and datasets; the limit is ${MOST_THINGS.toLocaleString('en')}`);
  for (const path of names) {
    if (hdf5.get_symbolic_link(file, path) !== null) continue; // to what is visited anyway
    const type = hdf5.get_type(file, path);
    if (type === hdf5.H5G_DATASET) datasets.push(describe(hdf5, file, path));
    if (type === hdf5.H5G_UDLINK) links.push(`${path} (a link to ${hdf5.get_external_link(file, path).filename})`);
  }
  return { datasets, links };
}

/** @param {Pick<Dataset, 'shape'>} dataset */
const columns = ({ shape }) => shape.at(-1) ?? 0;

/** @param {Dataset} dataset */
const isTable = ({ type, shape }) => type !== '' && (shape.length === 2 || shape.length === 3) && shape[shape.length - 1] > 1;

/** Reports whether a dataset is called the normals of another that has as many. @param {Dataset} dataset @param {Dataset[]} all */
const isNormals = ({ path, shape }, all) => /(^|\/)normals?$/i.test(path) && all.some((other) => other.path !== path && String(other.shape) === String(shape));

/** Those that may be clouds: floating-point numbers of 2 or 3 columns where there are such, then of more, then whole numbers. @param {Dataset[]} datasets */
function candidates(datasets) {
  const tables = datasets.filter(isTable), real = tables.filter(({ type }) => type.includes('f'));
  const first = [real.filter((dataset) => columns(dataset) <= 3), real, tables].find((some) => some.length > 0) ?? [];
  return first.filter((dataset) => !isNormals(dataset, first));
}

/** @param {Dataset[]} datasets @param {string[]} links */
function nothing(datasets, links) {
  const all = [...datasets.map(({ path, shape, what }) => `${path} (${[shape.join(' × '), what].filter(Boolean).join(', ')})`), ...links];
  const some = all.slice(0, LISTED).join(', ') + (all.length > LISTED ? ` and ${all.length - LISTED} more` : '');
  return refuse(
    `has no dataset of points: N × 3, B × N × 3 or the like, of whole numbers or of floating-point numbers of 32 or 64 bits. It has ${some || 'none at all'}`,
  );
}

/** @param {Dataset} dataset */
const bytesOf = ({ shape, size }) => shape.reduce((product, length) => product * length, size);

/** @param {Dataset[]} clouds @param {number} length of the file */
function checkSizes(clouds, length) {
  const room = Math.min(ROOM.times * length + ROOM.more, ROOM.most),
    megabytes = (/** @type {number} */ bytes) => Math.round(bytes / 2 ** 20).toLocaleString('en');
  const needed = clouds.reduce((sum, dataset) => sum + bytesOf(dataset), 0);
  if (clouds.length > MOST_ARRAYS) refuse(`has ${clouds.length.toLocaleString('en')} datasets of points; the limit is ${MOST_ARRAYS.toLocaleString('en')}`);
  if (needed > room) refuse(`has ${megabytes(needed)} MB of points; the limit is ${megabytes(room)} MB: 8 times the file and 64 MB, at most 256`);
}

/** The numbers of a dataset. @param {HDF5} hdf5 @param {bigint} file @param {Dataset} dataset */
function numbersOf(hdf5, file, dataset) {
  const { path, elsewhere } = dataset, length = bytesOf(dataset);
  const packed = hdf5.get_dataset_filters(file, path).find(({ id }) => !FILTERS.includes(id));
  if (packed) refuse(`has the dataset ${path} packed with ${packed.name || `filter ${packed.id}`}, which is not read: save it with compression="gzip"`);
  if (elsewhere) refuse(`has the dataset ${path}, whose numbers are in another file, ${elsewhere}`);
  const at = hdf5._malloc(length);
  if (at === 0 && length > 0) refuse('is too large for the memory that the browser gives');
  hdf5.HEAPU8.fill(0, at, at + length);
  if (hdf5.get_dataset_data(file, path, null, null, null, BigInt(at)) < 0) refuse(`has a dataset that cannot be read: ${path}`);
  const numbers = hdf5.HEAPU8.slice(at, at + length);
  hdf5._free(at);
  return numbers;
}

/** Names of the columns of a dataset of attributes. @param {Dataset} dataset @returns {string[]} */
function columnNames({ path, shape }, /** @type {number} */ rank) {
  const name = (path.split('/').pop() ?? '').replace(/\W/g, '_'), count = shape.length > rank ? columns({ shape }) : 1;
  if (count === 1) return [name];
  const known = /normals?$/i.test(name) && count === 3 ? ['x', 'y', 'z'].map((axis) => `normal_${axis}`)
    : /rgba?|colou?rs?$/i.test(name) && count >= 3 ? ['red', 'green', 'blue', 'alpha'] : [];
  return Array.from({ length: count }, (_, k) => known[k] ?? `${name}_${k}`);
}

/** Most columns of a dataset of attributes. */
const MOST_COLUMNS = 4;

/** The datasets with numbers for each point of a cloud. @param {Dataset} cloud @param {Dataset[]} others */
function attributesOf({ shape }, others) {
  const points = shape.slice(0, -1);
  if (![2, 3].includes(shape[points.length])) return [];
  return others.filter((other) => {
    const { [points.length]: width = 1 } = other.shape;
    return other.type !== '' && other.elsewhere === '' && width <= MOST_COLUMNS && other.shape.length <= points.length + 1
      && String(other.shape.slice(0, points.length)) === String(points);
  });
}

/**
 * A cloud with its attributes, as .npy: records where it has any.
 * @param {HDF5} hdf5 @param {bigint} file @param {Dataset} cloud @param {Dataset[]} attributes
 */
function read(hdf5, file, cloud, attributes) {
  const { type, shape } = cloud, points = shape.slice(0, -1);
  const own = ['x', 'y', 'z'].slice(0, columns(cloud)), names = attributes.map((each) => columnNames(each, points.length));
  const fit = attributes.filter((_, i) => names[i].every((name) => !own.includes(name) && names.flat().filter((other) => other === name).length === 1));
  if (fit.length === 0) return npy(type, shape, numbersOf(hdf5, file, cloud));
  const all = [cloud, ...fit], parts = all.map((each) => numbersOf(hdf5, file, each));
  const count = points.reduce((product, length) => product * length, 1), sizes = parts.map(({ length }) => length / count);
  const size = sizes.reduce((sum, each) => sum + each, 0), records = new Uint8Array(size * count);
  for (let i = 0; i < count; i++) {
    let at = i * size;
    parts.forEach((part, k) => {
      records.set(part.subarray(i * sizes[k], (i + 1) * sizes[k]), at);
      at += sizes[k];
    });
  }
  const fields = [own, ...fit.map((each) => columnNames(each, points.length))].flatMap((some, k) =>
    some.map((name) => /** @type {[string, string]} */ ([name, all[k].type])));
  return npy(fields, points, records);
}

/** Most bytes of a dataset beside the points. */
const MOST_BESIDE = 2 ** 20;

/**
 * The numbers beside the points, from which the certifier tells padding, clouds in sequence, scales and offsets; those that cannot be read are none.
 * @param {HDF5} hdf5 @param {bigint} file @param {Dataset[]} datasets @returns {[string, Uint8Array][]}
 */
function restOf(hdf5, file, datasets) {
  return datasets.filter((dataset) => dataset.type !== '' && bytesOf(dataset) <= MOST_BESIDE).slice(0, MOST_ARRAYS).flatMap((dataset) => {
    try {
      return [[dataset.path, npy(dataset.type, dataset.shape, numbersOf(hdf5, file, dataset))]];
    } catch {
      return [];
    }
  });
}

/**
 * The arrays of a file that may be clouds: one as .npy, several as .npz.
 * @param {HDF5} hdf5 @param {Uint8Array} bytes
 */
export function cloudsOf(hdf5, bytes) {
  hdf5.FS.writeFile('/file', bytes);
  const file = hdf5.open('/file', hdf5.H5F_ACC_RDONLY, false, -1, -1);
  const { datasets, links } = contents(hdf5, file);
  const clouds = candidates(datasets);
  if (clouds.length === 0) nothing(datasets, links);
  const [cloud] = clouds, attributes = clouds.length === 1 ? attributesOf(cloud, datasets.filter((dataset) => dataset !== cloud)) : [];
  checkSizes([...clouds, ...attributes], bytes.length);
  const rest = restOf(hdf5, file, datasets.filter((dataset) => !clouds.includes(dataset) && !attributes.includes(dataset)));
  if (clouds.length === 1) {
    const one = read(hdf5, file, cloud, attributes);
    // Without a name its clouds are numbered, as those of one array.
    return rest.length > 0 ? npz([['', one], ...rest]) : one;
  }
  return npz([...clouds.map((dataset) => /** @type {[string, Uint8Array]} */ ([dataset.path, npy(dataset.type, dataset.shape, numbersOf(hdf5, file, dataset))])), ...rest]);
}
