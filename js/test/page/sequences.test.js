// The page under random acts of a visitor while its workers answer late: a certificate that it offers is byte for byte what the command line computes
// from what the page shows. SEQUENCES=300 plays as many.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { initial } from '../../form/address.js';
import { toRequest } from '../../form/request.js';
import { openPage, savedCertificate, siteFile } from '../tools/browser.js';
import { program } from '../tools/native.js';
import { random } from '../tools/random.js';
import { FEW } from '../tools/visit.js';

const SEQUENCES = Number(process.env.SEQUENCES ?? 4), ACTS = 10;

const EXAMPLES = ['digit-2d', 'digit-8-2d'];

/** Clouds of a visitor, by the names of their files: turned and stretched a little, each in its own way. */
const CLOUDS = Object.fromEntries(['a', 'b', 'c', 'd'].map((name, k) => {
  const next = random(7), [cos, sin] = [Math.cos(k / 9), Math.sin(k / 9)];
  const points = Array.from({ length: 20 }, () => [next() - 0.5, (next() - 0.5) * (1 + k / 50)]);
  return [`${name}.json`, JSON.stringify({ points: points.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos]) })];
}));

/** The requests of examples and of certificates that were saved, by their names. */
const requests = Object.fromEntries(EXAMPLES.map((id) => [id, JSON.parse(String(siteFile(`examples/${id}.json`)))]));

/** The entries that are compared. */
const ENTRIES = ['sigma', 'alpha', 'draws', 'group', 'perturbation', 'norm', 'probability', 'votes', 'voted'];

const file = (name, text) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

/** Has each message to a worker take a while, in its order (mulberry32). @param {number} seed */
function slowWorkers(seed) {
  const uniform = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    const mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const { postMessage } = Worker.prototype, lines = new WeakMap();
  Worker.prototype.postMessage = function (...message) {
    const before = lines.get(this) ?? Promise.resolve();
    lines.set(this, before.then(() => new Promise((later) => setTimeout(later, 60 * uniform()))).then(() => postMessage.apply(this, message)));
  };
}

/** What the page shows: the names of its clouds, and its entries. */
const shown = (page) => page.evaluate((names) => ({
  ...Object.fromEntries(['clean', 'perturbed'].map((place) => [place, document.querySelector(`#about-${place} .file`)?.textContent ?? ''])),
  values: Object.fromEntries(names.map((name) => [name, document.getElementById(`control-${name}`)?.value]).filter(([, text]) => text !== undefined)),
  given: document.querySelector('input[name=given]:checked').value,
}), ENTRIES);

/** The request that a cloud came with, and its place there. @param {string} name */
function cameWith(name) {
  const [, id = '', place = ''] = /^(.+)-(clean|perturbed)\.json$/.exec(name) ?? [];
  return { request: requests[id], place };
}

/** The text of a cloud's file. @param {string} name */
function textOf(name) {
  const { request, place } = cameWith(name);
  return request ? JSON.stringify({ points: request[place].points }) : CLOUDS[name];
}

/** The certificate that the command line computes from what is shown. @param {Awaited<ReturnType<typeof shown>>} of @param {number} samples */
function computed({ clean, perturbed, values, given }, samples) {
  const folder = mkdtempSync(join(tmpdir(), 'orbitcert-shown-'));
  for (const name of [clean, perturbed].filter(Boolean)) writeFileSync(join(folder, name), textOf(name));
  const clouds = { clean: { dimension: 2, file: clean }, perturbed: perturbed ? { file: perturbed } : null };
  const { request, errors } = toRequest({ ...initial(), ...values, given }, clouds);
  assert.deepEqual(errors, {}, 'nothing is wrong with what is shown');
  const { votes, samples: voted } = request.prediction, { prediction } = cameWith(clean).request ?? {};
  // Votes that came with an example were counted.
  if (votes !== undefined && prediction?.votes === votes && prediction.samples === voted) request.prediction = prediction;
  writeFileSync(join(folder, 'request.json'), JSON.stringify({ ...request, samples }));
  return execFileSync(program('orbitcert'), ['certify', 'request.json'], { cwd: folder, encoding: 'utf8' });
}

