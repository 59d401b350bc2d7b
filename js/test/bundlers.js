// The npm package as other programs use it: installed from its tarball into an empty project, bundled by Vite 6 and 8, webpack,
// Rollup and esbuild, served by the development servers of Vite, imported by a page without a bundler, and its types. Needs build/out/npm.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { policy } from '../../build/finish/policy.mjs';
import { request } from './tools/request.js';
import { openPage } from './tools/browser.js';
import { repository } from './tools/native.js';

const run = (program, ...args) => promisify(execFile)(program, args, { cwd: project });
const bin = (name) => join(project, 'node_modules', '.bin', name);
/** Both versions of Vite have the same name for their program. */
const vite = (version) => join(project, 'node_modules', version, 'bin', 'vite.js');
const installed = () => join(project, 'node_modules', 'orbitcert');

let project;

const code = `
import { certify, open, verify } from 'orbitcert';
import 'orbitcert/embed';
const request = ${JSON.stringify({ ...request, samples: 2000 })};
const certificate = await verify(await certify(request));
const cloud = await open({ name: 'a.xyz', bytes: new TextEncoder().encode('0 0\\n1 0\\n0 1\\n') });
const ordered = await certify({ ...request, permutation: true });
const refused = await certify({ ...request, sigma: -1 }).catch(({ field }) => field);
const element = customElements.get('orbit-certificate');
const core = await (await element.start()).ready();
document.title = JSON.stringify([certificate.certified, cloud.count, ordered.orbit.alignment.permutation.length, refused, core === certificate.core]);
`;

const seen = '[true,3,4,"sigma",true]';

/** A page with its policy, which is as strict as the package bears. */
const page = (script, rest = '') => `<!doctype html><html lang="en"><meta charset="utf-8"><title>waiting</title><link rel="icon" href="data:,">
<meta http-equiv="Content-Security-Policy" content="${policy()}">${rest}
<script type="module" src="${script}"></script><orbit-certificate key="1" page="https://example.org/"></orbit-certificate></html>`;

before(async () => {
  project = await mkdtemp(join(tmpdir(), 'orbitcert-bundlers-'));
  for (const name of ['test/bundlers/package.json', 'test/bundlers/package-lock.json', '.npmrc'])
    await cp(join(repository, 'js', name), join(project, basename(name)));
  await run('npm', 'ci', '--prefer-offline', '--loglevel=error');
  const [tarball] = (await readdir(join(repository, 'build/out/npm'))).filter((name) => name.endsWith('.tgz'));
  await run('npm', 'install', '--offline', '--loglevel=error', join(repository, 'build/out/npm', tarball));
  await mkdir(join(project, 'plain'));
  await writeFile(join(project, 'main.js'), code);
  await writeFile(join(project, 'index.html'), page('/main.js').replace(/<meta http-equiv[^>]*>/, ''));
  await writeFile(join(project, 'refused.html'), page('/refused.js').replace(/<meta http-equiv[^>]*>/, ''));
  await writeFile(join(project, 'refused.js'), `import { certify } from 'orbitcert'; certify({}).catch(({ message }) => (document.title = message));`);
  const config = `base: './', build: { target: 'es2022' }`;
  await writeFile(join(project, 'vite.config.js'), `export default { ${config} };`);
  await writeFile(join(project, 'excluded.config.js'), `export default { ${config}, optimizeDeps: { exclude: ['orbitcert'] } };`);
});

after(() => rm(project, { recursive: true }));

/** Opens a folder as a static host serves it. */
async function opens(t, root) {
  const opened = await openPage(t, { mounts: { 'app/': root }, path: 'app/index.html', edge: null });
  await opened.page.waitForFunction(() => document.title !== 'waiting' || undefined);
  assert.equal(await opened.page.title(), seen);
  await opened.page.getByText('64 hexadecimal digits').waitFor();
  assert.deepEqual(opened.errors, []);
  return opened;
}

for (const version of ['vite', 'vite6']) {
  test(`bundled by ${version}, with the program as an asset, under a strict policy`, async (t) => {
    const dist = join(project, `dist-${version}`);
    await run(process.execPath, vite(version), 'build', '--outDir', dist);
    const assets = await readdir(join(dist, 'assets'));
    assert.equal(assets.filter((name) => name.endsWith('.wasm')).length, 1);
    const [script] = assets.filter((name) => name.startsWith('index-'));
    await writeFile(join(dist, 'index.html'), page(`assets/${script}`));
    await opens(t, dist);
  });
}

