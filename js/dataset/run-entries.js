/** Entries of a run. */

import { Entries } from '../form/entries.js';
import { blamed, initialOf } from '../form/reader.js';
import { poseOf } from '../form/request.js';
import { fromSettings, SAMPLING, settingFor, toSampling, toSettings } from '../form/settings.js';
import { RUN_FORM } from '../form/run-form.js';
import { sentence } from '../words/error-sentence.js';

/**
 * @import {RunSettings} from '../documents/types.js'
 * @import {Caught} from '../words/error-sentence.js'
 * @import {Drawn} from '../form/request.js'
 */

export class RunEntries extends Entries {
  /** The calibration that came with a run document. @type {RunSettings['sets']} */
  sets;

  /** @type {import('../form/entries.js').Texts} */
  #texts;

  constructor() {
    /** @type {import('../form/entries.js').Texts} */
    const texts = {
      values: initialOf(RUN_FORM), errors: {}, excuse: (name) => void delete texts.errors[name],
      set(name, text) {
        texts.values = { ...texts.values, [name]: text };
        texts.excuse(name);
      },
    };
    super(RUN_FORM, 'run-', texts); // the ids of its controls differ from those of the page's first form
    this.#texts = texts;
  }

  /** Sets entries that follow from others. @param {import('../form/reader.js').Values} values */
  adapt(values) {
    this.#texts.values = { ...this.values, ...values };
  }

  /** Takes the settings of a run document. @param {Partial<RunSettings>} settings */
  open(settings) {
    this.sets = settings.sets;
    this.#replace(fromSettings(settings, this.values));
  }

  /** @param {import('../form/reader.js').Values} values */
  #replace(values) {
    this.adapt(values);
    this.#texts.errors = {};
  }

  #settings() {
    const { settings, errors } = toSettings(this.values);
    return { settings: { ...settings, ...(this.sets && { sets: this.sets }) }, errors };
  }

  /** The entries, as settings and as texts. */
  get current() {
    return { settings: this.#settings().settings, values: { ...this.values } };
  }

  /** Goes back to earlier entries of what votes depend on. @param {import('../form/reader.js').Values} earlier */
  return(earlier) {
    this.setAll(Object.fromEntries(SAMPLING.filter((name) => earlier[name] !== this.values[name]).map((name) => [name, earlier[name]])));
  }

  /** Takes what was asked of a run of an earlier visit. @param {import('./log.js').Head} head */
  restore({ settings, counting }) {
    const earlier = JSON.parse(settings);
    this.sets = earlier.sets;
    this.#replace(fromSettings(earlier));
    if (!counting) return;
    const { model, samples, classifier = {} } = counting;
    this.adapt({ given: 'model', model: model.chosen.example, counted: String(samples), pose: poseOf(classifier) });
  }

  /**
   * Builds the request of a run; null if an entry is wrong, which marks every wrong entry.
   * @param {import('../certifier/collection.js').Collection} collection
   * @returns {Promise<{settings: RunSettings, samples: number | null, classifier?: Drawn} | null>} samples: that a model is to be shown of each
   *   cloud, null where votes are in the files
   */
  async read(collection) {
    const { settings, errors } = this.#settings();
    const { errors: wrong, ...sampling } = this.values.given === 'model' ? toSampling(this.values) : { samples: null, errors: {} };
    const refused = blamed(await collection.check(settings), settingFor);
    this.#texts.errors = { ...refused, ...errors, ...wrong };
    return Object.keys(this.errors).length > 0 ? null : { settings, ...sampling };
  }

  /** Reports whether an entry is to blame for an error. @param {Caught} error */
  isBlamed(error) {
    return settingFor(error?.field) !== '';
  }

  /** Marks the entry that is to blame for an error. @param {Caught} error @returns {string} what has to be said where none is */
  blame(error) {
    const entry = settingFor(error?.field);
    if (!entry) return error?.field ? `${error.field}: ${error.message}` : sentence(error);
    this.errors[entry] = sentence(error);
    return '';
  }
}
