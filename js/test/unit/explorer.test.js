// Calls of Go by the explorer, with answers given here.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Explorer } from '../../certifier/explorer.js';

/** An explorer of which every range takes three steps, and what it has asked so far. */
function stepped() {
  const asked = [];
  const ask = async (name, [request, family]) => {
    const call = [name, JSON.parse(request).sigma, ...(family ? [family] : [])].join(' ');
    asked.push(call);
    if (name === 'withstand') return ['{"certified":true}', '["scale","twist"]'];
    return asked.filter((other) => other === call).length === 3 ? JSON.stringify({ family }) : '';
  };
  return { asked, explorer: new Explorer({ ask }) };
}

const whole = (sigma) => [`withstand ${sigma}`, ...['scale', 'twist'].flatMap((family) => Array(3).fill(`withstandRange ${sigma} ${family}`))];

test('steps towards a range are taken for one request at a time: another between them would begin it anew, for ever', async () => {
  const { asked, explorer } = stepped();
  const both = await Promise.all([1, 2].map((sigma) => explorer.withstand({ sigma })));
  assert.deepEqual(asked, [...whole(1), ...whole(2)]);
  for (const { ranges } of both) assert.deepEqual(ranges, [{ family: 'scale' }, { family: 'twist' }]);
});

test('no further step is taken for a request that is given up, and the next one has its turn', async () => {
  const { asked, explorer } = stepped();
  const stop = new AbortController();
  const given = assert.rejects(explorer.withstand({ sigma: 1 }, stop.signal), { name: 'AbortError' });
  while (asked.length < 3) await null;
  stop.abort();
  await explorer.withstand({ sigma: 2 });
  await given;
  assert.deepEqual(asked, [...whole(1).slice(0, 3), ...whole(2)]);
});
