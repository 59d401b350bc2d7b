/** The files that most visits do without: which of them are kept for visits without a network, and keeping the others. */

import { sizes } from '../workers/build.js';
import { serviceWorkers } from './service-workers.js';

/** @param {string} name */
const address = (name) => new URL(name, document.baseURI).href;

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

/** @param {string[]} names */
const bytesOf = (names) => names.reduce((sum, name) => sum + (sizes[name] ?? 0), 0);

/** Dispatches 'change' when another file is kept. */
class LateFiles extends EventTarget {
  /** @type {Set<string>} */
  #kept = new Set();

  /** Reports whether a service worker answers this page, which keeps what it is asked for. */
  get able() {
    return Boolean(serviceWorkers()?.controller);
  }

  /** @param {string[]} [names] of which those are told that are not kept; all of them */
  #missing(names = Object.keys(sizes)) {
    return names.filter((name) => name in sizes && !this.#kept.has(name));
  }

  /** Gives the size of the files still to be downloaded, '' for none. @param {string[]} [names] */
  weight(names) {
    const missing = this.#missing(names);
    return missing.length ? megabytes(bytesOf(missing)) : '';
  }

  /** Looks what is kept. */
  async look() {
    for (const name of this.#missing()) await this.#see(name);
  }

  /** @param {string} name */
  async #see(name) {
    if (!await globalThis.caches?.match(address(name)).catch(() => undefined)) return;
    this.#kept.add(name);
    this.dispatchEvent(new Event('change'));
  }

  /** Has all of them kept, one after the other. @param {AbortSignal} signal @param {(share: number) => void} onProgress */
  async keep(signal, onProgress) {
    const missing = this.#missing(), all = bytesOf(missing);
    let done = 0;
    for (const name of missing) {
      const response = await fetch(address(name), { signal });
      if (!response.ok) throw new Error(`${name} could not be fetched`);
      await response.body?.pipeTo(new WritableStream({ write: (part) => onProgress((done += part.length) / all) }), { signal });
      await this.#see(name);
      if (!this.#kept.has(name)) throw new Error('The browser has no room for them');
    }
  }
}

/** Those of this page. */
export const lateFiles = new LateFiles();
