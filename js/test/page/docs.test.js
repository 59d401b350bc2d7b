// The docs: they fit narrow screens, can be searched and read with a keyboard, and their figures compute. Needs `make build`.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PAGES } from '../../../build/docs/pages.mjs';
import { seriousInBoth } from '../tools/axe.js';
import { openPage, siteFile } from '../tools/browser.js';

const ANCHORS = JSON.parse(await readFile(new URL('../../../build/docs/anchors.json', import.meta.url), 'utf8'));
const addresses = PAGES.map((name) => `docs/${name}.html`);

for (const [paths, width] of [
  [[...addresses, 'docs/board.html'], 390], [['docs/mathematics.html', 'docs/how-it-works.html'], 320], [['docs/documents.html'], 800],
]) {
  test(`at ${width} px nothing of the docs scrolls sideways but what takes the focus`, async (t) => {
    const { page, errors } = await openPage(t, { path: paths[0], context: { viewport: { width, height: 844 } } });
    for (const path of paths) {
      await page.goto(new URL(`../${path}`, page.url()).href);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, path);
      const stuck = await page
        .locator('pre, .wide, .formula')
        .evaluateAll((all) => all.filter((box) => box.scrollWidth > box.clientWidth && box.tabIndex < 0).map((box) => box.textContent.slice(0, 40)));
      assert.deepEqual(stuck, [], path);
    }
    assert.deepEqual(errors, []);
  });
}

