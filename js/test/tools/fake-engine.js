/** An engine that reads clouds when it may, and remembers what it was to certify. */
export class FakeEngine extends EventTarget {
  asked = [];
  /** Each reading waits for this. */
  gate = Promise.resolve();

  explorer = { withstand: async () => ({ certified: false }) };

  async ready() { return 'core'; }
  async open(handle, name) {
    await this.gate;
    if (name.startsWith('bad')) throw Object.assign(new Error('is no cloud'), { kind: 'input' });
    if (name.startsWith('many')) throw Object.assign(new Error('has several'), { kind: 'input', parts: [{ name: 'a' }, { name: 'b' }], total: 2 });
    return { dimension: 2, count: 3, notes: [] };
  }

  async points() { return new Float64Array(6); }
  async close() {}
  async check() { return []; }
  async certify(request) {
    this.asked.push(request);
    return { text: '', value: { certified: true } };
  }

  async minimum() { return {}; }
  async document() { return new Uint8Array(); }
}
