// The picture is the hand tool: a ring turns the cloud, a handle scales it, a point is pulled, and all of it is put back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriousInBoth } from '../tools/axe.js';
import { FIRST, visits } from '../tools/visit.js';

const distances = (page) => page.getByRole('img', { name: 'Distances' });
/** @param {import('playwright-core').Page} page @param {string} name */
const number = async (page, name) => Number(await distances(page).getAttribute(`data-${name}`));
const certified = (page, yes) => page.locator(`[aria-label=Verdict][data-certified="${yes}"]`).waitFor();
const done = (page, text) => page.locator('.done [role=status]').getByText(text).waitFor();

const visit = visits(FIRST, { folded: true });

/** The page with a verdict and the picture at rest. @param {string} [address] @param {{width: number, height: number}} [size] */
async function open(t, address, size) {
  const opened = await visit(t, address);
  if (size) await opened.page.setViewportSize(size);
  await opened.page.locator('[data-phase=done] .distances').waitFor();
  await opened.page.waitForFunction(() => {
    const { painted, scene } = document.querySelector('orbit-clouds') ?? {};
    return painted && painted === scene && document.querySelector('.ring');
  });
  return opened;
}

/** The middle of an element of the window. */
async function middle(page, selector) {
  const { x, y, width, height } = await page.locator(selector).boundingBox();
  return [x + width / 2, y + height / 2];
}

/** Pixels between the circle of the point that is taken and that point of the changed cloud, as it is drawn. @param {import('playwright-core').Page} page */
const offCircle = async (page) => {
  const [x, y] = await middle(page, '.over circle');
  return page.evaluate(([x, y]) => {
    const { picture, picture: { named, scene, scene: { dimension, given } } } = document.querySelector('orbit-clouds'), i = named.index * dimension;
    const [right, up] = picture.camera.project(given.subarray(i, i + dimension), dimension, scene.frame(0)), [a, b] = picture.placeOn(x, y);
    return picture.side * Math.hypot(right - a, up - b);
  }, [x, y]);
};

/** Drags with the mouse from one place by others to the last. */
async function drag(page, [first, ...others]) {
  await page.mouse.move(...first);
  await page.mouse.down();
  for (const place of others) await page.mouse.move(...place, { steps: 3 });
}

/** Places on the ring at these degrees. */
async function onRing(page, degrees) {
  const [[x, y], { width }] = [await middle(page, '.ring .round'), await page.locator('.ring .round').boundingBox()];
  return degrees.map((each) => [x + width / 2 * Math.cos(each * Math.PI / 180), y - width / 2 * Math.sin(each * Math.PI / 180)]);
}

test('the ring turns the cloud: the distance as it lies grows, that after turning it back stays, and all is put back', async (t) => {
  const { page, errors } = await open(t);
  await done(page, 'Turned by 25° and jittered');
  const [given, aligned] = [await number(page, 'as-given'), await number(page, 'aligned')];
  await page.evaluate(() => {
    const { clearRect } = CanvasRenderingContext2D.prototype;
    globalThis.paints = 0;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) { globalThis.paints++; clearRect.apply(this, box); };
    const form = document.querySelector('orbit-form'), { performUpdate } = form;
    globalThis.forms = 0;
    form.performUpdate = () => { globalThis.forms++; performUpdate.call(form); };
  });
  await drag(page, [await middle(page, '.turning .knob'), ...await onRing(page, [40, 60])]);
  await page.waitForFunction((given) => Number(document.querySelector('.distances svg').dataset.asGiven) > 2 * given, given);
  await certified(page, true);
  assert.ok(Math.abs(await number(page, 'aligned') - aligned) < 1e-9, 'while the hand holds it');
  const paints = await page.evaluate(() => globalThis.paints);
  assert.ok(paints > 0 && paints <= 6, `six steps were painted ${paints} times`);
  for (const place of await onRing(page, Array.from({ length: 20 }, (_, i) => 41 + i))) await page.mouse.move(...place);
  const forms = await page.evaluate(() => globalThis.forms);
  assert.ok(forms < 13, `only the verdict follows a hand, and the form was drawn ${forms} times in 26 steps`);
  await page.mouse.up();
  await done(page, 'Turned by 60° and jittered');
  await page.getByRole('slider', { name: 'Turn' }).press('ArrowRight');
  await done(page, 'Turned by 61° and jittered');
  await page.getByRole('button', { name: 'Put it back' }).click();
  await done(page, 'Turned by 25° and jittered');
  await page.waitForFunction((given) => Number(document.querySelector('.distances svg').dataset.asGiven) === given, given);
  assert.equal(await page.getByRole('button', { name: 'Put it back' }).count(), 0);
  assert.deepEqual(await seriousInBoth(page), []);
  assert.deepEqual(errors, []);
});

