// Checks of a site before it goes to a host: each fault of a small one is reported.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checklist, problemsOnStaticHost } from '../../../build/host/check.mjs';
import { digest } from '../../../build/finish/integrity.mjs';

const POLICY = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; script-src \'self\'">';
const STYLES = 'body { color: green; }';
/** @type {Record<string, string>} */
const SOUND = {
  'index.html': `<!doctype html>${POLICY}<link rel="stylesheet" href="styles.css" integrity="${
    digest(Buffer.from(STYLES))}"><script type="module" src="page.js"></script><a href="docs/more.html">more</a>`,
  'docs/more.html': `<!doctype html>${POLICY}<a href="../index.html#top">back</a><a href="https://example.org/">elsewhere</a>`,
  'styles.css': STYLES,
  'page.js': `import "./part.js"; export const core = "${digest(Buffer.from('core'))}";`,
  'part.js': 'export {};',
  'core.wasm': 'core',
  'sw.js': 'const kept = {"index.html":"","docs/more.html":"","styles.css":"","page.js":"","part.js":"","core.wasm":""};',
};

/** A folder with these files. @param {import('node:test').TestContext} t @param {Record<string, string>} [changed] files that differ */
function folderOf(t, changed) {
  const folder = mkdtempSync(join(tmpdir(), 'host-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'docs'));
  for (const [name, text] of Object.entries({ ...SOUND, ...changed })) writeFileSync(join(folder, name), text);
  return folder;
}

/** Returns the listing of a folder, and the problems in it. @param {import('node:test').TestContext} t @param {string} folder */
function listOf(t, folder) {
  const print = t.mock.method(console, 'log', () => {});
  const problems = checklist(folder);
  print.mock.restore();
  return { problems, printed: print.mock.calls.map(({ arguments: [text] }) => text).join('\n') };
}

test('a sound folder has no fault, and its list says how many files and bytes there are', async (t) => {
  const folder = folderOf(t);
  assert.deepEqual(await problemsOnStaticHost(folder), []);
  const { problems, printed } = listOf(t, folder);
  assert.deepEqual(problems, []);
  for (const line of [
    /^files +7, 0\.0 MB in all$/m, /beyond 10 MB, .*: none$/m, /^types +\.css \.html \.js \.wasm; /m,
    /^policy +in 2 of 2 pages as an element; frames of other sites: any$/m,
  ])
    assert.match(printed, line);
});

test('each fault of a file is told with its name', async (t) => {
  const faults = [
    [{ 'docs/more.html': `${POLICY}<a href="/index.html">back</a>` }, 'docs/more.html names the absolute path /index.html'],
    [{ 'docs/more.html': `${POLICY}<img src="gone.png">` }, 'docs/more.html names gone.png, which is not there'],
    [{ 'page.js': `${SOUND['page.js']} import("./gone.js");` }, 'page.js names ./gone.js, which is not there'],
    [{ 'styles.css': `${STYLES} a { background: url("gone.svg"); }` }, 'styles.css names gone.svg, which is not there'],
    [{ 'styles.css': `${STYLES} ` }, 'index.html names styles.css by a wrong digest'],
    [{ 'sw.js': SOUND['sw.js'].replace('"part.js":""', '"part.js":"sha256-x"') }, 'sw.js names part.js by a wrong digest'],
    [{ 'sw.js': SOUND['sw.js'].replace('"part.js":"",', '') }, 'the service worker does not keep part.js'],
    [{ 'core.wasm': 'another' }, 'the page does not know the digest of core.wasm'],
  ];
  for (const [changed, fault] of faults) assert.ok((await problemsOnStaticHost(folderOf(t, changed))).includes(fault), fault);
});

test('a page without a policy and a file beyond what a host takes are told', (t) => {
  assert.deepEqual(listOf(t, folderOf(t, { 'docs/more.html': '<a href="../index.html">back</a>' })).problems, ['docs/more.html has no policy']);
  const folder = folderOf(t, { _headers: "/*\n  Content-Security-Policy: default-src 'none'; frame-ancestors 'self'\n" });
  truncateSync(join(folder, 'core.wasm'), 26 * 2 ** 20);
  const { problems, printed } = listOf(t, folder);
  assert.deepEqual(problems, ['core.wasm is larger than the 26.2 MB that Cloudflare takes']);
  assert.match(printed, /^largest +core\.wasm, 27\.3 MB; beyond 10 MB, .*: core\.wasm$/m);
  assert.match(printed, /and in _headers for hosts that read it; frames of other sites: 'self'$/m);
});
