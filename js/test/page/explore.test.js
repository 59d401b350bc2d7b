// The explorer in a real browser: radii, curves, map, what can be saved. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageLooks } from '../tools/argument-looks.js';
import { serious } from '../tools/axe.js';
import { mapSays, openPage, savedFile, smallTargets } from '../tools/browser.js';
import { COMPLETE } from '../tools/named.js';
import { assertSteady, watchShifts } from '../tools/shifts.js';
import { withheld } from '../tools/stand-still.js';
import { FIRST, follow, visits } from '../tools/visit.js';

const part = (page, name) => page.getByRole('region', { name });

const furthest = (page) => page.locator('tr[data-row=every] td', { hasText: 'σ' }).waitFor();

const visit = visits();

/** The chair's entries, under fewer draws than it comes with. */
const FEW = 'given=probability&probability=0.97&sigma=0.1&draws=2000';

const settled = (page, name) => part(page, name).getByRole('button', { name: /^Save .* JSON$/ }).waitFor();
/** Comes to the map and waits for the whole of it. */
const complete = (page) => mapSays(page, COMPLETE);

async function saved(page, name, ending) {
  const file = await savedFile(page, part(page, name).getByRole('button', { name: new RegExp(`${ending}$`) }));
  assert.match(file.name, new RegExp(`^orbitcert-.*\\.${ending === 'pgfplots' ? 'tex' : ending.toLowerCase()}$`));
  return file.bytes;
}

