/** Compares a second count with the first in everything but the votes: the document's claims about model and runtime. */

/**
 * @typedef {object} Own what the second count has before it
 * @property {any} model as documents describe it, with the names that it has of its own
 * @property {boolean} named whether the model, or a file beside it, names its classes
 * @property {any} runtime
 */

/** @param {unknown} value */
const written = (value) => (value === undefined ? 'not written' : `written as ${JSON.stringify(value)}`);

/** @param {any} said @param {Own} own */
function fields(said, { model }) {
  return ['bytes', 'layout', 'numbers', 'output'].filter((name) => said[name] !== model[name] && (name !== 'bytes' || said.bytes !== undefined))
    .map((name) => `the model’s ${name} is ${written(said[name])}, and is ${JSON.stringify(model[name] ?? 'the only one')}`);
}

/** Reports whether classes have their numbers for names, as if none were given. @param {string[]} classes */
const numbered = (classes) => classes.every((name, i) => name === String(i));

/** Reports whether a number would be taken for another class than it counts. @param {string[]} classes as the model names them */
function misleads(classes) {
  const numbers = new Set([...classes.keys()].map(String));
  return classes.some((name, i) => name !== String(i) && numbers.has(name));
}

/**
 * Lists false claims of a document about its model. Class names that nothing gave are not compared.
 * @param {any} said the model of the document @param {Own} own @returns {string[]}
 */
export function contradictions(said, own) {
  const { classes } = own.model;
  const at = said.classes.findIndex((/** @type {string} */ name, /** @type {number} */ i) => name !== classes[i]);
  const fewer = said.classes.length !== classes.length;
  const renamed = own.named && (at >= 0 || fewer) && (fewer || misleads(classes) || !numbered(said.classes));
  const names = renamed ? [`class ${Math.max(at, 0)} is called ${JSON.stringify(said.classes[Math.max(at, 0)])}, and the model calls it ${JSON.stringify(classes[Math.max(at, 0)])}`] : [];
  return [...fields(said, own), ...names];
}

/** Notes that draws do not follow from the inputs. */
const FRESH = 'the counter chose the seed of the votes ("fresh": true); it does not follow from the model, the cloud and the settings';

/** Names the runtime that counted, in a word. @param {any} runtime */
const called = ({ name, version, wasm }) => [name, version, wasm && `(${wasm.slice(0, 'sha256:'.length + 12)}…)`].filter(Boolean).join(' ');

/**
 * Lists the parts of a document that a second count did not check: sentences without their full stops.
 * @param {{model: any, runtime?: any, sampling?: any}} said @param {Own} own @returns {string[]}
 */
export function left({ model, runtime, sampling }, own) {
  const same = JSON.stringify(model.classes) === JSON.stringify(own.model.classes);
  const names = same ? [] : [numbered(model.classes) ? 'the classes are numbered there, and the model names them' : 'the class names are as the counter wrote them'];
  const named = model.name === own.model.name ? [] : [model.name === undefined ? 'the model has no name there' : `the model is called ${JSON.stringify(model.name)} there, a name that nothing was held against`];
  const ran = ['name', 'version', 'wasm'].some((field) => runtime?.[field] !== own.runtime[field]);
  const counted = runtime ? `counted with ${called(runtime)}, counted again with ${called(own.runtime)}` : 'no runtime is named that counted first';
  return [...names, ...named, ...(ran ? [counted] : []), ...(sampling?.fresh ? [FRESH] : [])];
}
