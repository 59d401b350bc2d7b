/**
 * Explains why a worker failed. `kind`: 'input' – its input is bad; 'panic' – a bug in its program;
 * 'missing' – a file of the site is not there; 'died' – workers ended again and again. What the program said beside its
 * message is in fields of the same names.
 */
export class EngineError extends Error {
  /** @param {'input' | 'panic' | 'missing' | 'died'} kind @param {string} message @param {object} [details] */
  constructor(kind, message, details = {}) {
    super(message);
    Object.assign(this, details, { name: 'EngineError', message });
    this.kind = kind;
  }

  /** Reads the text of a refusal. @param {string} text */
  static parse(text) {
    /** @type {{message?: string, panic?: string}} */
    let refusal;
    try {
      refusal = JSON.parse(text);
    } catch {
      refusal = { panic: text };
    }
    if (refusal.panic === undefined) return new this('input', refusal.message ?? text, refusal);
    return new this('panic', `Internal error of the certifier: ${refusal.panic}`);
  }
}