test('a cloud in the plane', async (t) => {
  const { page, errors } = await visit(t);

  await t.test('radii: the numbers of the paper, one step away and back', async () => {
    await page.getByRole('button', { name: /tight wins/ }).click();
    await page.waitForFunction(() => location.hash.includes('example=scaling-2d'));
    await page.locator('[data-phase=done][data-certified=true]').waitFor();
    await page.getByRole('link', { name: 'Explore' }).click();
    await furthest(page);
    const radius = async (id) => Number(await page.locator(`tr[data-row=${id}] td`).first().innerText());
    assert.equal(await radius('black_box'), 0.4208);
    assert.equal(await radius('orbit'), 0.4208);
    assert.ok(Math.abs(await radius('scaling') - 0.72) < 0.0005);
    assert.ok(await radius('every') <= await radius('scaling') && await radius('every') > 0.719);
    assert.match(page.url(), /view=explore/);
    assert.ok(await page.getByRole('button', { name: 'Download certificate' }).isHidden());
    const rows = JSON.parse(await saved(page, 'How far', 'JSON')).rows;
    assert.deepEqual(rows.map(({ argument }) => argument), ['black_box', 'orbit', 'every', 'scaling']);
    assert.equal((await saved(page, 'How far', 'CSV')).toString().split('\r\n').length, 6);
    await page.goBack();
    await page.locator('[data-phase=done][data-certified=true]').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Download certificate' }).isVisible(), 'the verdict is still there');
    await page.goForward();
    await furthest(page);
    assert.deepEqual(errors, []);
  });

  await t.test('a rotation and a shear at once: a picture, and its cells to take away', async () => {
    await settled(page, 'Two changes at once');
    assert.equal(
      await part(page, 'Two changes at once')
        .getByRole('img', { name: /^Rotation, then shear\. .* \d+ % are certified/ })
        .count(),
      1,
    );
    assert.match(
      (await saved(page, 'Two changes at once', 'CSV')).toString(),
      /^rotation_from,rotation_to,shear_from,shear_to,certified_by\r\n-[\d.]+,-[\d.]+,-[\d.]+,-[\d.]+,black_box\r\n/,
    );
  });

  await t.test('curves: three families, each as SVG, PNG, CSV, JSON and for LaTeX', async () => {
    for (const [kind, head] of [['Scaling', 'norm'], ['Random directions', 'norm'], ['Rotation', 'degrees']]) {
      await part(page, 'Along a perturbation').getByRole('radio', { name: kind }).check({ force: true });
      await settled(page, 'Along a perturbation');
      const lines = (await saved(page, 'Along a perturbation', 'CSV')).toString().trim().split('\r\n');
      assert.equal(lines[0], `${head},direction,distance_in_sigma,aligned_in_sigma,black_box_lower,orbit_lower,tight_lower`);
      assert.ok(lines.length > 50, `${kind}: ${lines.length} lines`);
      for (const line of lines.slice(1)) {
        const [, , , , blackBox, orbit, tight] = line.split(',').map(Number);
        assert.ok(blackBox <= orbit && orbit <= tight && tight <= 0.8 + 1e-9, line);
      }
    }
    const svg = (await saved(page, 'Along a perturbation', 'SVG')).toString();
    assert.match(svg, /^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.match(svg, /Angle of rotation/);
    assert.match(svg, /½/);
    assert.match(svg, /<svg[^>]*font-family="Helvetica, /);
    assert.match((await saved(page, 'Along a perturbation', 'pgfplots')).toString(), /xlabel=\{Angle of rotation, in degrees\}[^]*coordinates \{\(0,/);
    assert.equal((await saved(page, 'Along a perturbation', 'PNG')).subarray(1, 4).toString(), 'PNG');
    assert.equal(JSON.parse(await saved(page, 'Along a perturbation', 'JSON')).kind, 'rotate');
    assert.deepEqual(await pageLooks(page, 'orbit-explore'), []);
    assert.deepEqual(await smallTargets(page, 'orbit-explore'), []);
    assert.deepEqual(await serious(page, 'orbit-explore'), []);
    assert.deepEqual(errors, []);
  });

  await t.test('the map: keyboard, pointer, sliders and files', async () => {
    const [norm, distance] = ['‖X‖/σ', '‖Δ‖/σ'].map((name) => page.getByRole('slider', { name }));
    await mapSays(page, 'Black box: p_min = 0.8414');
    await distance.fill('3');
    await part(page, 'Parameter space').getByText('p_min = 0.9987').waitFor();
    await part(page, 'Parameter space').getByText('No rotation reaches').waitFor();
    assert.equal(await page.locator('.cross').count(), 0);
    await page.getByRole('button', { name: 'of the loaded cloud' }).click();
    await part(page, 'Parameter space').getByText(/p_min\s=\s0\.800[01]/).waitFor();
    await norm.fill('0');
    await distance.fill('1');
    await complete(page);

    const canvas = page.getByRole('application');
    const value = page.locator('#map-value');
    await canvas.focus();
    await canvas.press('Home');
    assert.match(await value.innerText(), /^ε̃₁ = 0\.01, ε̃₂ = 0\.01: p_min\s=\s0\.\d{4}, gain 0\.\d{4}$/);
    await canvas.press('Shift+ArrowRight');
    await canvas.press('ArrowDown');
    assert.match(await value.innerText(), /^ε̃₁ = 0\.21, ε̃₂ = −0\.01/);
    const { width, height } = await canvas.boundingBox();
    await canvas.hover({ position: { x: 0.95 * width, y: height / 2 } });
    const gain = async () => Number(/gain (\S+)$/.exec(await value.innerText())?.[1]);
    const scaling = await gain();
    await canvas.hover({ position: { x: 0.27 * width, y: 0.08 * height } });
    assert.ok(await gain() > 0.2 && scaling < 0.05, 'the gain is largest near the rotations');
    assert.equal(await page.locator('.cross').count(), 2);

    const { rows } = JSON.parse(await saved(page, 'Parameter space', 'JSON'));
    assert.ok(Math.abs(rows.length - Math.PI / 4 * 10_000) < 60);
    for (const { epsilon_1: x, epsilon_2: y, p_min: p, gain: g } of rows) assert.ok(x * x + y * y <= 1 && p >= 0.5 && p <= 0.8414 && g >= 0);
    const middle = rows.filter((row) => Math.abs(row.epsilon_2 - 0.01) < 1e-9).map((row) => row.p_min);
    assert.ok(middle.every((p, i) => i < 2 || Math.abs(p - 2 * middle[i - 1] + middle[i - 2]) < 2e-3), 'smooth along a row');
    assert.match((await saved(page, 'Parameter space', 'SVG')).toString(), /<image[^>]*data:image\/png/);
    assert.equal((await saved(page, 'Parameter space', 'PNG')).subarray(1, 4).toString(), 'PNG');
    assert.deepEqual(errors, []);
  });

  await t.test('narrow and dark: nothing is wider than the screen, axe finds nothing serious', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await settled(page, 'Along a perturbation');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    assert.deepEqual(await serious(page, 'orbit-explore'), []);
    assert.deepEqual(await pageLooks(page, 'orbit-explore', 'dark'), []);
  });
});

test('the address opens the explorer; without a cloud the map is there; its sliders are in the address, and come back from it', async (t) => {
  const { page, errors } = await visit(t, '#v=1&view=explore&sigma=0.2&mapNorm=100&mapDistance=2.5');
  const [norm, distance] = ['‖X‖/σ', '‖Δ‖/σ'].map((name) => page.getByRole('slider', { name }));
  const black = (p) => mapSays(page, `Black box: p_min = ${p}`);
  await black('0.9938');
  assert.deepEqual([await norm.inputValue(), await distance.inputValue()], ['2', '2.5']);
  await distance.fill('1.5');
  await page.waitForFunction(() => location.hash.includes('mapDistance=1.5'));
  await norm.focus();
  await page.keyboard.press('Home');
  await page.waitForFunction(() => location.hash.includes('mapNorm=0.01'));
  await page.getByRole('link', { name: 'Dataset' }).click();
  await page.waitForFunction(() => !location.hash.includes('mapNorm'));
  await page.goBack();
  await black('0.9332');
  assert.deepEqual([await norm.inputValue(), await distance.inputValue()], ['-2', '1.5']);
  await page.reload();
  await black('0.9332');
  await page.evaluate(() => { location.hash = '#v=1&view=explore&sigma=0.2&mapDistance=3&mapNorm=1e9'; });
  await black('0.9987');
  assert.deepEqual([await norm.inputValue(), await distance.inputValue()], ['0', '3']);
  await page.getByText('No cloud to explore yet').waitFor();
  assert.equal(await part(page, 'How far').count(), 0);
  assert.deepEqual(errors, []);
  assert.deepEqual(await serious(page, 'orbit-explore'), []);
});

test('the explorer says why the arguments do not differ for the cloud of the question, and offers an example where they do', async (t) => {
  const { page, errors } = await visit(t, FIRST);
  await page.getByRole('link', { name: 'Explore' }).click();
  await page.locator('[data-note=equal]').getByText(/‖X‖\s=\s\d+\.\d+ σ/).waitFor();
  await page.getByRole('link', { name: 'Certificate', exact: true }).click();
  await page.getByRole('link', { name: 'Explore' }).click();
  await page.getByRole('button', { name: 'A handwritten 3, turned', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'Show “Where tight wins”' }).click();
  await page.locator('[data-note=equal]').waitFor({ state: 'detached' });
  assert.deepEqual(errors, []);
  await visit(t, '#v=1&view=explore');
  await page.getByRole('button', { name: /tight wins/, pressed: true }).waitFor();
  assert.deepEqual(errors, []);
});

test('the map names the norm of the loaded cloud as it is, and what it shows of a cloud in 3-D', async (t) => {
  const { page } = await visit(t, '#v=1&view=explore&example=chair-3d&given=probability&probability=0.97&sigma=0.1&draws=0');
  const map = part(page, 'Parameter space');
  const fold = map.getByText(/^Map of all changes/);
  await fold.waitFor();
  assert.ok(!await page.getByRole('application').isVisible(), 'of another thing than the cloud');
  await fold.click();
  await map.getByText(/Refining|each evaluated/).waitFor();
  const [, text] = /‖X‖\s=\s([\d.]+) σ/.exec(await map.getByText('They are ‖X‖').innerText());
  assert.ok(Number(text) > 100, text);
  await map.getByText('Your cloud is 3-D').waitFor();
  await page.getByRole('button', { name: 'of the loaded cloud' }).click();
  assert.ok(Math.abs(10 ** await page.getByRole('slider', { name: '‖X‖/σ' }).inputValue() / Number(text) - 1) < 0.03);
  // Set, not appended: the address still names σ until the page has written it anew.
  await page.evaluate(() => {
    const entries = new URLSearchParams(location.hash.slice(1));
    entries.set('sigma', '0.001');
    location.hash = String(entries);
  });
  await map.getByText(/‖X‖\s=\s\d{5,} σ.*can show 1000 and/s).waitFor();
});

test('in 3-D the curve is drawn, the radius of scalings comes from it, and it can be cancelled; axe finds nothing serious meanwhile', async (t) => {
  const { page, errors } = await visit(t);
  await withheld(page, 'point', '[value=rotate]:checked');
  await follow(page, `#v=1&view=explore&example=chair-3d&${FEW}`);
  await page.getByRole('radio', { name: 'Rotation', checked: true }).waitFor({ state: 'attached' });
  await part(page, 'Along a perturbation').getByRole('button', { name: 'Cancel' }).waitFor();
  assert.deepEqual(await serious(page, 'orbit-explore'), [], 'computing');
  await page.evaluate(() => globalThis.release());
  await page.getByText(/up to 0\.\d°, .*whole range/).waitFor();
  await settled(page, 'Along a perturbation');
  assert.deepEqual(await serious(page, 'orbit-explore'), [], 'done');
  await page.getByRole('radio', { name: 'Scaling' }).check({ force: true });
  await page.getByText(/Every scaling is certified .* \(tight\)/).waitFor();
  assert.equal(await page.locator('tr[data-row=every]').count(), 0);
  await withheld(page, 'point', '[value=random]:checked');
  await page.getByRole('radio', { name: 'Random directions' }).check({ force: true });
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await page.getByRole('progressbar').count(), 0);
  await page.evaluate(() => globalThis.release());
  assert.deepEqual(errors, []);
});

test('on a phone the views keep their place while their programs and answers come', async (t) => {
  for (const view of ['explore', 'dataset']) {
    const { page } = await openPage(t, {
      path: `#v=1&view=${view}`,
      context: { viewport: { width: 390, height: 844 } }, before: (page) => page.addInitScript(watchShifts),
    });
    if (view === 'explore') await settled(page, 'Along a perturbation');
    else await page.getByRole('heading', { name: 'Clouds and votes' }).waitFor();
    await assertSteady(page);
  }
});
