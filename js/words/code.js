/** Code that computes a result again where it is pasted: for Python, for a command line like that of sh, and for JavaScript in Node. */

/**
 * A cloud as code names it: a file, how it is read where the file leaves that open, and where a site serves it its address.
 * @typedef {{name: string, reading?: object, address?: string}} NamedFile
 * @typedef {{clean?: NamedFile, perturbed?: NamedFile, prediction?: NamedFile}} NamedFiles prediction: a file that has it, where it is long
 *
 * @typedef {'python' | 'command' | 'javascript'} Language
 * @typedef {Record<string, unknown>} Fields of a request, clouds as the core has them aside
 *
 * Addresses of the packages that a site serves: the list of the wheels, and the tarball for npm.
 * @typedef {{wheels: string, tarball: string}} Packages
 */

/** The languages by their names, in the order in which they are offered. @type {[Language, string][]} */
export const LANGUAGES = [['python', 'Python'], ['command', 'command line'], ['javascript', 'JavaScript']];

/** Characters that are not seen, or that a terminal obeys. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Also what an interactive shell replaces. */
const REPLACED = /[\p{C}\p{Zl}\p{Zp}!]/gu;

/**
 * Notation of a language for the values of a document.
 * @typedef {{words: Record<string, string>, unseen: RegExp, escaped: (character: string) => string, key: (name: string) => string}} Notation
 */

/** As in JSON: each half of a pair by itself. @param {string} character */
const halves = (character) => character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** As in Python, which has no pairs. @param {string} character */
const whole = (character) => (character.length === 1 ? halves(character) : `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`);

/** @type {Record<Language, Notation>} */
const NOTATIONS = {
  python: { words: { true: 'True', false: 'False', null: 'None' }, unseen: UNSEEN, escaped: whole, key: (name) => text(name, NOTATIONS.python) },
  command: { words: {}, unseen: REPLACED, escaped: halves, key: (name) => text(name, NOTATIONS.command) },
  javascript: {
    words: {}, unseen: UNSEEN, escaped: halves,
    key: (name) => (/^[A-Za-z_]\w*$/.test(name) && name !== '__proto__' ? name : `[${text(name, NOTATIONS.javascript)}]`),
  },
};

/** @param {string} value @param {Notation} notation */
const text = (value, { unseen, escaped }) => JSON.stringify(value).replace(unseen, escaped);