/** The address of a development server of Vite. */
async function serves(t, version, config) {
  const server = spawn(process.execPath, [vite(version), '--config', config, '--host', '127.0.0.1', '--port', '0', '--strictPort', '--clearScreen', 'false'],
    { cwd: project, stdio: ['ignore', 'pipe', 2], env: { ...process.env, NO_COLOR: '1' } });
  t.after(async () => (server.kill(), once(server, 'exit')));
  for await (const line of server.stdout) {
    const url = /http:\/\/127\.0\.0\.1:\d+\//.exec(line)?.[0];
    if (url) return url;
  }
  return assert.fail(`${version} ended`);
}

for (const [version, config] of [['vite', 'vite.config.js'], ['vite6', 'excluded.config.js'], ['vite7', 'excluded.config.js']]) {
  test(`from the development server of ${version} with ${config}`, async (t) => {
    const { page: tab, errors } = await openPage(t, { url: await serves(t, version, config) });
    await tab.waitForFunction(() => document.title !== 'waiting' || undefined);
    assert.equal(await tab.title(), seen);
    assert.deepEqual(errors, []);
  });
}

test('under the development server of Vite 6 without its setting, the error names the setting', async (t) => {
  const { page: tab } = await openPage(t, { url: `${await serves(t, 'vite6', 'vite.config.js')}refused.html` });
  await tab.waitForFunction(() => document.title !== 'waiting' || undefined);
  // Whichever of the files beside the module is asked for first is missing.
  assert.match(await tab.title(), /(worker\.js|certifier\.wasm) could not be loaded: .*set optimizeDeps: \{ exclude: \['orbitcert'\] \} in vite\.config\.js/);
});

test('bundled by webpack, with the program as an asset', async (t) => {
  await writeFile(join(project, 'pack.mjs'), `import webpack from 'webpack';
    webpack({ mode: 'production', entry: './main.js', output: { path: ${JSON.stringify(join(project, 'packed'))}, publicPath: 'auto' } },
      (error, stats) => { if (error || stats.hasErrors()) { console.error(error ?? stats.toString('errors-only')); process.exitCode = 1; } });`);
  await run(process.execPath, 'pack.mjs');
  await writeFile(join(project, 'packed/index.html'), page('main.js'));
  await opens(t, join(project, 'packed'));
});

for (const [name, args] of [
  ['esbuild', ['--bundle', '--format=esm', '--minify', '--outdir=esbuild']],
  ['rollup', ['--format=es', '--dir=rollup', '--plugin=@rollup/plugin-node-resolve']],
]) {
  test(`bundled by ${name}, with the program copied beside`, async (t) => {
    await run(bin(name), 'main.js', ...args);
    for (const file of ['worker.js', 'certifier.wasm']) await cp(join(installed(), file), join(project, name, file));
    await writeFile(join(project, name, 'index.html'), page('main.js'));
    const { site } = await opens(t, join(project, name));
    assert.equal(site.requests.filter((path) => path.endsWith('.wasm')).length, 1);
  });
}

test('imported by a page without a bundler', async (t) => {
  const plain = join(project, 'plain');
  await cp(installed(), join(plain, 'orbitcert'), { recursive: true });
  await writeFile(join(plain, 'main.js'), code.replace("'orbitcert'", "'./orbitcert/index.js'").replace("'orbitcert/embed'", "'./orbitcert/embed.js'"));
  await writeFile(join(plain, 'index.html'), page('main.js'));
  await opens(t, plain);
});

test('a program that is not the one the package was built with is refused', async (t) => {
  const { page: tab } = await openPage(t, {
    mounts: { 'app/': join(project, 'plain') }, path: 'app/index.html', edge: null,
    before: (tab) => tab.route('**/certifier.wasm', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: Buffer.concat([await response.body(), Buffer.from([0, 1, 0])]) });
    }),
  });
  const message = await tab.evaluate(async () => (await import('./orbitcert/index.js')).certify({}).catch(({ message }) => message));
  assert.match(message, /certifier\.wasm could not be loaded: it is not the file/);
});

