/**
 * The page's state: one declared, versioned table of what a visitor can enter, as text exactly as typed.
 * It round-trips through the URL hash; clouds stay out of it, an example goes in by its name.
 */

import { initialOf } from './reader.js';
import { CERTIFICATE_FORM as TABLE } from './certificate-form.js';
import { isScaled } from './scaled.js';

export const VERSION = '2';

/** Notice of an address that names nothing here. */
const UNKNOWN = 'The page does not know this address. Choose an example, or open your own cloud.';

/** Longest text accepted for one entry of a hash. */
const LONGEST = 80;

/** @typedef {import('./reader.js').Values} Values */

/** Reports whether any of these entries differs from the text it starts with. @param {Values} values @param {string[]} names */
export const isChanged = (values, names) => names.some((name) => values[name] !== TABLE[name].initial);

/** @returns {Values} the table as a visitor first meets it */
export const initial = () => initialOf(TABLE);

/**
 * Positions of the sliders of the explorer's map, in σ, with the ends of their ranges. They enter the address of
 * the explorer alone: no certificate depends on them.
 * @type {Readonly<Record<'mapNorm' | 'mapDistance', {initial: number, min: number, max: number}>>}
 */
export const SLIDERS = Object.freeze({
  mapNorm: { initial: 1, min: 0.01, max: 1000 },
  mapDistance: { initial: 1, min: 0.05, max: 4 },
});

/** @typedef {{mapNorm: number, mapDistance: number}} Sliders */

/** @type {() => Sliders} */
export const initialSliders = () => ({ mapNorm: SLIDERS.mapNorm.initial, mapDistance: SLIDERS.mapDistance.initial });

/** The views of the page. @typedef {'certificate' | 'explore' | 'dataset'} ViewName */

/** @type {ViewName[]} */
const VIEWS = ['certificate', 'explore', 'dataset'];

/**
 * The hash for these values; entries that still have their initial text are left out.
 * @param {Values} values @param {ViewName} [view] @param {Sliders} [sliders]
 */
export function encode(values, view = 'certificate', sliders = initialSliders()) {
  const parts = new URLSearchParams({ v: VERSION });
  if (view !== 'certificate') parts.set('view', view);
  for (const [name, entry] of Object.entries(TABLE)) {
    if (values[name] !== entry.initial) parts.set(name, values[name]);
  }
  if (isOfLength(values)) parts.set('about', values.about);
  // An example alone means its own entries.
  if (values.example && isAlone(parts)) parts.set('perturbation', values.perturbation);
  if (view === 'explore') {
    for (const [name, { initial: start }] of Object.entries(SLIDERS)) {
      const at = Number(sliders[/** @type {keyof Sliders} */ (name)].toPrecision(6));
      if (at !== start) parts.set(name, String(at));
    }
  }
  return `#${parts}`;
}

/** Reports whether a length that is entered is of the file or of the prepared cloud: without a word, it is of the latter. @param {Values} values */
const isOfLength = (values) => values.perturbation === 'changes' && isScaled(values);

/** Reports whether these parts of a hash name an example and no other entry. @param {URLSearchParams} parts */
const isAlone = (parts) => Boolean(parts.get('example')) && Object.keys(TABLE).every((name) => name === 'example' || !parts.has(name));

/** @param {URLSearchParams} parts @returns {Sliders} */
function readSliders(parts) {
  const read = (/** @type {keyof Sliders} */ name) => {
    const { initial: start, min, max } = SLIDERS[name];
    const at = Number(parts.get(name) || NaN);
    return at >= min && at <= max ? at : start;
  };
  return { mapNorm: read('mapNorm'), mapDistance: read('mapDistance') };
}

/**
 * Defaults of an address of the first version that this version does not share. For a visitor's own
 * cloud they do not mean that a classifier is sure.
 * @param {URLSearchParams} parts @returns {Values}
 */
const unsaid = (parts) => ({
  ...(parts.get('perturbation') === 'rotate' && { noise: '0.1' }),
  ...(parts.get('example') && { probability: '0.95', votes: '9731', voted: '10000' }),
});

/** Addresses of files: an example of a model has a name. */
const ADDRESS = /^https?:\/\//;

/** Longest address accepted. */
const LONGEST_ADDRESS = 2000;

/** The files that a hash links to. @param {URLSearchParams} parts */
function linkedFiles(parts) {
  const [model, cloud] = ['model', 'cloud']
    .map((name) => parts.get(name) ?? '')
    .map((text) => (ADDRESS.test(text) && text.length <= LONGEST_ADDRESS ? text : ''));
  return model || cloud ? { model, cloud, sha256: parts.get('sha256') ?? '' } : undefined;
}

/** Longest title and class that a sender gives a link. */
const LONGEST_SAID = { title: 80, class: 40 };

/** The sender's words in a link. @param {URLSearchParams} parts */
const saidIn = (parts) => Object.fromEntries(Object.entries(LONGEST_SAID).flatMap(([name, most]) => {
  const text = (parts.get(name) ?? '').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim().slice(0, most);
  return text ? [[name, text]] : [];
}));

/**
 * Reads a hash: the values of a state, the key and the request of a shared certificate, or neither.
 * Unknown names are skipped, impossible choices fall back to the initial one.
 * @param {string} hash
 * @returns {{values?: Values, alone?: boolean, view?: ViewName, sliders?: Sliders, run?: string, linked?: ReturnType<typeof linkedFiles>, key?: string,
 *   request?: string, said?: {title?: string, class?: string}, draw?: boolean, problem?: string}}
 *   alone: an
 *   example is meant as it came; run: what the view of datasets is to open; linked: files at other addresses; draw: the pad is to be opened
 */
export function decode(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const [key, request] = [parts.get('key') ?? undefined, parts.get('request') ?? undefined];
  const said = saidIn(parts);
  if (key !== undefined || request !== undefined) return { key, request, ...(Object.keys(said).length > 0 && { said }) };
  const linked = linkedFiles(parts);
  const version = parts.get('v') ?? (parts.has('example') || linked ? VERSION : null);
  if (version === null) return hash.length < 2 || parts.has('stage') || parts.has('draw') ? { draw: parts.has('draw') } : { problem: UNKNOWN };
  if (version !== VERSION && version !== '1')
    return { problem: `This link was made for another version of the page (${version.slice(0, 12)}). Its settings were not read.` };
  const view = VIEWS.find((name) => name === (parts.get('view') ?? VIEWS[0]));
  if (!view) return { problem: UNKNOWN };
  const values = { ...initial(), ...(version === '1' && unsaid(parts)) };
  for (const [name, entry] of Object.entries(TABLE)) {
    const text = parts.get(name);
    if (text === null || text.length > (entry.longest ?? LONGEST) || ADDRESS.test(text)) continue;
    if (!entry.choices || entry.choices.includes(text) || (name === 'group' && text === '')) values[name] = text;
  }
  if (isOfLength(values) && !parts.has('about')) values.about = 'prepared';
  if (linked?.model) values.given = 'model';
  const samples = parts.get('samples') ?? '';
  if (/^\d{1,10}$/.test(samples)) values[values.given === 'model' ? 'counted' : 'voted'] = samples;
  const run = view === 'dataset' ? parts.get('run')?.slice(0, LONGEST) : undefined;
  return { values, alone: isAlone(parts), view, sliders: readSliders(parts), ...(run && { run }), ...(linked && { linked }) };
}
