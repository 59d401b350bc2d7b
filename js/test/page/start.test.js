// Order of events before the first verdict. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { openPage, serveSite, siteFile } from '../tools/browser.js';
import { heldFile } from '../tools/held-file.js';
import { until } from '../tools/until.js';
import { FEW, follow } from '../tools/visit.js';

const finished = (page) => page.locator('[data-phase=done]').waitFor();

const standing = (page, by) => page.locator(`[data-standing=${by}]`).waitFor();

test('verdict, ranges and picture of the first example come before the program, marked, and are verified by it', async (t) => {
  const { before, go } = heldFile('certifier.wasm');
  const { page, site, errors } = await openPage(t, { before });
  await page.locator('[data-phase=working][data-certified=true]').waitFor();
  await standing(page, 'built');
  await page.locator('orbit-withstood [data-family=stretch]').waitFor();
  await page.waitForFunction(() => document.querySelector('orbit-clouds').painted);
  assert.equal(await page.getByRole('button', { name: 'Download certificate' }).count(), 0, 'what this device has not computed is not given away');
  await until(() => site.requests.includes('/some/sub/path/worker.js'));
  await until(() => page.workers().length > 0);
  const shown = await page.locator('orbit-withstood').innerText();
  go();
  await finished(page);
  await standing(page, 'verified');
  assert.equal(await page.locator('orbit-withstood').innerText(), shown);
  assert.deepEqual(errors, []);
});

/** Lists the files that the host sent before the program was requested. */
const beforeProgram = ({ requests }) =>
  requests
    .slice(
      0, requests.findIndex((path) => /certifier\.wasm|worker\.js/.test(path)),
    )
    .map((path) => path.split('/sub/path/')[1] || 'index.html');

test('a first visit', async (t) => {
  const { page, site } = await openPage(t);
  await finished(page);

  await t.test('the first verdict takes eight files and 131 kB', () => {
    const names = beforeProgram(site);
    assert.ok(names.includes('examples/certificates/digit-2d.json') && names.length <= 8, `${names}`);
    const bytes = names.reduce((sum, name) => sum + brotliCompressSync(siteFile(name)).length, 0);
    assert.ok(bytes <= 131_000, `${bytes} bytes`);
  });

  await t.test('a change of the page measures no picture in which no point is named', async () => {
    const measured = await page.evaluate(() => {
      let times = 0;
      const { get } = Object.getOwnPropertyDescriptor(Element.prototype, 'clientWidth');
      const { model: picture } = document.querySelector('orbit-viewing');
      Object.defineProperty(picture.canvas, 'clientWidth', { get: () => ++times && get.call(picture.canvas) });
      return [picture.told, times];
    });
    assert.deepEqual(measured, [null, 0]);
  });

  await t.test('entries beside those of an example have no certificate of the build', async () => {
    await follow(page, FEW);
    await finished(page);
    assert.equal(await page.locator('[data-standing]').count(), 0);
  });

  await t.test('the packed program is fetched only from a host without compression', async () => {
    assert.ok(site.requests.some((path) => path.endsWith('/certifier.wasm.gz')));
    const packing = await serveSite({ headers: { 'content-encoding': 'identity' } });
    t.after(packing.close);
    const { page: other } = await openPage(t, { url: packing.url });
    await finished(other);
    assert.ok(!packing.requests.some((path) => path.endsWith('.gz')));
  });
});

test('where the page’s own code comes first, its example is not asked for twice', async (t) => {
  const last = (page) => page.route('**/start.js', async (route) => {
    const response = await route.fetch();
    await page.locator('[data-certified]').waitFor();
    await route.fulfill({ response });
  });
  // Opened once the page has loaded, and that script with it.
  const { page, site, errors } = await openPage(t, { before: last });
  assert.equal(await page.locator('link[rel=preload]').count(), 0);
  assert.equal(site.requests.filter((path) => path.endsWith('examples/digit-2d.json')).length, 1);
  assert.deepEqual(errors, []);
});

