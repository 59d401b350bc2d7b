// Waiting for what no locator can see.

import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds that a test waits for anything: much longer than it takes on a busy machine. */
export const PATIENCE = 180_000;

/** Asks again and again until the answer is true. @param {() => any} holds */
export async function until(holds) {
  for (const end = Date.now() + PATIENCE; !await holds(); await setTimeout(20)) assert.ok(Date.now() < end, `never: ${holds}`);
}
