// The visible text of the page in states with every kind of result, frozen: moving words between rooms must not change one of them. A change that is
// meant is frozen anew by ORBITCERT_FREEZE=1 node --test js/test/page/shown-texts.test.js, in a commit that gives the reason. Needs `make build`.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openPage, wholeLink } from '../tools/browser.js';
import { repository } from '../tools/native.js';
import { until } from '../tools/until.js';
import { FEW, FIRST, visits } from '../tools/visit.js';

/** The texts: a line "# state" before each; short lines of the page stand beside each other. */
const FILE = new URL('shown-texts.txt', import.meta.url);

const frozen = new Map((existsSync(FILE) ? readFileSync(FILE, 'utf8') : '').split(/^# /m).slice(1).map((part) => {
  const end = part.indexOf('\n');
  return [part.slice(0, end), part.slice(end + 1)];
}));

const visit = visits(FIRST);

/**
 * What is seen in a part of the page, without versions and digests; of results without the entries beside them, which the whole page shows.
 * @param {import('playwright-core').Page} page @param {string} part
 */
async function shown(page, part) {
  const text = await page.locator(part).evaluateAll((all) => all.map((one) => {
    const entries = one.matches('.results') ? one.querySelector('orbit-form')?.style : undefined;
    entries?.setProperty('display', 'none');
    const { innerText } = one;
    entries?.removeProperty('display');
    return innerText;
  }).join('\n'));
  const lines = text.replace(/\b[0-9a-f]{64}\b/g, 'SHA-256').replace(/core \d+\.\d+\.\d+/g, 'core').replace(/\b\d{4}-\d\d-\d\d\b/g, 'today').trim().split(/\s*\n\s*/);
  return lines.reduce((all, line) => all + (all.length - all.lastIndexOf('\n') + line.length > WIDTH ? '\n' : ' | ') + line).concat('\n');
}

/** Characters of a line to which the next is joined. */
const WIDTH = 150;

/** Opens a request that was released. @param {string} name */
const released = (name) => (page) => page.getByLabel('Clean point cloud').setInputFiles({
  name: 'request.json', mimeType: 'application/json', buffer: readFileSync(`${repository}core/certificate/testdata/released/requests/${name}.json`),
});

/** Shares what is there, and opens the link in another page. @type {(...all: any[]) => Promise<import('playwright-core').Page>} */
async function share(page, t, { url }) {
  await page.getByRole('button', { name: 'Share' }).click();
  const { page: other } = await openPage(t, { url, path: new URL(await wholeLink(page)).hash });
  return other;
}

const OWN = '#v=2';

/** Where each state begins, how it is reached, and the part of the page that shows it. */
const STATES = {
  'start': [FIRST, () => {}, 'orbit-page'],
  'certified': ['#v=1&example=chair-3d&draws=1000'],
  'not certified': ['#v=1&example=digit-8-2d&draws=1000'],
  'number': ['#v=2&example=energy-3d'],
  'labels': ['#v=2&example=parts-3d'],
  'superclass': [OWN, released('superclass-2d')],
  'first of several': [OWN, released('top-2d')],
  'samples of points': ['#v=2&example=chair-points-3d'],
  'noise on transformations': ['#v=2&example=chair-twisted-3d'],
  'noise by element': [OWN, released('sigma-by-attribute-3d')],
  'shared certificate': [FEW, share],
  'result of a run': ['#v=2&view=dataset', () => {}, 'orbit-dataset'],
};

for (const [name, [address, reach = () => {}, part = '.results']] of Object.entries(STATES)) {
  test(`what is seen is frozen: ${name}`, async (t) => {
    const { page: first, errors, site } = await visit(t, address);
    const page = await reach(first, t, site) ?? first;
    if (process.env.ORBITCERT_FREEZE) await freeze(name, () => shown(page, part));
    let now = '';
    await until(async () => (now = await shown(page, part)) === frozen.get(name)).catch(() => assert.equal(now, frozen.get(name)));
    assert.deepEqual(errors, []);
  });
}

/** Freezes a text that has come to rest. @param {string} name @param {() => Promise<string>} text */
async function freeze(name, text) {
  for (let before = ''; before !== frozen.get(name) || before === ''; await setTimeout(3000)) {
    before = frozen.get(name) ?? '';
    frozen.set(name, await text());
  }
  const states = Object.keys(STATES).filter((state) => frozen.has(state));
  writeFileSync(FILE, states.map((state) => `# ${state}\n${frozen.get(state)}`).join(''));
}
