// A model and a cloud from another origin, asked about first. Needs `make build`.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { openPage, siteFile } from '../tools/browser.js';

const model = siteFile('models/digits.onnx');
const cloud = Array.from({ length: 40 }, (_, i) => `${Math.cos(i / 3).toFixed(3)} ${(i / 40).toFixed(3)}`).join('\n');

/** A host of files as they are met: whole, without leave for other pages, cut off, sent on, a page in the place of a file. */
async function startHost(t) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const open = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'content-length' };
    const send = (/** @type {any} */ body, headers = {}) => {
      response.writeHead(200, { ...open, 'content-length': body.length, ...headers });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    switch (request.url) {
      case '/digits.onnx':
        return send(model);
      case '/cloud.xyz':
        return send(Buffer.from(cloud));
      case '/closed.onnx':
        response.writeHead(200, { 'content-length': 4 });
        return response.end('data');
      case '/page.onnx':
        return send(Buffer.from('<!DOCTYPE html><title>a model</title>'), { 'content-type': 'text/html' });
      case '/short.onnx':
        response.writeHead(200, { ...open, 'content-length': model.length });
        return response.write(model.subarray(0, 100), () => response.destroy());
      case '/slow.onnx':
        response.writeHead(200, { ...open, 'content-length': model.length });
        return response.write(model.subarray(0, 5000));
      case '/away.onnx':
        response.writeHead(302, { ...open, location: 'http://localhost:9/digits.onnx' });
        return response.end();
      case '/there.onnx':
        response.writeHead(302, { ...open, location: '/digits.onnx' });
        return response.end();
      default:
        response.writeHead(404, open);
        return response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`, asked };
}

/** The page of a build that fetches from hosts. @param {string} hosts as a policy lists them */
async function pageFor(hosts) {
  const page = String(siteFile('index.html'));
  return page.replace(/connect-src [^;]*/, `connect-src 'self' ${hosts}`);
}

test('a link brings a model and a cloud of another host, which are asked about first; what is not to be had is said', async (t) => {
  const host = await startHost(t);
  const sha256 = createHash('sha256').update(model).digest('hex');
  const { page, errors } = await openPage(t, {
    path: `index.html#v=2&group=E&model=${host.url}/digits.onnx&cloud=${host.url}/cloud.xyz&sha256=${sha256}`,
    texts: { 'index.html': await pageFor(host.url) }, violates: true,
  });
  const question = page.locator('section.fetched');
  await question.getByText(`${Math.round(model.length / 1e5) / 10} MB`).or(question.getByText(`${Math.ceil(model.length / 1e3)} kB`)).waitFor();
  assert.match(await question.innerText(), /digits\.onnx from 127\.0\.0\.1[^]*checked on arrival[^]*cloud\.xyz/);
  assert.deepEqual(host.asked.sort(), ['HEAD /cloud.xyz', 'HEAD /digits.onnx'], 'nothing is fetched before');
  await question.getByRole('button', { name: 'Fetch both' }).click();
  await page.locator('orbit-model .file', { hasText: 'digits.onnx' }).waitFor();
  await page.locator('orbit-model [data-clean]').waitFor();
  assert.equal(await question.count(), 0);
  assert.match(await page.evaluate(() => location.hash), /group=E/);

  const open = page.locator('orbit-address-fields');
  await open.getByRole('button', { name: 'Open from a URL' }).click();
  const refused = async (/** @type {string} */ address, /** @type {RegExp} */ why, fetches = true) => {
    await open.getByLabel('Model').fill(address);
    await open.getByRole('button', { name: 'Fetch', exact: true }).click();
    if (fetches) await question.getByRole('button', { name: 'Fetch it' }).click();
    await question.getByRole('alert').getByText(why).waitFor();
    await page.locator('orbit-model .file', { hasText: 'digits.onnx' }).waitFor();
  };
  await refused(`${host.url}/none.onnx`, /has no such file/);
  await refused(`${host.url}/closed.onnx`, /does not let other pages read this file/);
  await refused(`${host.url}/page.onnx`, /gives a web page at this address/);
  await refused(`${host.url}/short.onnx`, /ended before short\.onnx was complete/);
  await refused(`${host.url}/away.onnx`, /redirects to a host/);
  await refused('https://example.org/digits.onnx', /fetches nothing from example\.org/, false);

  await open.getByLabel('Model').fill(`${host.url}/slow.onnx`);
  await open.getByRole('button', { name: 'Fetch', exact: true }).click();
  await question.getByRole('button', { name: 'Fetch it' }).click();
  await question.getByRole('progressbar', { name: 'Fetching slow.onnx' }).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Do not fetch' }).click();
  assert.equal(await question.count(), 0);

  await page.evaluate((hash) => { location.hash = hash; }, `#model=${host.url}/there.onnx&sha256=${'0'.repeat(64)}`);
  await question.getByRole('button', { name: 'Fetch it' }).click();
  await question.getByRole('alert').getByText(new RegExp(`its SHA-256 is ${sha256}`)).waitFor();
  // Being sent on to another host is what the policy ended.
  assert.deepEqual(errors.filter((error) => error.startsWith('policy violated') && !error.includes('/away.onnx')), []);
});

test('a model and a cloud of two hosts come by a link that leaves σ empty, and σ alone is missing', async (t) => {
  const [models, clouds] = await Promise.all([startHost(t), startHost(t)]);
  const { page, errors } = await openPage(t, {
    path: `index.html#v=2&group=E&sigma=&model=${models.url}/digits.onnx&cloud=${clouds.url}/cloud.xyz`,
    texts: { 'index.html': await pageFor(`${models.url} ${clouds.url}`) },
    violates: true,
  });
  await page.locator('section.fetched').getByRole('button', { name: 'Fetch both' }).click();
  await page.locator('orbit-model .file', { hasText: 'digits.onnx' }).waitFor();
  await page.getByRole('button', { name: 'Count votes and certify' }).click();
  await page.locator('#error-sigma').getByText(/./).waitFor();
  assert.deepEqual(await page.locator('[id^=error-]').evaluateAll((all) => all.filter(({ textContent }) => textContent?.trim()).map(({ id }) => id)), [
    'error-sigma',
  ]);
  assert.deepEqual(errors, []);
});