/** What a visitor does. @type {Record<string, (page: import('playwright-core').Page, pick: <T>(all: T[]) => T, saved: string[]) => Promise<unknown>>} */
const acts = {
  clean: (page, pick) => page.locator('#control-clean').setInputFiles(given(pick)),
  perturbed: (page, pick) => page.locator('#control-perturbed').setInputFiles(given(pick)),
  certificate: async (page, pick, saved) => {
    if (saved.length === 0) return;
    const text = pick(saved), name = `saved${saved.indexOf(text)}`;
    requests[name] = JSON.parse(text).request;
    await page.locator('#control-clean').setInputFiles(file(`${name}.json`, text));
  },
  sigma: (page, pick) => type(page, 'sigma', pick(['0.1', '0.12', '0.15', 'x'])),
  alpha: (page, pick) => type(page, 'alpha', pick(['0.001', '0.01'])),
  sure: async (page, pick) => {
    await type(page, 'probability', pick(['0.9', '0.99']));
    await type(page, 'votes', pick(['970', '990']));
    await type(page, 'voted', '1000');
  },
  group: (page, pick) => page.locator('#control-group').selectOption(pick(['none', 'SE', 'SO', 'T'])),
  perturbation: (page, pick) => page.locator('#control-perturbation').selectOption(pick(['file', 'scale', 'none'])),
  way: (page, pick) => page.locator(`input[name=given][value=${pick(['votes', 'probability'])}]`).dispatchEvent('click'),
  remove: (page, pick) => page.evaluate((place) => document.querySelector(`#control-${place} ~ button`)?.click(), pick(['clean', 'perturbed'])),
  certify: (page) => page.keyboard.press('Control+Enter'),
  cancel: (page) => page.keyboard.press('Escape'),
  example: (page, pick) => page.evaluate((hash) => { location.hash = hash; }, `#v=2&example=${pick(EXAMPLES)}&draws=1000`),
  back: (page) => page.evaluate(() => navigation.canGoBack && navigation.currentEntry.index > Number(sessionStorage.first) && history.back()),
  forward: (page) => page.evaluate(() => navigation.canGoForward && history.forward()),
  reload: (page) => page.reload(),
  wait: (page) => rest(page),
};

/** Acts that come more often than others. */
const OFTEN = ['clean', 'clean', 'perturbed', 'sure', 'sure', 'certify', 'certify', 'back', 'sigma', 'example', 'certificate', 'wait'];

/** A file of a visitor, some of which are no clouds. */
const given = (pick) => {
  const name = pick([...Object.keys(CLOUDS), 'bad.json']);
  return file(name, CLOUDS[name] ?? '{"points": "none"}');
};

/** Types a text where its control is shown. */
const type = (page, name, text) => page.evaluate(([name, text]) => {
  const control = document.getElementById(`control-${name}`);
  if (!control) return;
  control.value = text;
  for (const event of ['input', 'change']) control.dispatchEvent(new Event(event, { bubbles: true }));
}, [name, text]);

/** Waits until the page has done all that is wanted. */
const rest = (page) => page.waitForFunction(() => {
  const desk = document.querySelector('orbit-page')?.model;
  return desk?.engine && desk.result.phase !== 'empty' && desk.runner.running.length === 0;
});

/** Holds the certificate that the page offers, if it offers one, against the command line. @param {string[]} saved those that were held before */
async function held(page, saved) {
  await rest(page);
  await page.evaluate(() => document.querySelector('orbit-page').updateComplete);
  if (await page.getByRole('button', { name: 'Download certificate' }).count() === 0) return;
  const text = String(await savedCertificate(page)), { samples } = JSON.parse(text).request;
  assert.equal(text, computed(await shown(page), samples));
  saved.push(text);
}

test(`what is downloaded is what the command line computes from what is shown, in ${SEQUENCES} sequences of ${ACTS} acts with late workers`, async (t) => {
  const { page, errors } = await openPage(t, { path: FEW, before: (page) => page.addInitScript(slowWorkers, 5) });
  await page.evaluate(() => { sessionStorage.first = navigation.currentEntry.index; });
  const saved = [];
  for (let seed = 0; seed < SEQUENCES; seed++) {
    const next = random(seed), pick = (all) => all[Math.floor(next() * all.length)], done = [];
    try {
      for (let i = 0; i < ACTS; i++) {
        done.push(pick([...Object.keys(acts), ...OFTEN]));
        await acts[done[i]](page, pick, saved);
      }
      await held(page, saved);
      await acts.certify(page);
      await held(page, saved);
    } catch (error) {
      throw Object.assign(/** @type {Error} */ (error), { message: `sequence ${seed}, ${done.join(' ')}: ${/** @type {Error} */ (error).message}` });
    }
  }
  assert.ok(saved.length >= SEQUENCES / 2, `${saved.length} certificates were held against the command line`);
  assert.deepEqual(errors, []);
});
