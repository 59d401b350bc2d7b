// Random sequences of what a visitor does, on the page as it is served, with workers that answer late: once it rests, a verdict that is shown is byte
// for byte what the command line computes of the request in it, and that request is what the controls show.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { npz } from '../tools/archive.js';
import { openPage, savedCertificate, siteFile } from '../tools/browser.js';
import { tried } from '../tools/counts.js';
import { program } from '../tools/native.js';
import { random } from '../tools/random.js';
import { FEW } from '../tools/visit.js';

const SEQUENCES = tried({ few: 6, all: 40, many: 300 }), EVENTS = 10;

/** A cloud unlike the others. @param {number} n @param {number} count of its points */
const cloud = (n, count = 12) => Array.from({ length: count }, (_, i) => [Math.sin(i + n), Math.cos(3 * i), i / 20].map((x) => Number((x * (1 + n / 10)).toFixed(4))));

const text = (rows) => rows.map((row) => row.join(' ')).join('\n');

/** The points of clouds, by what the page calls them. */
const points = new Map();

/** @param {string} name @param {number[][]} rows @param {string} [part] of a file with several clouds */
const named = (name, rows, part = '') => (points.set(name + part, rows), rows);

const file = (name, data) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(data) });

const GOOD = [1, 2, 3].map((n) => file(`cloud-${n}.xyz`, text(named(`cloud-${n}.xyz`, cloud(n)))));
const FILES = [
  ...GOOD, ...GOOD, file('longer.xyz', text(named('longer.xyz', cloud(4, 14)))), file('bad.xyz', 'no\npoints\n'), file('bad.ply', 'ply\nend'),
  file('several.npz', npz({ one: named('several.npz', cloud(5), 'one'), two: named('several.npz', cloud(6), 'two') })),
];

/** Documents: requests, and certificates that the page has saved. */
const documents = [];

/** @param {string} stem of its file @param {any} request @param {string | Uint8Array} data */
function addDocument(stem, { clean, perturbed }, data) {
  for (const [place, given] of Object.entries({ clean, perturbed })) if (given?.points) named(`${stem}-${place}.json`, given.points);
  documents.push(file(`${stem}.json`, data));
}

for (const { id } of JSON.parse(String(siteFile('examples/index.json')))) {
  const data = siteFile(`examples/${id}.json`);
  addDocument(id, JSON.parse(String(data)), data);
}

/** Has what the workers say arrive late, in order. @param {import('playwright-core').Page} page @param {number} seed */
const slowed = (page, seed) => page.addInitScript(([seed, generator]) => {
  const next = new Function(`return ${generator}`)()(seed);
  Object.defineProperty(Worker.prototype, 'onmessage', { set(take) {
    let last = Promise.resolve();
    this.addEventListener('message', (message) => {
      last = last.then(() => new Promise((resolve) => setTimeout(resolve, 80 * next() ** 3))).then(() => take.call(this, message));
    });
  } });
}, [seed, String(random)]);

/** Has the page say in each frame where its verdict is of something else than what is entered. @param {import('playwright-core').Page} page */
const watched = (page) => page.addInitScript(() => {
  const entered = (name) => Number(document.querySelector(`#control-${name}`)?.value);
  const look = () => {
    requestAnimationFrame(look);
    const desk = document.querySelector('orbit-page')?.model, { request, certificate } = desk?.result ?? {};
    if (!certificate || !document.querySelector('section.verdict[data-certified]') || !document.querySelector('#control-alpha')) return;
    const { sigma, alpha, clean, prediction: { votes, samples } } = request, byVotes = document.querySelector('input[name=given]:checked')?.value === 'votes';
    const { file } = desk.files.clouds.clean ?? {};
    const of = [sigma, alpha, clean.file ?? file, ...(byVotes ? [votes, samples] : [])];
    const now = [entered('sigma'), entered('alpha'), file, ...(byVotes ? [entered('votes'), entered('voted')] : [])];
    if (String(of) !== String(now)) console.error(`the verdict is of ${of}, and ${now} is entered`);
  };
  requestAnimationFrame(look);
});

/** A control that is there, null where it is not. @param {import('playwright-core').Page} page @param {string} selector */
const control = (page, selector) => page.$(`${selector}:not([disabled])`);

/** Does something with a control, unless it is not there or goes meanwhile. */
async function use(page, selector, act) {
  const found = await control(page, selector);
  if (!found || !await found.isVisible().catch(() => false)) return false;
  return act(found).then(() => true, (error) => {
    if (!/not attached|not visible|detached|Timeout|not enabled/.test(error.message)) throw error;
    return false;
  });
}

const SOON = { timeout: 2000 };

