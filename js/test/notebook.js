// The widgets as a notebook has them: the wheel in Debian's Python, a real kernel and server of Jupyter, JupyterLab's notebook
// with its widget manager and anywidget's front end, in Chromium. Run by build/python/test-widget.sh.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { openPage } from './tools/browser.js';
import { repository } from './tools/native.js';
import { until } from './tools/until.js';

const run = promisify(execFile);
const room = process.env.ORBITCERT_ROOM;
const TOKEN = 'of-the-tests';

/** The server, where it runs and what it serves. */
let folder, server, address;

/** JupyterLab's notebook: 300 MB of packages, and what is made of them. */
const lab = join(repository, 'build', 'out', 'notebook');
const SOURCES = ['package.json', 'package-lock.json', 'lab.js', 'lab.css'];

/** JupyterLab's packages, put into one script and its styles where they have changed since last time. */
async function bundleLab() {
  const own = join(repository, 'js', 'test', 'notebook'), stamp = join(lab, 'made-of');
  const sources = await Promise.all(SOURCES.map((name) => readFile(join(own, name), 'utf8')));
  if (await readFile(stamp, 'utf8').catch(() => '') === sources.join('')) return;
  await mkdir(lab, { recursive: true });
  for (const name of SOURCES) await cp(join(own, name), join(lab, name));
  await cp(join(repository, 'js', '.npmrc'), join(lab, '.npmrc'));
  await run('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--loglevel=error'], { cwd: lab });
  const esbuild = (...args) => run('js/node_modules/.bin/esbuild', [...args, '--bundle', '--log-level=error'], { cwd: repository });
  const site = join(lab, 'site');
  await esbuild(
    join(lab, 'lab.js'), '--format=esm', '--splitting',
    `--outdir=${site}`,
    '--define:global=globalThis', '--define:process.env.NODE_ENV="production"', '--define:process.env.NODE_DEBUG=""', '--loader:.svg=text',
    '--loader:.css=empty',
  );
  await esbuild(join(lab, 'lab.css'), `--outfile=${site}/lab.css`, '--loader:.svg=dataurl');
  for (const theme of ['light', 'dark']) {
    await esbuild(
      join(lab, `node_modules/@jupyterlab/theme-${theme}-extension/style/theme.css`),
      `--outfile=${site}/theme-${theme}.css`,
      '--loader:.svg=dataurl',
    );
  }
  await writeFile(stamp, sources.join(''));
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

async function startServer() {
  const port = await freePort();
  await mkdir(join(folder, 'work'));
  server = spawn(
    join(room, 'bin/python'),
    [
      '-m', 'jupyter_server', '--no-browser', '--allow-root', '--ip=127.0.0.1',
      `--port=${port}`,
      '--ServerApp.port_retries=0',
      `--ServerApp.token=${TOKEN}`,
      '--ServerApp.allow_origin=*',
      `--ServerApp.root_dir=${join(folder, 'work')}`,
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env, JUPYTER_PATH: join(room, 'share/jupyter'), JUPYTER_RUNTIME_DIR: join(folder, 'runtime'),
        JUPYTER_CONFIG_DIR: join(folder, 'config'), IPYTHONDIR: join(folder, 'ipython'),
      },
    },
  );
  address = `http://127.0.0.1:${port}/`;
  let said = '';
  // Logs of kernels go there too, all the time.
  for await (const part of server.stderr.iterator({ destroyOnReturn: false })) {
    if ((said += part).includes('is running at')) return void server.stderr.resume();
  }
  throw new Error(`the server did not start:\n${said}`);
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orbitcert-notebook-'));
  await bundleLab();
  await startServer();
});