test('the browser groups its first number before the page’s own code is there', async (t) => {
  const { page } = await openPage(t, {
    before: async (page) => {
      await page.addInitScript(() => {
        const { toLocaleString } = Number.prototype;
        Number.prototype.toLocaleString = function (...names) {
          globalThis.grouped ??= customElements.get('orbit-page') ? 'late' : 'early';
          return toLocaleString.apply(this, names);
        };
      });
      await page.route('**/app.js', async (route) => {
        await page.waitForFunction(() => globalThis.grouped);
        await route.continue();
      });
    },
  });
  assert.equal(await page.evaluate(() => globalThis.grouped), 'early');
});

test('entries out of sight are drawn after the first picture', async (t) => {
  const { before, go } = heldFile('examples/digit-2d.json');
  const { page } = await openPage(t, { folded: true, before });
  const children = () => page.locator('orbit-form').evaluate(async (form) => (await form.updateComplete, form.childElementCount));
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  assert.equal(await children(), 0);
  go();
  await page.locator('orbit-form form').waitFor({ state: 'attached' });
  assert.ok(await page.evaluate(() => document.querySelector('orbit-clouds').painted));
  await finished(page);
});

test('where the packed program is not there, or is labelled as packed on its way, the page starts all the same', async (t) => {
  const { page } = await openPage(t, { before: (page) => page.route('**/certifier.wasm.gz', (route) => route.fulfill({ status: 404 })) });
  await finished(page);
  const labelling = await serveSite({ headers: (path) => (path.endsWith('.gz') ? { 'content-encoding': 'gzip' } : {}) });
  t.after(labelling.close);
  const { page: other } = await openPage(t, { url: labelling.url });
  await finished(other);
  assert.ok(labelling.requests.some((path) => path.endsWith('.gz')));
});

/** Changes what the build computed of the first example. @param {(built: any) => void} how */
const rebuilt = (how) => (page) => page.route('**/certificates/digit-2d.json', async (route) => {
  const built = await (await route.fetch()).json();
  how(built);
  await route.fulfill({ json: built });
});

test('a certificate or a range that this device computes otherwise than the build is an error', async (t) => {
  for (const [what, how] of [
    [
      'certificate',
      ({ certificate }) => {
        certificate.orbit.radius += 1e-9;
      },
    ],
    [
      'ranges',
      ({ withstood }) => {
        withstood.ranges[0].to += 1e-9;
      },
    ],
  ]) {
    const { page } = await openPage(t, { before: rebuilt(how) });
    await page
      .locator('[data-phase=failed]')
      .getByText(new RegExp(`This device computed (a different|different) ${what}`))
      .waitFor();
    assert.equal(await page.locator('[data-certified], [data-standing]').count(), 0);
  }
});

test('an example whose certificate the host does not have is computed here', async (t) => {
  const { page } = await openPage(t, { before: (page) => page.route('**/certificates/*', (route) => route.fulfill({ status: 404 })) });
  await finished(page);
  assert.equal(await page.locator('[data-standing]').count(), 0);
});

/**
 * A program on its way: the host sends the share of its bytes that is wanted, and waits.
 * @param {Buffer} content as it travels @param {Record<string, string>} [headers]
 */
function sentInParts(content, headers = {}) {
  let wanted = 0, sent = 0, open;
  const send = () => {
    const end = Math.round(wanted * content.length);
    if (open) open.write(content.subarray(sent, sent = end));
  };
  return {
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/wasm', 'content-length': content.length, ...headers });
      open = response;
      send();
    },
    upTo: (share) => {
      wanted = share;
      send();
    },
  };
}

