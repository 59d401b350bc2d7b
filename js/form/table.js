/** Between the texts of a form and a document, as the table of its entries says. */

/** @import {Reader, Table, Values} from './reader.js' */

/** Reports whether other entries let one belong to a document. @param {Table[string]['when']} when @param {Values} values */
const belongs = (when = {}, values) => Object.entries(when).every(([name, texts]) => {
  const text = values[name].trim();
  return texts.length ? texts.includes(text) : text !== '';
});

/** Sets a field of a document. @param {any} document @param {string} field its path @param {unknown} value */
function put(document, field, value) {
  const path = field.split('.'), last = /** @type {string} */ (path.pop());
  for (const name of path) document = document[name] ??= {};
  document[last] = value;
}

/**
 * The document of the entries, without those that are read by hand.
 * @param {Reader} reader @param {Table} table @param {Values} [facts] that entries belong to beside each other
 * @param {(field: string) => boolean} [isWanted] leaves fields out
 * @returns {any}
 */
export function documentOf(reader, table, facts = {}, isWanted = () => true) {
  const values = { ...reader.values, ...facts }, document = {};
  for (const [name, { field, reads, when, skips }] of Object.entries(table)) {
    if (field && reads && isWanted(field) && belongs(when, values) && !skips?.includes(values[name].trim())) put(document, field, reader[reads](name));
  }
  return document;
}

/** The texts of a document: those of the fields that it has. @param {any} document @param {Table} table @returns {Values} */
export const textsOf = (document, table) => Object.fromEntries(Object.entries(table).flatMap(([name, { field }]) => {
  const value = field?.split('.').reduce((/** @type {any} */ part, key) => part?.[key], document);
  return value === undefined || !field ? [] : [[name, [value].flat().join(' ')]];
}));

/** The entry to blame for each field that the core may refuse. @param {Table} table @returns {Record<string, string>} */
export const controlsOf = (table) =>
  Object.fromEntries(Object.entries(table).flatMap(([name, { field, blames = [] }]) => [...(field ? [field] : []), ...blames].map((one) => [one, name])));

/** The entries of a field and of its parts. @param {Table} table @param {string} field */
export const entriesOf = (table, field) => Object.keys(table).filter((name) => `${table[name].field}.`.startsWith(`${field}.`));