after(async () => {
  server.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const page = (path) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>notebook</title><link rel="icon" href="data:,">
<link id="theme" rel="stylesheet" href="data:text/css,"><link rel="stylesheet" href="lab.css">
<script id="jupyter-config-data" type="application/json">${
  JSON.stringify({ baseUrl: address, wsUrl: address.replace('http', 'ws'), token: TOKEN, path })}</script>
<body data-jp-theme-name="JupyterLab Light"><script type="module" src="lab.js"></script></html>`;

const EMPTY = { nbformat: 4, nbformat_minor: 5, metadata: { kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' } }, cells: [] };

/** Returns the output of a cell without an error. */
function whole(outputs) {
  const failed = outputs.find(({ output_type: type }) => type === 'error');
  assert.equal(failed, undefined, failed?.traceback.join('\n'));
  return outputs;
}

/** True if no widget waits for the browser. */
const ANSWERED = `all(w.result is not None or w.error for w in list(globals().values()) if hasattr(type(w), "_question") and w._kind != "cloud" and w._stopped != w._question["number"])`;

/** Opens a notebook with a kernel of its own. */
async function notebook(t, { name = `${t.name.replace(/\W+/g, '-')}.ipynb`, content = EMPTY, query = '', context = {} } = {}) {
  await writeFile(join(folder, 'work', name), typeof content === 'string' ? content : JSON.stringify(content));
  const opened = await openPage(t, {
    mounts: { 'lab/': join(lab, 'site') }, texts: { 'lab/open.html': page(name) },
    path: `lab/open.html${query}`,
    edge: null, context,
  });
  const requests = [];
  opened.page.on('request', (request) => requests.push(request.url()));
  await opened.page.waitForFunction(() => globalThis.lab || document.title.startsWith('failed'));
  assert.equal(await opened.page.title(), 'notebook');
  t.after(() => opened.page.evaluate(() => lab.shutDown()).catch(() => {}));
  /** The text that a cell prints. */
  const python = async (source) => {
    const { printed, outputs } = await opened.page.evaluate((text) => lab.print(text), source);
    whole(outputs);
    return printed;
  };
  /** Waits until every widget's answer is in Python: a cell shows it before that. */
  const settled = () => until(async () => await opened.page.evaluate((text) => lab.says(text), ANSWERED) === 'True');
  const answered = async (source) => (await settled(), python(source));
  return { ...opened, python, answered, settled, requests };
}

/** The argument and the words that an InputError has. */
const refused = async (python, source) => (await python(`try:
    ${source}
except ow.InputError as error:
    print(error.field, error)`)).trim();

/** With comms that go nowhere: what the browser would send is said by hand. */
const PYODIDE = `
import json, sys, types
sys.path.insert(0, "/site")
class Comm:
    def __init__(self, data, **_): self.data = data
    def on_msg(self, act): self.answer = lambda **state: act({"content": {"data": {"method": "update", "state": state}}})
    def send(self, data): pass
sys.modules["ipykernel"], sys.modules["ipykernel.comm"] = types.ModuleType("ipykernel"), types.SimpleNamespace(Comm=Comm)
import orbitcert_widget as ow
asked = dict(clean=[[0, 0], [2, 0], [3, 1]], sigma=0.5, votes=9731, samples=10000, group="SE")
shown, wrong = ow.Certificate(**asked), ow.Certificate(**asked)
try: ow.Certificate(**{**asked, "clean": [[0, 0], [2, float("nan")]]})
except ow.InputError as error: refused = str(error)
state = shown.comm.data["state"]
shown.comm.answer(_answer={"number": 1, "text": json.dumps({"certified": True})})
wrong.comm.answer(_answer={"number": 1, "failure": {"kind": "input", "field": "samples", "message": "is bad"}})
json.dumps([["comm_open " + state["_kind"], state["_question"]["number"]], refused, shown.certified, type(wrong.error).__name__ + " " + str(wrong.error), "numpy" in sys.modules])
`;

const CLOUDS = `import json, numpy as np, orbitcert, orbitcert_widget as ow
rng = np.random.default_rng(7)
clean = rng.normal(size=(64, 3))
near = clean + 0.002 * rng.normal(size=(64, 3))
asked = dict(sigma=0.1, votes=9731, samples=10_000, group="SE", draws=2000)`;

test('Certificate', async (t) => {
  const { page, python, answered, requests, errors } = await notebook(t);
  await python(CLOUDS);

  await t.test('comes from the browser back to Python, with the bytes of the command line', async () => {
    await python('shown = ow.Certificate(clean, near, **asked)\nshown');
    await page.getByText('Certified:').waitFor();
    assert.equal(await answered('print(shown.certified, shown.error, shown.text == orbitcert.certify(clean, near, **asked).text)'), 'True None True\n');
    assert.equal(await answered('print(shown.result == json.loads(shown.text), shown.progress)'), 'True 1.0\n');
  });

  await t.test('is asked again with other arguments', async () => {
    await python('shown.update(sigma=0.01, votes=6000)');
    await page.getByText('Not certified').waitFor();
    assert.equal(
      await answered('print(shown.certified, shown.text == orbitcert.certify(clean, near, **{**asked, "sigma": 0.01, "votes": 6000}).text)'),
      'False True\n',
    );
    assert.equal(await refused(python, 'shown.update(sigma=0)'), "sigma sigma: must be positive, got 0");
    assert.equal(await python('shown.update(alpha=0.01)\nprint(json.loads(shown._question["request"])["sigma"])'), '0.01\n');
  });

  await t.test('what the engine refuses is told in the cell and in Python', async () => {
    await python('wrong = ow.Certificate(clean, near, **{**asked, "draws": -5})\nwrong');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    assert.equal(await alert.textContent(), 'samples: must be a whole number from 0 to 10000000, got -5.');
    assert.equal(await answered('print(type(wrong.error).__name__, wrong.error.field, wrong.error, wrong.result, wrong.certified)'),
      'InputError draws draws: must be a whole number from 0 to 10000000, got -5 None None\n');
  });

  await t.test('says how far it has come, and is cancelled by a button and by Python', async () => {
    await python('long = ow.Certificate(clean, near, **{**asked, "draws": 10_000_000})\nlong');
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await cancel.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Cancelled.').waitFor();
    assert.equal(await python('print(long.result, long.error)'), 'None None\n');
    await page.getByRole('button', { name: 'Compute' }).click();
    await page.getByRole('progressbar', { name: 'Certificate' }).waitFor();
    await python('long.cancel()');
    await page.getByText('Cancelled.').waitFor();
    await python('long.update(draws=2000)');
    await page.getByText('Cancelled.').waitFor({ state: 'detached' });
    await page.getByText('Certified:').waitFor();
    assert.equal(await answered('print(long.text == orbitcert.certify(clean, near, **asked).text)'), 'True\n');
  });

  await t.test('is dark where the notebook is', async () => {
    const ground = () => page.locator('.card').first().evaluate((card) => getComputedStyle(card).backgroundColor);
    const light = await ground();
    await page.evaluate(() => lab.theme(true));
    await page.waitForFunction(
      (light) =>
        getComputedStyle([...document.querySelectorAll('.jp-OutputArea-output *')].find((e) => e.shadowRoot).shadowRoot.querySelector('.card'))
          .backgroundColor !== light,
      light,
    );
    assert.deepEqual([light, await ground()], ['rgb(255, 255, 255)', 'rgb(26, 32, 35)']);
    await page.evaluate(() => lab.theme(false));
  });

  assert.deepEqual(requests.filter((url) => !/^(data:|blob:|http:\/\/127\.0\.0\.1:)/.test(url)), []);
  assert.deepEqual(errors.filter((error) => /policy violated|blob:/.test(error)), []);
});

/** Finds the widget under the last cell. @param {import('playwright-core').Page} page */
const shownLast = (page) => page.locator('.jp-OutputArea-output').last();

test('what the page has beside the verdict', async (t) => {
  const { page, python, answered, errors, requests } = await notebook(t);
  await python(CLOUDS);

  await t.test('Withstand has the ranges of the command line', async () => {
    const given = 'clean, sigma=0.1, votes=9731, samples=10_000, group="SE"';
    await python(`ranges = ow.Withstand(${given})\nranges`);
    await page.locator('tr[data-family="shear"]').waitFor();
    await page.locator('tr[data-family="scale"]').scrollIntoViewIfNeeded();
    assert.equal(await answered(`print(ranges.result == orbitcert.withstand(${given}).document, ranges.error)`), 'True None\n');
    await python('ranges.update(votes=100)');
    await page.getByText('The prediction itself is not certified').waitFor();
  });

  await t.test('Cloud turns by keys, and the point that is chosen is Python’s', async () => {
    await python('drawn = ow.Cloud(clean, near)\ndrawn');
    const canvas = shownLast(page).locator('canvas');
    await shownLast(page).getByText('64 points in 3-D, and over them 64 of the perturbed cloud, each joined with its own.').waitFor();
    await shownLast(page).getByRole('button', { name: 'View' }).waitFor();
    await canvas.focus();
    const before = await canvas.screenshot();
    for (let turn = 0; turn < 4; turn++) await page.keyboard.press('ArrowRight');
    await until(async () => !(await canvas.screenshot()).equals(before));
    await page.keyboard.press('.');
    await page.getByText('Point 1 of 64').waitFor();
    await until(async () => await page.evaluate(() => lab.says('drawn.point is not None')) === 'True');
    assert.equal(await python('print(drawn.point["index"], drawn.point["cloud"], drawn.point["coordinates"] == clean[0].tolist())'), '0 clean True\n');
  });

  await t.test('Votes has bars and the bound of the certificate', async () => {
    await python('votes = ow.Votes(np.array([9731, 200, 69]), "chair", classes=["chair", "table", "lamp"])\nvotes');
    await page.getByText('chair: p ≥ 0.9677 at 99.9 % confidence, from 10,000 noisy copies.').waitFor();
    assert.equal(
      await answered(
        'bound = orbitcert.certify(clean, near, **{**asked, "draws": 0}).document["probability"]\n'
          + 'print(votes.result == {"predicted": 0, "votes": 9731, "samples": 10000, "probability": bound})',
      ),
      'True\n',
    );
    assert.equal(await refused(python, 'ow.Votes([5, 4], "chair")'), "predicted predicted: must be one of 0, 1, got 'chair'");
    assert.equal(await refused(python, 'ow.Votes([5, -4], 0)'), 'counts[1] counts[1]: must be a whole number from 0, got -4');
    assert.equal(await refused(python, 'ow.Votes([5, 4], 2)'), 'predicted predicted: must be a number from 0 to 1 or a name, got 2');
    assert.equal(await refused(python, 'ow.Votes([5, 4], planned=8)'), 'planned planned: must be a whole number from 9, the samples of the counts, got 8');
    assert.equal(await refused(python, 'ow.Votes([5, 4], 0, planned=9)'),
      'planned planned: is for counts that also name the class; leave out predicted or planned');
  });

  await t.test('Explore draws the curves, and Python has the radii', async () => {
    await python('seen = ow.Explore(clean, sigma=0.1, votes=9731, samples=10_000, group="SE", draws=2000)\nseen');
    await page.locator('orbit-curves svg.drawing').waitFor();
    await page.locator('orbit-curves .caption').waitFor();
    assert.equal(
      await answered(
        'print(seen.result["probability"] == orbitcert.certify(clean, near, **asked).document["probability"], seen.result["orbit"] > 0.18, seen.error)',
      ),
      'True True None\n',
    );
    const stroke = () => page.locator('orbit-curves svg.drawing').innerHTML();
    const light = await stroke();
    await page.evaluate(() => lab.theme(true));
    await page.waitForFunction(
      (light) =>
        [...document.querySelectorAll('.jp-OutputArea-output *')].some(
          (e) => (e.shadowRoot?.querySelector('orbit-curves svg.drawing')?.innerHTML ?? light) !== light,
        ),
      light,
    );
  });

  assert.deepEqual(requests.filter((url) => !/^(data:|blob:|http:\/\/127\.0\.0\.1:)/.test(url)), []);
  assert.deepEqual(errors.filter((error) => /policy violated|blob:/.test(error)), []);
});

test('the notebook of the repository runs from its first cell to its last, on a phone', async (t) => {
  const { page, settled } = await notebook(t, {
    content: await readFile(join(repository, 'build/python/widgets.ipynb'), 'utf8'), context: { viewport: { width: 390, height: 844 } },
  });
  const cells = await page.evaluate(() => lab.code());
  assert.ok(cells.length > 8);
  for (const cell of cells) {
    whole(await page.evaluate((index) => lab.run(index), cell));
    // As a reader does, who goes on when a widget shows its result.
    await settled();
  }
  assert.equal(await page.locator('.jp-OutputArea-output :is(.card, canvas, .votes, .withstood, .explorer)').count(), 5);
});

test('the Python half needs no program and no numpy: it runs in Pyodide, which JupyterLite has', async () => {
  const { loadPyodide } = await import(pathToFileURL(join(lab, 'node_modules/pyodide/pyodide.mjs')).href);
  const python = await loadPyodide();
  const [wheel] = (await readdir(join(repository, 'build/out/widget'))).filter((name) => name.endsWith('.whl'));
  python.unpackArchive(new Uint8Array(await readFile(join(repository, 'build/out/widget', wheel))), 'zip', { extractDir: '/site' });
  for (const [name, root] of [['traitlets', '/usr/lib/python3/dist-packages/traitlets'], ['anywidget', join(repository, 'js/test/notebook/anywidget')]]) {
    python.FS.mkdirTree(`/site/${name}`);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/site/${name}`);
  }
  assert.equal(
    python.runPython(PYODIDE),
    '[["comm_open certificate", 1], "clean: point 1 must be finite, got [2, nan]", true, "InputError draws: is bad", false]',
  );
});