const type = (page, name, value) => use(page, `#control-${name}`, (field) => field.fill(value, SOON));
const choose = (page, selector, value) => use(page, selector, (field) => field.selectOption(value, SOON));
const press = (page, selector) => use(page, selector, (button) => button.click(SOON));
const give = (page, place, given) => use(page, `#control-${place}`, (field) => field.setInputFiles(given, SOON));

/** Says how sure a classifier is. */
async function sure(page, votes) {
  await press(page, 'label:has(input[name=given][value=votes])');
  await type(page, 'votes', votes);
  await type(page, 'voted', votes === '9000' ? '10000' : '4000');
}

/** Drops files on the page. */
const drop = (page, given) => page.evaluate((files) => {
  const dataTransfer = new DataTransfer();
  for (const [name, base64] of files) dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name));
  document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
}, given.map(({ name, buffer }) => [name, buffer.toString('base64')]));

/** What a visitor does. */
const ACTS = {
  clean: (page, pick) => give(page, 'clean', pick(FILES)),
  perturbed: (page, pick) => give(page, 'perturbed', pick(FILES)),
  both: (page, pick) => drop(page, [pick(GOOD), pick(FILES)]),
  open: (page, pick) => drop(page, [pick(documents)]),
  part: (page, pick) => choose(page, '#part-clean', pick(['one', 'two'])),
  remove: (page, pick) => press(page, `.drop:has(#control-${pick(['clean', 'perturbed'])}) button`),
  sigma: (page, pick) => type(page, 'sigma', pick(['0.1', '0.2', '0.25', 'x', ''])),
  alpha: (page, pick) => type(page, 'alpha', pick(['0.01', '0.001', '2'])),
  votes: (page, pick) => type(page, 'votes', pick(['3990', '2000', '3999', '-'])),
  sure: (page, pick) => sure(page, pick(['3990', '3999', '9000'])),
  ready: async (page, pick) => {
    await give(page, 'clean', pick(GOOD));
    await sure(page, '3990');
    await choose(page, '#control-perturbation', pick(['file', 'scale', 'none']));
    await give(page, 'perturbed', pick(GOOD));
    await page.keyboard.press('Control+Enter');
  },
  voted: (page, pick) => type(page, 'voted', pick(['4000', '10000', '100'])),
  probability: (page, pick) => type(page, 'probability', pick(['0.99', '0.8', '7'])),
  given: (page, pick) => press(page, `label:has(input[name=given][value=${pick(['votes', 'votes', 'probability', 'probability', 'model'])}])`),
  group: (page, pick) => choose(page, '#control-group', pick(['none', 'T', 'SO', 'E', 'SE'])),
  order: (page) => press(page, '#control-permutation'),
  perturbation: (page, pick) => choose(page, '#control-perturbation', pick(['file', 'file', 'scale', 'rotate', 'none'])),
  draws: (page, pick) => type(page, 'draws', pick(['1000', '2000'])),
  example: (page, pick) => press(page, `.examples button:nth-of-type(${pick([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])})`),
  certify: (page) => page.keyboard.press('Control+Enter'),
  cancel: (page) => page.keyboard.press('Escape'),
  claim: (page) => press(page, '.ways button:nth-of-type(2)'),
  again: (page) => press(page, '.ways button:first-of-type'),
  earlier: (page) => press(page, '.ways button:last-of-type'),
  back: async (page) => await page.evaluate(() => navigation.canGoBack) && page.goBack(),
  forward: async (page) => await page.evaluate(() => navigation.canGoForward) && page.goForward(),
  reload: (page) => page.reload(),
};

/** Acts that come more often than others. */
const OFTEN = ['clean', 'ready', 'ready', 'ready', 'sure', 'sure', 'sigma', 'certify', 'certify', 'certify', 'claim', 'claim', 'back', 'perturbed'];

/** What the screen shows of the question and of its answer; null while it says that it is busy. */
function onScreen() {
  const verdict = /** @type {HTMLElement | null} */ (document.querySelector('section.verdict[aria-busy=false]'));
  if (!verdict) return null;
  const said = (selector) => /** @type {HTMLElement | null} */ (document.querySelector(selector))?.innerText ?? '';
  const part = (place) => document.querySelector(`#part-${place}`)?.value ?? '';
  const entered = (name) => document.querySelector(`#control-${name}`)?.value ?? '';
  const names = ['sigma', 'alpha', 'votes', 'voted', 'probability', 'group', 'perturbation', 'draws', 'norm', 'degrees', 'stretch', 'noise'];
  return {
    phase: verdict.dataset.phase, certified: verdict.dataset.certified ?? '', says: verdict.querySelector('.sentence')?.innerText ?? '',
    saves: Boolean(verdict.querySelector('[aria-label="Download certificate"]')),
    given: document.querySelector('input[name=given]:checked')?.value, ordered: !document.querySelector('#control-permutation')?.checked,
    model: said('orbit-model .file'), clean: said('#about-clean .file') + part('clean'), perturbed: said('#about-perturbed .file') + part('perturbed'),
    ...Object.fromEntries(names.map((name) => [name, entered(name)])),
  };
}