test('a pulled point carries the distance over the radius and the headline with it; Escape puts it back', async (t) => {
  const { page, errors } = await open(t);
  const radius = await number(page, 'radius');
  const [x, y] = await page.evaluate(() => {
    const { picture } = document.querySelector('orbit-clouds'), { scene, side, canvas } = picture, box = canvas.getBoundingClientRect();
    const [right, up] = picture.camera.project(scene.given.subarray(0, 2), 2, scene.frame(0));
    return [box.left + box.width / 2 + side * right, box.top + box.height / 2 - side * up];
  });
  await drag(page, [[x, y], [x + 60, y - 40]]);
  await page.locator('.sentence').getByText('Not certified').waitFor();
  assert.ok(await number(page, 'aligned') > radius && await number(page, 'radius') === radius);
  await done(page, '1 point pulled');
  await page.mouse.up();
  await page.keyboard.press('Escape');
  await page.locator('.sentence').getByText('Certified: still a 3.').waitFor();
  await done(page, 'Turned by 25° and jittered');
  const pulled = (isTaken) => page.evaluate((isTaken) => {
    const { brush } = document.querySelector('orbit-page').model;
    if (isTaken) brush.hold();
    brush.pull(0, [0.1, 0.1]);
    return [...brush.pulled];
  }, isTaken);
  assert.deepEqual(await pulled(true), [0]);
  await done(page, '1 point pulled');
  await page.keyboard.press('Escape');
  await done(page, 'Turned by 25° and jittered');
  assert.deepEqual(await pulled(false), [], 'a hand that has lost the cloud pulls nothing');
  await done(page, 'Turned by 25° and jittered');
  assert.deepEqual(errors, []);
});

test('the handle scales, by pointer and by keys, on a phone and in space', async (t) => {
  const { page, errors } = await open(t, '#v=2&example=molecule-3d', { width: 390, height: 844 });
  await page.locator('.ring').scrollIntoViewIfNeeded();
  const from = await middle(page, '.scaling .knob'), [x, y] = await middle(page, '.ring .round');
  await drag(page, [from, [x + 1.1 * (from[0] - x), y + 1.1 * (from[1] - y)]]);
  await done(page, 'scaled by 1.10');
  await page.mouse.up();
  await page.getByRole('slider', { name: 'Scale' }).fill('1');
  await page.waitForFunction(() => !document.querySelector('.done').textContent.includes('scaled'));
  await page.getByRole('slider', { name: 'Turn' }).fill('30');
  await page.locator('.done').getByText(/Turned by \d+°/).waitFor();
  await certified(page, true);
  assert.deepEqual(errors, []);
});

test('in space a point is taken, arrow keys pull it, and Escape puts it back', async (t) => {
  const { page, errors } = await open(t, '#v=2&example=chair-3d');
  const canvas = page.getByRole('img', { name: 'Drawing of the clouds' });
  const aligned = await number(page, 'aligned');
  await canvas.focus();
  for (const key of ['.', 'Enter', 'ArrowRight', 'ArrowRight', 'ArrowUp']) await canvas.press(key);
  await done(page, /1 point pulled/);
  await page.waitForFunction((aligned) => Number(document.querySelector('.distances svg').dataset.aligned) > aligned, aligned);
  assert.ok(await offCircle(page) < 2);
  await page.keyboard.press('Escape');
  await page.locator('.over.taken').waitFor({ state: 'detached' });
  assert.deepEqual(errors, []);
});

test('of a cloud in another order the point that is taken is pulled, and its circle goes with it', async (t) => {
  const { page, errors } = await open(t, '#v=2&example=chair-set-3d');
  const canvas = page.getByRole('img', { name: 'Drawing of the clouds' });
  await canvas.focus();
  for (const key of ['.', '.', '.', 'Enter']) await canvas.press(key);
  const named = await page.evaluate(() => document.querySelector('orbit-clouds').picture.named);
  for (const perturbed of [true, false]) {
    await page.evaluate((named) => document.querySelector('orbit-clouds').picture.point(named), { ...named, perturbed });
    await canvas.press('ArrowRight');
    const [pulled, clean] = await page.evaluate((index) =>
      [[...document.querySelector('orbit-page').model.brush.pulled], document.querySelector('orbit-clouds').picture.scene.order[index]], named.index);
    assert.deepEqual(pulled, [clean]);
  }
  await done(page, /1 point pulled/);
  assert.ok(await offCircle(page) < 2);
  assert.deepEqual(errors, []);
});

test('settings that change while a hand holds the cloud have their verdict before it lets go', async (t) => {
  const { page, errors } = await open(t);
  const radius = () => page.evaluate(() => document.querySelector('orbit-page').model.result.certificate?.value.orbit?.radius);
  const turn = (degrees) => page.evaluate((degrees) => document.querySelector('orbit-page').model.brush.turn(degrees, [0, 0, 1], degrees), degrees);
  const before = await radius();
  await page.evaluate(() => document.querySelector('orbit-page').model.brush.hold());
  for (const degrees of [5, 10]) {
    await turn(degrees);
    if (degrees === 10) await page.waitForFunction(() => document.querySelector('orbit-page').model.brush.proved);
    else await page.waitForFunction(() => document.querySelector('orbit-page').model.state.brushes > 0);
  }
  await page.evaluate(() => {
    const { entries } = document.querySelector('orbit-page').model;
    for (const [name, value] of Object.entries({ given: 'probability', probability: '0.9', sigma: '0.2' })) entries.set(name, value);
    entries.edited();
  });
  await page.waitForFunction((before) => {
    const { brush, result: { certificate } } = document.querySelector('orbit-page').model;
    return brush.holds && certificate && certificate.value.orbit.radius !== before;
  }, before);
  await page.evaluate(() => document.querySelector('orbit-page').model.brush.release());
  assert.deepEqual(errors, []);
});

test('the focus stays with the part of a control that goes, and not with one that a visitor has left', async (t) => {
  const { page } = await open(t);
  const left = (leave) => page.evaluate(async (leave) => {
    const part = document.querySelector('orbit-page [tabindex="-1"]'), button = part.appendChild(document.createElement('button'));
    button.focus();
    if (leave) button.blur();
    await null;
    button.remove();
    await new Promise(requestAnimationFrame);
    return document.activeElement === part ? 'part' : document.activeElement?.localName;
  }, leave);
  assert.deepEqual([await left(false), await left(true)], ['part', 'body']);
});