test('the number on the prover’s way is of the bytes that travel, from hosts that compress and from others', async (t) => {
  const plain = siteFile('certifier.wasm'), gz = siteFile('certifier.wasm.gz');
  const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  for (const [name, content, headers] of [
    ['certifier.wasm', br, { 'content-encoding': 'br' }], ['certifier.wasm', gz, { 'content-encoding': 'gzip' }], ['certifier.wasm.gz', gz, {}],
    ['certifier.wasm.gz', gz, { 'content-encoding': 'gzip' }],
  ]) {
    const way = sentInParts(content, headers);
    const site = await serveSite({ answers: { [name]: way.answer } });
    t.after(site.close);
    const { page } = await openPage(t, { url: site.url, path: '#v=1' }); // no example
    for (const share of [0.2, 0.45, 0.7, 0.95]) {
      way.upTo(share);
      const shown = await page.waitForFunction((least) => {
        const [, percent, size] = document.body.innerText.match(/Loading the prover: (\d+) % of (\d\.\d) MB/) ?? [];
        return percent >= least && { percent: Number(percent), size };
      }, Math.floor(100 * share) - 3);
      const { percent, size } = await shown.jsonValue();
      assert.ok(percent <= 100 * share + 3, `${name} ${JSON.stringify(headers)}: ${percent} % after ${100 * share} %`);
      assert.equal(size, (content.length / 1e6).toFixed(1));
    }
    await page.close();
  }
});

test('the first verdict does not wait for the list of examples', async (t) => {
  const { before, go } = heldFile('examples/index.json');
  const { page, errors } = await openPage(t, { before });
  await finished(page);
  assert.deepEqual(await page.locator('orbit-examples button').allInnerTexts(), ['Draw a digit']);
  go();
  await page.locator('orbit-examples button[aria-pressed=true]').waitFor();
  const [first] = JSON.parse(String(siteFile('examples/index.json')));
  assert.equal(await page.getByRole('button', { name: first.title, pressed: true }).count(), 1, 'the first of the list is the one that the page starts with');
  assert.deepEqual(errors, []);
});

test('an address that names an example asks for no other one, a link for none', async (t) => {
  const { page, site } = await openPage(t, { path: '#v=1&example=scaling-2d' });
  await finished(page);
  assert.deepEqual(
    site.requests.filter((path) => /examples\/.*-[23]d/.test(path)).sort(),
    ['certificates/scaling-2d', 'scaling-2d'].map((name) => `/some/sub/path/examples/${name}.json`),
  );
  const { page: linked, site: other } = await openPage(t, { path: '#request=AAAA' });
  await linked.getByText('This link is damaged').waitFor();
  assert.deepEqual(other.requests.filter((path) => /examples\/.*-[23]d/.test(path)), []);
});

test('an example that is not there is named', async (t) => {
  const { page } = await openPage(t, { path: '#v=1&example=no-such-2d&sigma=0.25' });
  for (const id of ['no-such-2d', '../app']) {
    if (id !== 'no-such-2d') await follow(page, `#v=1&example=${encodeURIComponent(id)}&sigma=0.25`);
    await page.locator('[data-note=notice]').getByText(`no example “${id}”`).waitFor();
    assert.equal(await page.getByLabel('Smoothing σ').inputValue(), '0.25');
  }
});

test('a certifier that breaks off on its way is told of', async (t) => {
  const { page } = await openPage(t, {
    before: async (page) => {
      await page.addInitScript(() => {
        const { fetch } = globalThis;
        globalThis.fetch = async (resource, options) => {
          const response = await fetch(resource, options);
          if (!String(resource).includes('certifier.wasm')) return response;
          const reader = response.body.getReader();
          let first = true;
          const body = new ReadableStream({
            async pull(controller) {
              const { value } = await reader.read();
              if (first) controller.enqueue(value);
              else controller.error(new TypeError('network error'));
              first = false;
            },
          });
          return new Response(body, { headers: response.headers });
        };
      });
    },
  });
  await page.locator('[data-phase=failed]').getByText(/certifier\.wasm .* the connection ended/).waitFor();
});

test('an address with an example that nobody knows shows the first one and says so', async (t) => {
  const { page } = await openPage(t, { path: '#example=nothing' });
  await page.locator('[data-phase=done][data-certified=true]').waitFor();
  await page.locator('[data-note=notice]').getByText('no example “nothing”').waitFor();
  assert.match(await page.locator('#about-clean').innerText(), /^digit-2d-clean/);
});