/** @param {unknown} value @param {Notation} notation @returns {string} */
function literal(value, notation) {
  if (typeof value === 'string') return text(value, notation);
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, notation)).join(', ')}]`;
  if (value === null || typeof value !== 'object') {
    const written = JSON.stringify(value);
    return notation.words[written] ?? written;
  }
  return `{${given(value).map(([name, each]) => `${notation.key(name)}: ${literal(each, notation)}`).join(', ')}}`;
}

/** Arguments, or fields, by name. @typedef {[name: string, value: any][]} Named */

/** The fields that are there. @param {object} fields @returns {Named} */
const given = (fields) => Object.entries(fields).filter(([, value]) => value !== undefined);

/** Node's module of files, as it is written. */
const FILES = "'node:fs/promises'";

/** The package for JavaScript, as it is written. */
const PACKAGE = "'orbitcert'";

/** Reports whether a perturbed cloud is none of a file: an attack makes it, or changes stand for all that they allow. @param {any} perturbed */
export const isTold = (perturbed) => Boolean(perturbed) && !('file' in perturbed) && !('points' in perturbed);

/**
 * Names the files of a request's clouds; a perturbation that is not a file stays as it is.
 * @param {Fields} request @param {NamedFiles} files @returns {Named}
 */
function clouds({ perturbed }, { clean, perturbed: other }) {
  const file = (/** @type {NamedFile} */ { name, reading }) => ({ file: name, ...reading });
  const second = isTold(perturbed) ? perturbed : perturbed && other && file(other);
  /** @type {Named} */
  const all = [['clean', clean && file(clean)], ['perturbed', second]];
  return all.filter(([, cloud]) => cloud);
}

/** @param {Fields} request */
const others = ({ clean, perturbed, ...rest }) => given(rest);

/** Arguments of the Python package about a prediction. */
const SAID = ['votes', 'samples', 'probability', 'runner_up'];

/** The prediction as arguments, or as it is where it says more. @param {Fields} prediction @returns {Named} */
function predicted(prediction) {
  if (given(prediction).some(([name]) => !SAID.includes(name))) return [['prediction', prediction]];
  return given(prediction).map(([name, value]) => [name, name === 'runner_up' ? value.votes ?? value.probability : value]);
}

/**
 * The files that code fetches from their addresses, each once.
 * @param {Fields} request @param {NamedFiles} files @returns {{name: string, address: string}[]}
 */
function fetched(request, { clean, perturbed }) {
  const read = [clean, request.perturbed && !isTold(request.perturbed) ? perturbed : undefined];
  const served = read.flatMap((file) => (file?.address ? [{ name: file.name, address: file.address }] : []));
  return served.filter(({ name }, i) => served.findIndex((other) => other.name === name) === i);
}

/** @param {string} call @param {Fields} request @param {NamedFiles} files */
function python(call, request, files) {
  const { python: notation } = NOTATIONS;
  const places = clouds(request, files).map(([, { file, ...reading }]) =>
    file === undefined || given(reading).length ? literal({ ...(file !== undefined && { file }), ...reading }, notation) : literal(file, notation),
  );
  const { prediction: long } = files;
  const named = others(request).filter(([name]) => !(long && name === 'prediction'))
    .flatMap(([name, value]) => (name === 'prediction' ? predicted(value) : [[name === 'samples' ? 'draws' : name, value]]));
  const loaded = long ? [`prediction=json.load(open(${literal(long.name, notation)}))`] : [];
  const lines = [...places, ...named.map(([name, value]) => `${name}=${literal(value, notation)}`), ...loaded].map((line) => `    ${line},\n`).join('');
  const gets = fetched(request, files).map(({ name, address }) => `urlretrieve(${literal(address, notation)}, ${literal(name, notation)})\n`).join('');
  return `${gets && 'from urllib.request import urlretrieve\n\n'}${long ? 'import json\n\n'
    : ''}import orbitcert\n\n${gets}result = orbitcert.${call}(\n${lines})\nprint(result)\n`;
}

/** The document is in quotes, of which the shell reads nothing. @param {string} call @param {Fields} request @param {NamedFiles} files */
function command(call, request, files) {
  const { command: notation } = NOTATIONS;
  const { prediction: long } = files;
  const fields = [...clouds(request, files), ...others(request).filter(([name]) => !(long && name === 'prediction'))];
  const lines = fields.map(([name, value]) => `  ${notation.key(name)}: ${literal(value, notation)}`).join(',\n');
  const gets = fetched(request, files).map(({ name, address }) => `curl -fsS -o '${name}' '${address}'\n`).join('');
  if (long) return `${gets}{ cat <<'REQUEST'; cat '${long.name}'; echo '}'; } | orbitcert ${call} -\n{\n${lines},\n  "prediction":\nREQUEST\n`;
  return `${gets}orbitcert ${call} - <<'REQUEST'\n{\n${lines}\n}\nREQUEST\n`;
}

/** Results as code prints them: a certificate without its request, which has all points. @type {Record<string, string>} */
const RESULTS = { certify: '{ request, ...result }', withstand: 'result' };

/** @param {string} call @param {Fields} request @param {NamedFiles} files */
function javascript(call, request, files) {
  const { javascript: notation } = NOTATIONS;
  const address = new Map(fetched(request, files).map((each) => [each.name, each.address]));
  const opened = (/** @type {any} */ { file, ...reading }) =>
    `await open(${[address.get(file) ?? file, ...(given(reading).length ? [reading] : [])].map((value) => literal(value, notation)).join(', ')})`;
  const named = clouds(request, files), { prediction: long } = files;
  const lines = [
    ...named.map(([name, cloud]) => `  ${name}: ${cloud.file === undefined ? literal(cloud, notation) : opened(cloud)},\n`),
    ...others(request).map(([name, value]) => `  ${notation.key(name)}: ${name === 'prediction' && long
      ? `JSON.parse(await readFile(${literal(long.name, notation)}, 'utf8'))` : literal(value, notation)},\n`),
  ].join('');
  const names = named.some(([, { file }]) => file !== undefined) ? `${call}, open` : call;
  return `${long ? `import { readFile } from ${FILES};\n` : ''}import { ${names} } from ${PACKAGE};\n\nconst ${RESULTS[call]} = await ${call}({\n${
    lines}});\nconsole.dir(result, { depth: null });\n`;
}

const WRITERS = { python, command, javascript };

/**
 * The code of a call in every language.
 * @param {'certify' | 'withstand'} call @param {Fields} request as it was computed: a request document, or one with the clouds' inner products
 * @param {NamedFiles} [files] what its clouds are called where the code runs @returns {Record<Language, string>}
 */
export const codeOf = (call, request, files = {}) => /** @type {Record<Language, string>} */ (
  Object.fromEntries(LANGUAGES.map(([language]) => [language, WRITERS[language](call, request, files)])));

/** The code of a run over a dataset, whose document is saved as run.json; the package for JavaScript has no runs. */
export const RUN_CODE = {
  python: 'import orbitcert\n\nresult = orbitcert.run("run.json")\nprint(result)\n',
  command: 'orbitcert run run.json\n',
};

/** Lines of a language before its code, which install what the code needs. The command needs no numpy. */
const INSTALLED = {
  python: (/** @type {Packages} */ { wheels }) => `# pip install numpy\n# pip install --no-index --find-links=${wheels} orbitcert\n`,
  command: (/** @type {Packages} */ { wheels }) => `pip install --no-index --no-deps --find-links='${wheels}' orbitcert\n`,
  javascript: (/** @type {Packages} */ { tarball }) => `// npm install ${tarball}\n// Save this as certify.mjs and run: node certify.mjs\n`,
};

/** Code after the lines that install what it needs. @param {Language} language @param {string} code @param {Packages} packages */
export const withInstall = (language, code, packages) => INSTALLED[language](packages) + code;
