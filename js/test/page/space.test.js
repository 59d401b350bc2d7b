// The site as a static Space: complete without a server, in a frame of another origin. Needs `make build`.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openPage, serveSite, siteFolder } from '../tools/browser.js';
import { repository } from '../tools/native.js';

const folder = join(siteFolder, '..', 'space');
const read = (name) => readFile(join(folder, name), 'utf8');
const make = (kind, env = {}) =>
  promisify(execFile)(process.execPath, [join(repository, 'build', 'host', 'host.mjs'), kind], { env: { ...process.env, ORBITCERT_SPACE: '', ...env } });

/** Permissions that the site of Spaces gives its frames. */
const SANDBOX = 'allow-downloads allow-forms allow-modals allow-pointer-lock allow-popups allow-popups-to-escape-sandbox allow-same-origin allow-scripts';

/** A script such as the host writes into every page. */
const written = (page) => page.replace('<head>', '<head><script>window.huggingface = { variables: {} };</script>');

/** The Space, made with the first test. @type {ReturnType<typeof make> | undefined} */
let made;
const space = () => (made ??= make('space', { ORBITCERT_SPACE: 'a-team/orbit.cert' }));

/** In the frame called 'refused' the browser refuses all storage. */
function refuse() {
  if (window.name !== 'refused') return;
  const refused = () => { throw new DOMException('no storage here', 'SecurityError'); };
  IDBFactory.prototype.open = refused;
  CacheStorage.prototype.match = CacheStorage.prototype.open = CacheStorage.prototype.keys = async () => refused();
  ServiceWorkerContainer.prototype.register = async () => refused();
}

/** A page of another origin with the Space in a frame. */
async function framed(t, name) {
  await space();
  const texts = { 'index.html': written(await read('index.html')), 'docs.html': written(await read('docs.html')) };
  const site = await serveSite({ root: folder, texts, edge: null });
  t.after(site.close);
  const host = `<!doctype html><link rel="icon" href="data:,"><iframe name="${name}" sandbox="${SANDBOX}" src="${
    site.url.replace('127.0.0.1', 'localhost')}index.html" width="1200" height="900"></iframe>`;
  const { page, errors } = await openPage(t, { texts: { 'host.html': host }, edge: null, path: 'host.html', before: (page) => page.addInitScript(refuse) });
  const frame = page.frameLocator('iframe');
  await frame.locator('[data-phase=done]').waitFor();
  return { frame, errors, site };
}

test('a Space is described by its README, and what was checked is printed', async () => {
  const { stdout: printed } = await space();
  const [, front] = /^---\n([^]*?)\n---\n/.exec(await read('README.md'));
  const fields = Object.fromEntries(front.split('\n').filter((line) => /^\w+: /.test(line)).map((line) => line.split(/: (.*)/)));
  assert.deepEqual([fields.sdk, fields.app_file, fields.license], ['static', 'index.html', 'mit']);
  assert.equal(fields.thumbnail, 'https://huggingface.co/spaces/a-team/orbit.cert/resolve/main/thumbnail.png');
  assert.ok(fields.short_description.length <= 60);
  for (const colour of [fields.colorFrom, fields.colorTo]) assert.match(colour, /^(red|yellow|green|blue|indigo|purple|pink|gray)$/);
  const picture = await readFile(join(folder, 'thumbnail.png'));
  assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1200, 630]);
  for (const line of [/^largest +ort\.wasm, /m, /^paths +relative/m, /^policy +in (\d+) of \1 pages .*frames of other sites: any$/m])
    assert.match(printed, line);
  for (const page of ['index.html', 'docs.html', 'docs/start.html', 'docs/results.html', 'docs/board.html'])
    assert.ok((await read('sw.js')).includes(`"${page}":""`), `${page} may have a script of its host's in it`);
  await assert.rejects(make('space', { ORBITCERT_SPACE: 'https://huggingface.co/' }), /must be OWNER\/NAME/);
});

test('a folder for any other host has its headers and takes names that begin with an underscore', async () => {
  const { stdout } = await make('pages');
  const files = await readdir(join(folder, '..', 'pages'));
  for (const name of ['index.html', 'sw.js', '_headers', '.nojekyll']) assert.ok(files.includes(name), name);
  assert.ok(!files.includes('README.md'));
  assert.match(stdout, /^policy +in (\d+) of \1 pages .*, and in _headers/m);
  await assert.rejects(make('cloud'), /say what to make: space or pages/);
});

test('in a frame of another origin, below a path, without headers: a verdict, a model that votes, a link that carries the request', async (t) => {
  const { frame, errors, site } = await framed(t, 'space');
  assert.equal(await frame.getByRole('region', { name: 'Verdict' }).getAttribute('data-certified'), 'true');
  await frame.getByLabel('a model').check();
  await frame.getByRole('button', { name: 'Handwritten digits', exact: true }).click();
  await frame.locator('[data-clean="3"]').waitFor();
  await frame.getByLabel('Samples', { exact: true }).fill('400');
  await frame.getByRole('button', { name: 'Count votes and certify' }).click();
  await frame.locator('.verdict[data-certified=true] .caption').first().getByText('votes for “3”').waitFor();
  await frame.getByRole('button', { name: 'Share' }).click();
  const panel = frame.getByRole('region', { name: 'Link' });
  await panel.locator('[data-stored=absent]').waitFor();
  assert.ok((await panel.getByLabel('Link to this certificate').inputValue()).startsWith(`${site.url.replace('127.0.0.1', 'localhost')}index.html#key=`));
  assert.deepEqual(site.requests.filter((path) => !path.startsWith('/some/sub/path/')), []);
  assert.equal(await frame.locator('a[href^="https:"]:not([target=_blank])').count(), 0, 'links to elsewhere leave the frame');
  assert.deepEqual(errors.filter((error) => !error.includes('404')), []);
});

test('a frame that may store nothing comes to a verdict all the same', async (t) => {
  const { frame, errors } = await framed(t, 'refused');
  await frame.getByLabel('Clean point cloud').setInputFiles({ name: 'mine.csv', mimeType: '', buffer: Buffer.from('1,0\n0,1\n-1,0\n0,-1\n') });
  await frame.locator('[data-note=files-refused]').waitFor();
  assert.deepEqual(errors, []);
});
