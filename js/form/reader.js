/** Reads texts as typed into numbers. What range a number must lie in is the core's business, which names the field when it refuses one. */

import { sentence } from '../words/error-sentence.js';

/**
 * Every entry of a form with the text it starts with. field: its path in the document; blames: other fields that are refused there; reads: the method
 * below that reads it; choices: the texts it can have; when: the texts of others that it belongs to, any text where none is named; skips: texts that
 * leave it out; longest: in an address; sampled: whether noisy samples depend on it, since votes belong to the settings that they were counted with.
 * @typedef {{label?: string, texts?: readonly string[], help?: string, mode?: 'decimal' | 'numeric' | 'text', empty?: string, hint?: string}} Shown how a
 *   control looks; texts: of its choices; empty: what no text means
 * @typedef {Shown & {initial: string, field?: string, blames?: readonly string[],
 *   reads?: 'whole' | 'number' | 'probability' | 'list' | 'vector' | 'word' | 'truth', choices?: readonly string[],
 *   when?: Readonly<Record<string, readonly string[]>>, skips?: readonly string[], longest?: number, sampled?: true}} Entry
 * @typedef {Readonly<Record<string, Entry>>} Table
 * @typedef {Record<string, string>} Values texts by entry
 */

/** @param {Table} table @returns {Values} its entries as a visitor first meets them */
export const initialOf = (table) => Object.fromEntries(Object.entries(table).map(([name, { initial }]) => [name, initial]));

/** Returns the entries on which noisy samples depend. @param {Table} table */
export const sampledOf = (table) => Object.keys(table).filter((name) => table[name].sampled);

/** @param {string} text @returns {number} NaN when the text is no finite decimal number */
function decimal(text) {
  const trimmed = text.trim().replace(/^−/, '-');
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : NaN;
  return Number.isFinite(value) ? value : NaN;
}

/** Explains why a text is not a number, as a sentence for the visitor. @param {string} text */
function complaint(text) {
  if (text.trim() === '') return 'Enter a number.';
  if (/^\s*[+-−]?\d+,\d+\s*$/.test(text)) return `Write a point instead of the comma: ${text.trim().replace(',', '.')}`;
  return `“${text.trim().slice(0, 40)}” is not a number.`;
}

/** Collects what is wrong by entry. */
export class Reader {
  /** @type {Record<string, string>} */
  errors = {};

  /** @param {Values} values */
  constructor(values) {
    this.values = values;
  }

  /** A whole number, also grouped as the page itself prints it: 10,000. @param {string} name */
  whole(name) {
    const text = this.values[name].trim();
    return /^[1-9]\d{0,2}(,\d{3})+$/.test(text) ? Number(text.replaceAll(',', '')) : this.number(name);
  }

  /** @param {string} name */
  number(name) {
    const value = decimal(this.values[name]);
    if (Number.isNaN(value)) this.errors[name] = complaint(this.values[name]);
    return value;
  }

  /** One of several words. @param {string} name */
  word(name) {
    return this.values[name];
  }

  /** @param {string} name */
  truth(name) {
    return this.values[name] === 'true';
  }

  /** A probability, also in per cent and with a decimal comma, which parts no thousands here. @param {string} name */
  probability(name) {
    const [, number, percent] = /^(.*?)\s*(%?)$/.exec(this.values[name].trim()) ?? [];
    const point = (number ?? '').replace(/^(\d+),(\d+)$/, '$1.$2');
    const value = decimal(percent ? `${point}e-2` : point);
    if (Number.isNaN(value)) this.errors[name] = complaint(this.values[name]);
    return value;
  }

  /** One number, or a list of them. @param {string} name @returns {number | number[]} */
  numbers(name) {
    return /\S[\s;]+\S|,.*,/.test(this.values[name]) ? this.list(name) : this.number(name);
  }

  /** Numbers between spaces, commas or semicolons. @param {string} name */
  list(name) {
    const texts = this.values[name].split(/[\s,;]+/).filter(Boolean);
    const numbers = texts.map(decimal);
    const wrong = numbers.findIndex(Number.isNaN);
    if (texts.length === 0) this.errors[name] = 'Enter numbers, such as 0 0.1 0.2.';
    else if (wrong >= 0) this.errors[name] = complaint(texts[wrong]);
    return numbers;
  }

  /** A direction in space. @param {string} name */
  vector(name) {
    const numbers = this.values[name].trim().split(/[\s,;]+/).map(decimal);
    if (numbers.length !== 3 || numbers.some(Number.isNaN)) this.errors[name] = 'Enter three numbers, such as 0 0 1.';
    return numbers;
  }
}

/**
 * The entry for a field the core has refused, '' when none is to blame. A deeper place, such as clean.points[3],
 * belongs to the nearest entry above it.
 * @param {string | undefined} field @param {Record<string, string>} entries by field
 * @returns {string}
 */
export function entryFor(field, entries) {
  if (!field) return '';
  if (Object.hasOwn(entries, field)) return entries[field];
  const parent = field.replace(/(\.[^.[\]]+|\[\d+\])$/, '');
  return parent === field ? '' : entryFor(parent, entries);
}

/**
 * Maps refusals of the core to entries.
 * @param {{field?: string, message?: string}[]} failures @param {(field: string | undefined) => string} entryOf '' where none is to blame
 * @returns {Record<string, string>}
 */
export const blamed = (failures, entryOf) =>
  Object.fromEntries(failures.map((failure) => [entryOf(failure.field), sentence(failure)]).filter(([entry]) => entry));
