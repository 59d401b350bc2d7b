/**
 * The Durable Object that counts computations, one for the whole edge. As in
 * wasm/edge/limiter_native.go, a client may have BURST certificates computed at
 * once and one more each REFILL, everybody together BUDGET in a day.
 */

import limits from '../limits.json' with { type: 'json' };

const BURST = limits.client_burst;
const REFILL = 1000 * limits.client_refill_seconds;
const BUDGET = limits.daily_budget.worker;
const DAY = 86_400_000;

export class Limiter {
  /** @param {DurableObjectState} state */
  constructor(state) {
    this.sql = state.storage.sql;
    this.sql.exec('CREATE TABLE IF NOT EXISTS clients (client TEXT PRIMARY KEY, full INTEGER)');
    this.sql.exec('CREATE TABLE IF NOT EXISTS days (day INTEGER PRIMARY KEY, granted INTEGER)');
  }

  /** Answers how many seconds the client has to wait; 0 means that it is counted. @param {Request} request */
  async fetch(request) {
    const client = new URL(request.url).searchParams.get('client') ?? '';
    return new Response(String(Math.ceil(this.#take(client, Date.now()) / 1000)));
  }

  /**
   * A bucket that is full again at a time lacks (time − now) / REFILL of its tokens. After the
   * clock was set back, buckets are empty at most, and what was granted on a later day counts for this one.
   *
   * @param {string} client @param {number} now
   */
  #take(client, now) {
    const day = Math.floor(now / DAY);
    const empty = now + BURST * REFILL;
    this.sql.exec('UPDATE clients SET full = ? WHERE client = ? AND full > ?', empty, client, empty);
    this.sql.exec('UPDATE OR REPLACE days SET day = ? WHERE day > ?', day, day);
    const granted = this.#one('SELECT granted AS value FROM days WHERE day = ?', day);
    if (granted >= BUDGET) return (day + 1) * DAY - now;
    const full = Math.max(now, this.#one('SELECT full AS value FROM clients WHERE client = ?', client));
    const wait = full - now - (BURST - 1) * REFILL;
    if (wait > 0) return wait;
    this.sql.exec('DELETE FROM clients WHERE full < ?', now);
    this.sql.exec('DELETE FROM days WHERE day < ?', day);
    this.sql.exec('INSERT OR REPLACE INTO clients VALUES (?, ?)', client, full + REFILL);
    this.sql.exec('INSERT OR REPLACE INTO days VALUES (?, ?)', day, granted + 1);
    return 0;
  }

  /** @param {string} query @param {string | number} value @returns {number} */
  #one(query, value) {
    return Number(this.sql.exec(query, value).toArray()[0]?.value ?? 0);
  }
}