test('arguments that are wrong are named before anything is asked', async (t) => {
  const { python } = await notebook(t);
  await python(CLOUDS);
  for (const [change, message] of [
    ['sigma=-1', 'sigma sigma: must be positive, got -1'],
    ['sigma=float("nan")', 'sigma sigma: must be positive, got nan'],
    ['votes=20_000', 'votes votes: must be at most samples, got 20000 of 10000'],
    ['votes=9.5', 'votes votes: must be a whole number from 0, got 9.5'],
    ['samples=None', 'samples samples: is missing; give the number of samples that voted'],
    ['group="XX"', 'group group: must be one of none, T, SO, O, SE, E, axis, got "XX"'],
    ['alpha=2', 'alpha alpha: must be above 0 and at most 0.5, got 2'],
    ['votes=None, probability=1.5', 'probability probability: must be between 0 and 1, both excluded, got 1.5'],
    ['votes=None', 'probability probability: is missing: give it, or votes and samples'],
    [
      'perturbed=near[:9]',
      'perturbed perturbed: has 9 points, the clean cloud has 64: point n of one must belong to point n of the other, '
        + 'unless votes are of samples of k points (subsample)',
    ],
    ['perturbed=near[:, :2]', 'perturbed perturbed: is in 2-D, the clean cloud in 3-D'],
    ['clean=clean[:, :1]', 'clean clean: must have 2 or 3 coordinates per point, got 1'],
    ['clean=clean[:0]', 'clean clean: has no points'],
    ['clean=clean[0]', 'clean clean: must be an N×D array of numbers, got float64 of shape (3,)'],
    ['clean=np.where(clean == clean[5, 1], np.inf, clean)', /^clean clean: point 5 must be finite, got \[.*inf.*\]$/],
    ['clean="cloud.ply"', 'clean clean: is a file, which the browser cannot read; pass its points'],
  ]) {
    const told = await refused(python, `ow.Certificate(**{**dict(clean=clean, perturbed=near), **asked, **dict(${change})})`);
    if (typeof message === 'string') assert.equal(told, message, change);
    else assert.match(told, message, change);
  }
});