/** What the screen shows once it rests. @param {import('playwright-core').Page} page */
const rested = async (page) => (await page.waitForFunction(onScreen, null, { timeout: 120_000 })).jsonValue();

/** Holds a certificate against what the screen shows. */
function compare(shown, { request, certified }) {
  const { clean, perturbed, prediction, sigma, alpha = 0.001, group = 'none', permutation = false, samples } = request;
  const asked = { sigma, alpha, group, ordered: !permutation };
  assert.deepEqual(asked, { sigma: Number(shown.sigma), alpha: Number(shown.alpha), group: shown.group, ordered: shown.ordered }, 'the settings');
  if (shown.given === 'votes') assert.deepEqual([prediction.votes, prediction.samples], [shown.votes, shown.voted].map(Number), 'the votes');
  if (shown.given === 'model') assert.deepEqual([prediction.evidence.sampling.sigma, prediction.evidence.model.name], [sigma, shown.model], 'the votes');
  if (shown.given === 'probability') assert.deepEqual([Number(prediction.probability), prediction.votes], [Number(shown.probability), undefined]);
  assert.deepEqual(clean.points, points.get(shown.clean), 'the clean cloud');
  if (shown.perturbation === 'file') assert.deepEqual(perturbed?.points, points.get(shown.perturbed), 'the perturbed cloud');
  if (shown.perturbation === 'none') assert.equal(perturbed, undefined, 'no perturbed cloud');
  if (shown.perturbation === 'scale') assert.deepEqual([perturbed.attack, perturbed.norm], ['scale', Number(shown.norm)], 'the perturbed cloud');
  if (shown.perturbation === 'rotate') assert.equal(perturbed.attack, 'rotate', 'the perturbed cloud');
  if (samples && shown.draws) assert.equal(samples, Number(shown.draws), 'the draws, where there are any');
  if (shown.certified) assert.equal(String(certified), shown.certified, 'the verdict');
}

/** The certificate of an unfinished verdict, which has no button to save it; '' for none. @param {import('playwright-core').Page} page */
const unsaved = (page) => page.evaluate(async () => {
  const { result: { certificate }, documents } = /** @type {any} */ (document.querySelector('orbit-page')).model;
  return certificate ? new TextDecoder().decode(await documents.certificate()) : '';
});

/** Looks at the page once it rests. @param {import('playwright-core').Page} page @returns {Promise<string>} what it shows */
async function look(page) {
  const shown = await rested(page);
  assert.ok(shown.says, 'it says something');
  const bytes = shown.saves ? await savedCertificate(page) : Buffer.from(await unsaved(page));
  if (bytes.length === 0) return shown.phase;
  const certificate = JSON.parse(String(bytes));
  assert.deepEqual(await page.evaluate(onScreen), shown, 'it rests');
  compare(shown, certificate);
  const own = execFileSync(program('orbitcert'), ['certify', '-'], { input: JSON.stringify(certificate.request), maxBuffer: 1 << 26, stdio: 'pipe' });
  assert.ok(own.equals(bytes), 'the command line computes the same');
  if (documents.length < 30) addDocument(`saved-${documents.length}`, certificate.request, bytes);
  return `${shown.phase} ${shown.certified}`;
}

test(`a verdict that is shown is of what is shown, in ${SEQUENCES} sequences of what a visitor does`, async (t) => {
  const { page, errors, site } = await openPage(t, { folded: true, before: (page) => Promise.all([slowed(page, 1), watched(page)]) });
  await page.evaluate(() => ['entries', 'details', 'examples'].forEach((part) => sessionStorage.setItem(`orbitcert-open-${part}`, '')));
  let held = 0;
  for (let seed = 0; seed < SEQUENCES; seed++) {
    const next = random(seed), pick = (all) => all[Math.floor(next() * all.length)], done = [];
    try {
      await page.goto('about:blank');
      await page.goto(`${site.url}${FEW}`);
      for (let i = 0; i < EVENTS; i++) {
        const act = pick([...Object.keys(ACTS), ...OFTEN]);
        done.push(await ACTS[act](page, pick) === false ? `(${act})` : act);
        if (next() < 0.3) done.push(await look(page));
      }
      done.push(await look(page));
      held += done.filter((what) => what.includes(' ')).length;
    } catch (error) {
      throw Object.assign(/** @type {Error} */ (error), { message: `sequence ${seed}, ${done.join(' ')}: ${/** @type {Error} */ (error).message}` });
    }
  }
  assert.ok(held >= SEQUENCES / 2, `certificates are looked at: ${held}`);
  assert.deepEqual(errors, []);
});
