// The short path in three browsers: first verdict, own files, a shared link, a model's votes, HDF5, no network, the demo from disk.
// `make test-browsers` runs it; what it needs beside Chromium the target installs.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { serveSite, siteFolder } from './tools/browser.js';
import { FaultyEdge } from './tools/faulty.js';
import { buildPrograms } from './tools/native.js';
import { until } from './tools/until.js';
import { visitors } from './tools/visitors.js';

buildPrograms(); // before a page waits for the edge

const files = { clean: '1 1\n-1 1\n-1 -1\n1 -1\n', perturbed: '-1.01 1\n-1 -1\n1 -1\n1 1.01\n' };

/** Digests of the certificate of the same votes, one for each browser. @type {Set<string>} */
const digests = new Set();

for (const [name, visit] of Object.entries(visitors)) {
  describe(name, () => {
    let visitor, site, folder;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'orbitcert-'));
      for (const [kind, text] of Object.entries(files)) await writeFile(join(folder, `${kind}.xyz`), text);
      site = await serveSite({ edge: new FaultyEdge(() => '') });
      visitor = await visit();
    });
    after(async () => {
      await visitor?.leave();
      await site?.close();
      await rm(folder, { recursive: true });
    });

    const told = () => visitor.ask("`${document.querySelector('[data-phase]')?.dataset.phase} at ${location.hash}: ${document.body.innerText}`");
    const sees = (expression) => until(async () => {
      if (await visitor.ask("document.querySelector('[data-phase=failed]') !== null")) assert.fail(await told());
      return visitor.ask(expression);
    }).catch(async (error) => assert.fail(`${error.message}\n${await told()}`));
    const certified = () => sees("document.querySelector('[data-phase=done][data-certified=true]') !== null");
    const reads = (selector, text) => sees(`document.querySelector('${selector}')?.textContent.replace(/\\s+/g, ' ').includes('${text}') ?? false`);
    /** Gives a button that is found by its first words a name for the driver. */
    const press = async (words) => {
      await sees(`[...document.querySelectorAll('button')].some((button) => {
        const found = button.innerText.trim().startsWith('${words}');
        button.classList.toggle('pressed-by-test', found);
        return found;
      })`);
      await visitor.click('.pressed-by-test');
    };

    test('the first visit shows a verdict', async () => {
      await visitor.open(site.url);
      await certified();
    });

    test('own files are certified', async () => {
      for (const kind of Object.keys(files)) await visitor.choose(`#control-${kind}`, join(folder, `${kind}.xyz`));
      await reads('#about-clean', 'clean.xyz');
      await reads('#about-perturbed', 'perturbed.xyz');
      // The example's votes go away, and what is below them moves.
      await sees('document.querySelector(\'[aria-label="Stored votes"]\') === null');
      for (const [name, text] of [
        ['votes', '3990'], ['voted', '4000'], ['sigma', '0.1'], ['group', 'SE'],
      ])
        await visitor.ask(`document.querySelector('orbit-page').model.entries.set('${name}', '${text}')`);
      await certified();
      assert.match(await visitor.ask("document.querySelector('tr[data-row=orbit]').textContent"), /Orbit-based/);
    });

    test('own files come back after a reload, and the example a step back', async () => {
      await sees("location.hash.includes('3990') && history.state.files?.every(Boolean)"); // not of the entries before the votes
      await visitor.ask('globalThis.before = true');
      await visitor.ask('void setTimeout(() => location.reload(), 0)');
      await until(() => visitor.ask('globalThis.before === undefined').catch(() => false));
      await certified();
      await reads('#about-perturbed', 'perturbed.xyz');
      await visitor.ask('void history.back()');
      await reads('#about-clean', 'digit-2d');
      await certified();
      await visitor.ask('void history.forward()');
      await reads('#about-clean', 'clean.xyz');
      await certified();
    });

    test('a shared link opens and is checked', async () => {
      await press('Share');
      await reads('body', 'Stored.');
      const link = await visitor.ask("[...document.querySelectorAll('input')].map(({ value }) => value).find((value) => value.includes('#key='))");
      assert.match(link, /#key=[0-9a-f]{64}$/);
      await visitor.open('about:blank');
      await visitor.open(link);
      await sees("document.querySelector('.banner.checked') !== null");
      await certified();
    });

    test('a model casts the votes that it casts in the other browsers', async () => {
      await visitor.open('about:blank');
      await visitor.open(`${site.url}#v=1&example=digit-2d&given=model&model=digits&counted=1000`);
      await certified();
      await sees("/[0-9a-f]{64}/.test(document.querySelector('.printed')?.textContent)");
      assert.match(await visitor.ask("document.querySelector('.verdict .caption').textContent"), /votes for “3”/);
      digests.add(await visitor.ask("/[0-9a-f]{64}/.exec(document.querySelector('.printed').textContent)[0]"));
      assert.equal(digests.size, 1);
    });

    test('an HDF5 file is read', async () => {
      await visitor.choose('#control-clean', fileURLToPath(new URL('hdf5/single.h5', import.meta.url)));
      await reads('orbit-form', 'single.h5');
      await reads('orbit-form', 'the 3 coordinates of a point'); // which the model of digits does not take
    });

    test('without a network the page comes from the copy', async () => {
      await sees('navigator.serviceWorker.controller?.state === "activated"');
      await site.close();
      await visitor.open('about:blank');
      await visitor.open(site.url);
      await certified();
    });

    test('the demo opens from disk', async () => {
      await visitor.open(pathToFileURL(join(siteFolder, '..', 'orbitcert.html')).href);
      await certified();
    });
  });
}