test('the search finds a section by its words, by keyboard, and says where there is none', async (t) => {
  const { page, errors } = await openPage(t, { path: 'docs/start.html' });
  await page.keyboard.press('/');
  await page.keyboard.type('neyman');
  const found = page.getByRole('list', { name: 'Sections found' }).getByRole('link');
  await found.first().waitFor();
  assert.match((await found.allInnerTexts()).join('\n'), /Tight/);
  await page.getByLabel('Search the docs').fill('point order registration nonsense');
  await page.getByText(/^No section has “point/).waitFor();
  await page.getByLabel('Search the docs').fill('exit codes');
  await page.getByText('Exit codes').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Exit codes' }).waitFor();
  assert.match(page.url(), /command-line\.html#exit-codes$/);
  assert.deepEqual(errors, []);
});

test('old anchors lead to their new places', async (t) => {
  const { page, errors } = await openPage(t, { path: 'docs.html' });
  await page.waitForURL(/docs\/start\.html$/);
  const moved = String(siteFile('docs.html')), tried = new Set();
  for (const [anchor, place] of Object.entries(ANCHORS)) {
    const [name, id] = place.split('#'), hash = id ? `#${id}` : '';
    assert.ok(moved.includes(`<a id="${anchor}" href="docs/${name}.html${hash}">`), anchor);
    if (id) assert.ok(String(siteFile(`docs/${name}.html`)).includes(` id="${id}"`), anchor);
    // The page follows the link of its anchor: one to each page, with and without a section.
    if (tried.has(name + (id ? '#' : ''))) continue;
    tried.add(name + (id ? '#' : ''));
    await page.goto(new URL(`../docs.html#${anchor}`, page.url()).href, { waitUntil: 'commit' });
    await page.waitForURL((url) => url.pathname.endsWith(`/docs/${name}.html`) && url.hash === hash, { waitUntil: 'commit' });
  }
  await page.goto(new URL('experiments.html', page.url()).href);
  await page.waitForURL(/docs\/results\.html$/);
  assert.deepEqual(errors, []);
});

test('every “?” and link of the page leads to an anchor of the docs', async (t) => {
  const { page } = await openPage(t, {});
  await page.locator('[data-phase=done]').waitFor();
  const asked = await page.locator('a[href*="docs.html#"]').evaluateAll((all) => all.map((link) => link.getAttribute('href').split('#')[1]));
  assert.ok(asked.length > 5);
  assert.deepEqual(asked.filter((id) => !(id in ANCHORS)), []);
  const said = await page.getByRole('region', { name: 'Verdict' }).innerText();
  const start = await readFile(new URL('../../../site/docs/start.md', import.meta.url), 'utf8');
  const told = [...start.matchAll(/<span class="told">([\d.]+)<\/span>/g)].map(([, number]) => number);
  assert.equal(told.length, 2);
  assert.deepEqual(told.filter((number) => !said.includes(number)), [], 'Start begins with what the page shows first');
});

/** The number of a figure by its name. */
const numberOf = async (figure, name) => Number((await figure.locator(`[data-number="${name}"]`).innerText()).replace(' %', ''));

/** Moves a slider, and waits until the figure shows it. */
async function move(figure, label, value) {
  const shown = Number(await figure.getAttribute('data-shown'));
  await figure.getByLabel(label).fill(String(value));
  await figure.page().waitForFunction(([element, before]) => Number(element.dataset.shown) > before, [await figure.elementHandle(), shown]);
}

/** A figure that has computed its first state. */
async function figureOf(page, name) {
  const figure = page.locator(`[data-figure="${name}"]`);
  await figure.scrollIntoViewIfNeeded();
  await page.locator(`[data-figure="${name}"][data-shown]`).waitFor();
  return figure;
}

test('the figures compute', async (t) => {
  const { page, errors } = await openPage(t, { path: 'docs/how-it-works.html' });

  await t.test('turning a cloud moves the plain distance and leaves the one after alignment', async () => {
    const figure = await figureOf(page, 'rotate');
    const before = [await numberOf(figure, 'plain distance'), await numberOf(figure, 'after alignment')];
    await move(figure, 'Rotation', 120);
    const after = [await numberOf(figure, 'plain distance'), await numberOf(figure, 'after alignment')];
    assert.ok(after[0] > 3 * before[0], `${before} ${after}`);
    assert.equal(after[1], before[1]);
    assert.equal(await figure.getByRole('status').getAttribute('data-certified'), 'true');
    await move(figure, 'Noise', 0.4);
    assert.equal(await figure.getByRole('status').getAttribute('data-certified'), 'false');
    await figure.getByRole('img').scrollIntoViewIfNeeded();
    const picture = await figure.getByRole('img').boundingBox();
    const shown = Number(await figure.getAttribute('data-shown'));
    await page.mouse.move(picture.x + 0.4 * picture.width, picture.y + 0.2 * picture.height);
    await page.mouse.down();
    await page.mouse.move(picture.x + 0.1 * picture.width, picture.y + 0.2 * picture.height, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(([element, before]) => Number(element.dataset.shown) > before, [await figure.elementHandle(), shown]);
    assert.notEqual(await figure.getByLabel('Rotation').inputValue(), '120');
    assert.deepEqual(errors, []);
  });

  await t.test('votes come in and raise the bound; more noise lowers it', async () => {
    const figure = await figureOf(page, 'votes');
    await page.locator('[data-figure=votes][data-votes="100"]').waitFor();
    const few = await numberOf(figure, 'p at least');
    await figure.getByRole('button', { name: 'Vote' }).click();
    await page.locator('[data-figure=votes][data-votes="200"]').waitFor();
    assert.ok(await numberOf(figure, 'p at least') > few);
    await move(figure, 'Noise σ', 0.8);
    await page.locator('[data-figure=votes][data-votes="100"]').waitFor();
    assert.ok(await numberOf(figure, 'p at least') < few);
    assert.deepEqual(errors, []);
  });

  await t.test('σ trades accuracy for radius: both lines are counted', async () => {
    const figure = await figureOf(page, 'sigma');
    await page.locator('[data-figure=sigma][data-known="9"]').waitFor();
    await move(figure, 'Noise σ', 0);
    const [small, right] = [await numberOf(figure, 'certified radius'), await numberOf(figure, 'accuracy')];
    await move(figure, 'Noise σ', 2);
    assert.ok(await numberOf(figure, 'certified radius') > small);
    await move(figure, 'Noise σ', 8);
    assert.ok(await numberOf(figure, 'accuracy') < right);
    assert.deepEqual(errors, []);
  });

  await t.test('the region of the worst classifier holds the share of draws that the tight value says', async () => {
    const figure = await figureOf(page, 'worst-case');
    for (const [label, value] of [['direction', 90], ['direction', 0], ['size of the cloud ‖X‖', 4], ['p at the clean cloud', 0.7]]) {
      await move(figure, label, value);
      const [share, exact] = await Promise.all(['data-share', 'data-value'].map(async (name) => Number(await figure.getAttribute(name))));
      assert.ok(Math.abs(share - exact) < 0.02, `${label} ${value}: ${share} of the draws, ${exact} by the certifier`);
      assert.ok(await numberOf(figure, 'tight value, exact') >= await numberOf(figure, 'orbit-based') - 1e-4);
    }
    assert.deepEqual(errors, []);
  });

  await t.test('the bound falls through one half where the certificate ends', async () => {
    const figure = await figureOf(page, 'half');
    await move(figure, 'perturbation ‖Δ‖', 0.5);
    assert.equal(await figure.getByRole('status').getAttribute('data-certified'), 'true');
    await move(figure, 'perturbation ‖Δ‖', 2.5);
    assert.equal(await figure.getByRole('status').getAttribute('data-certified'), 'false');
    assert.ok(await numberOf(figure, 'y* at least') < 0.5 && await numberOf(figure, 'any other class at most') > 0.5);
    assert.deepEqual(errors, []);
  });
});

test('results have their pictures', async (t) => {
  const { page, errors } = await openPage(t, { path: 'docs/results.html' });
  const broken = await page.locator('img').evaluateAll((all) =>
    Promise.all(
      all.map(async (image) => {
        image.loading = 'eager';
        return image.decode().then(
          () => '', () => image.src,
        );
      }),
    ),
  );
  assert.ok(broken.length > 8);
  assert.deepEqual(broken.filter(Boolean), []);
  assert.deepEqual(errors, []);
});

/**
 * Returns the median of red, green and blue in the first such picture, as it is shown: that of its ground.
 * @param {import('playwright-core').Page} page
 * @param {string} selector
 */
async function ground(page, selector) {
  const bytes = [...await page.locator(selector).first().screenshot()];
  return page.evaluate(async (bytes) => {
    const shown = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(shown.width, shown.height).getContext('2d'));
    context.drawImage(shown, 0, 0);
    return context.getImageData(0, 0, shown.width, shown.height).data.filter((_, i) => i % 4 < 3).sort()[Math.floor(1.5 * shown.width * shown.height)];
  }, bytes);
}

test('results on paper have their figures, dark on light, at once, and no sidebar', async (t) => {
  for (const colorScheme of ['light', 'dark']) {
    const { page } = await openPage(t, { path: 'docs/results.html', context: { colorScheme } });
    assert.equal(await ground(page, 'figure img') > 240, colorScheme === 'light', `${colorScheme}: on a screen a figure has the colours of the scheme`);
    await page.emulateMedia({ media: 'print', colorScheme });
    const figures = await page.locator('figure img').evaluateAll((all) => all.filter((image) => image.checkVisibility())
      .map(({ complete, naturalWidth }) => complete && naturalWidth > 0));
    assert.ok(figures.length > 8);
    assert.equal(figures.length, await page.locator('figure').count());
    assert.ok(figures.every(Boolean), JSON.stringify(figures));
    assert.ok(await ground(page, 'figure img') > 240, colorScheme);
    assert.ok(!await page.getByRole('navigation', { name: 'Docs' }).isVisible());
  }
});

test('the board: nothing serious for axe, light or dark, and its links into the docs lead somewhere', async (t) => {
  const { page, errors } = await openPage(t, { path: 'docs/board.html', context: { colorScheme: 'light' } });
  assert.deepEqual(await seriousInBoth(page), []);
  await page.getByRole('link', { name: 'How to make one' }).click();
  await page.getByRole('heading', { name: 'The board' }).waitFor();
  assert.deepEqual(errors, []);
});

test('axe finds nothing serious, light or dark', async (t) => {
  for (const path of ['docs/how-it-works.html', 'docs/documents.html', 'docs/results.html']) {
    const { page } = await openPage(t, { path, context: { colorScheme: 'light' } });
    assert.deepEqual(await seriousInBoth(page), [], path);
  }
});