/** Checks a file of the project with TypeScript as strictly as it goes, for bundlers and for Node. */
async function compiles(file, lib) {
  const tsc = join(repository, 'js/node_modules/.bin/tsc');
  for (const module of [['esnext', 'bundler'], ['nodenext', 'nodenext']]) {
    await run(
      tsc, '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2023', '--lib', lib, '--types', '', '--module', module[0],
      '--moduleResolution', module[1], file,
    ).catch(({ stdout }) => assert.fail(stdout));
  }
}

test('its types are strict and need no library of the DOM', async () => {
  await writeFile(join(project, 'types.ts'), `
    import { certify, Cloud, EngineError, minimum, open, VerificationFailedError, verify, withstand } from 'orbitcert';
    import type { Certificate, CertificateRequest, Group, Minimum, Options, Points, Progress, Range, Withstood } from 'orbitcert';
    const cloud: Cloud = await open('a.xyz', { part: '1' });
    const request: CertificateRequest = { clean: cloud, perturbed: [[1, 2]], sigma: 1, prediction: { votes: 9, samples: 10 }, group: 'SE' };
    const c: Certificate = await certify(request, { onProgress: ({ done }: Progress) => done.toFixed() });
    const lower: number | undefined = c.orbit?.lower;
    const least: Minimum = await minimum({ clean: [[0, 1]], sigma: 1, group: 'T' });
    const ranges: Withstood = await withstand({ ...request, along: [0, 1] });
    const twist: Range | undefined = ranges.ranges?.find(({ family }) => family === 'twist');
    const typed: Points = [Float64Array.of(1, 2)];
    await certify({
      clean: typed, perturbed: { attack: 'rotate', degrees: 5 }, sigma: [1], prediction: { probability: 0.9 }, group: 'none',
    } satisfies CertificateRequest);
    await certify({ clean: typed, perturbed: { changes: { removed: 2 } }, subsample: 1, sigma: 1, prediction: { probability: 0.9 }, group: 'none' });
    await certify({ gram: { dimension: 2, matrix: [[1]] }, sigma: 1, prediction: { probability: 0.9 }, group: 'T' });
    verify(c).catch((error) => error instanceof VerificationFailedError ? error.differences.length : error instanceof EngineError && error.kind === 'input');
    const seen: [Group, Options] = ['axis', {}];
    // @ts-expect-error
    const group: Group = 'SE3';
    // @ts-expect-error
    certify({ clean: [[0, 1]], sigma: 1, prediction: { votes: 9, samples: 10 }, group: 'SE3' });
    // @ts-expect-error
    certify({ ...request, stop: 'soon' });
    // @ts-expect-error
    certify({ ...request, perturbed: { attack: 'shear' } });
    // @ts-expect-error
    certify({ clean: 7, sigma: 1, prediction: {}, group: 'SE' });
    // @ts-expect-error
    certify({ clean: [[0, 1]], sigma: '1', prediction: {}, group: 'SE' });
    // @ts-expect-error
    c.orbit.lower.toFixed();
    // @ts-expect-error
    new Cloud();
    export { lower, least, twist, seen, group };`);
  await compiles('types.ts', 'es2023');
});

test('its types take what browsers and Node have: files, addresses and signals', async () => {
  await writeFile(join(project, 'browser.ts'), `
    import { certify, open } from 'orbitcert';
    import { OrbitCertificate } from 'orbitcert/embed';
    const clean = await open(new File([], 'a.xyz'));
    await open(new URL('https://example.org/a.xyz'));
    await certify({ clean, sigma: 1, prediction: { probability: 0.9 }, group: 'T' }, { signal: new AbortController().signal });
    const element: OrbitCertificate = document.createElement('orbit-certificate');
    element.page = 'https://example.org/';
    export {};`);
  await compiles('browser.ts', 'es2023,dom,dom.iterable');
});

test('everything that the package exports has a comment in its types', async () => {
  for (const name of ['library/orbitcert', 'library/embed', 'documents/types']) {
    const types = await readFile(join(installed(), `types/${name}.d.ts`), 'utf8');
    for (const { index, 0: found } of types.matchAll(/^export (?:declare )?(?:class|function|interface|type) (\w+)/gm)) {
      assert.match(types.slice(0, index).trimEnd(), /\*\/$/, found);
    }
  }
});
