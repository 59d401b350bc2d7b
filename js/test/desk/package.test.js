// The npm package in plain Node: what a program of others gets. `make test-package` has the browsers and bundlers.

import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { npy } from '../../clouds/numpy.js';
import { request as whole } from '../tools/request.js';
import { codeOf } from '../../words/code.js';
import { optimiseLater, program, repository } from '../tools/native.js';

const request = { ...whole, samples: 2000 };
const folder = mkdtempSync(join(tmpdir(), 'orbitcert-package-'));

before(() => {
  execFileSync(process.execPath, ['build/npm.mjs'], { cwd: repository, stdio: ['ignore', 'ignore', 'inherit'] });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(repository, 'build/out/npm/orbitcert'), join(folder, 'node_modules/orbitcert'));
  writeFileSync(join(folder, 'cloud.xyz'), '0.9 0.1\n-0.4 0.7\n0.2 -0.8\n-0.5 -0.3\n');
});

after(() => rmSync(folder, { recursive: true }));

/** Returns the output of a module, once it has ended by itself. */
async function run(code) {
  writeFileSync(join(folder, 'main.mjs'), code);
  const { stdout } = await promisify(execFile)(process.execPath, [optimiseLater, 'main.mjs'], { cwd: folder, timeout: 60_000 });
  return stdout;
}

test('the same certificate as the command line gives, from points, typed arrays and files; and the process ends', async () => {
  const out = await run(`
    import { certify, minimum, open, verify, withstand } from 'orbitcert';
    const request = ${JSON.stringify(request)};
    const whole = await certify(request);
    const { clean: { points }, ...rest } = request;
    const cloud = await open('cloud.xyz');
    const others = await Promise.all([
      certify({ ...rest, clean: points }), certify({ ...rest, clean: points.map((row) => Float64Array.from(row)) }), certify({ ...rest, clean: cloud }),
      certify({ ...request, permutation: true }), verify(whole), verify(JSON.stringify(whole)),
    ]);
    const least = await minimum({ ...request, prediction: undefined });
    const ranges = await withstand({ ...request, clean: cloud, along: [1, 0] });
    const aslant = await withstand({ ...request, along: [1, 0, 0] }).catch(({ field }) => field);
    console.log(JSON.stringify({ whole, others, least, ranges, aslant, count: cloud.count, points: [...await cloud.points()] }));`);
  const { whole, others, least, ranges, aslant, count, points } = JSON.parse(out);
  const [plain, typed, opened, ordered, ...verified] = others;
  for (const other of [plain, typed, opened, ...verified]) assert.deepEqual(other, whole);
  assert.deepEqual([...ordered.orbit.alignment.permutation].sort(), [0, 1, 2, 3]);
  assert.equal(aslant, 'along');
  assert.deepEqual([count, points], [4, request.clean.points.flat()]);
  const native = (call, ask = request) => JSON.parse(execFileSync(program('orbitcert'), [call, '-'], { input: JSON.stringify(ask), encoding: 'utf8' }));
  assert.deepEqual(whole, native('certify'));
  assert.deepEqual(least, native('pmin', { ...request, prediction: undefined }));
  assert.deepEqual(ranges, native('withstand', { ...request, along: [1, 0] }));
});

test('code as the page has it to copy gives the command line’s certificate and ranges, of files as they are called', async () => {
  const names = { clean: { name: `it's $(touch x) \\n "ü" 😀!.xyz` }, perturbed: { name: '-moved.bin', reading: { columns: 2, type: 'float64' } } };
  const { clean, perturbed, ...rest } = request;
  writeFileSync(join(folder, names.clean.name), clean.points.map((point) => point.join(' ')).join('\n'));
  writeFileSync(join(folder, names.perturbed.name), new Uint8Array(Float64Array.from(perturbed.points.flat()).buffer));
  const native = (call, ask) => execFileSync(program('orbitcert'), [call, '-'], { input: JSON.stringify(ask), encoding: 'utf8' });
  const alone = { ...rest, clean: request.clean, samples: undefined };
  for (const [call, asked, files, wanted] of [
    ['certify', request, names, native('certify', request)],
    ['certify', { ...request, perturbed: { attack: 'scale', norm: 0.1 } }, names, native('certify', { ...request, perturbed: { attack: 'scale', norm: 0.1 } })],
    ['withstand', alone, names, native('withstand', alone)],
  ]) {
    const { command, javascript } = codeOf(call, asked, files);
    const printed = execFileSync('bash', ['-c', command], {
      cwd: folder, encoding: 'utf8',
      env: { ...process.env, PATH: `${dirname(program('orbitcert'))}:${process.env.PATH}` },
    });
    assert.equal(printed, wanted);
    const said = await run(javascript.replace('console.dir(result, { depth: null })', 'console.log(JSON.stringify(result))'));
    const { request: own, ...rest } = JSON.parse(wanted);
    assert.deepEqual(JSON.parse(said), rest);
    assert.match(await run(javascript), /certified: true[^]*\[/, 'read as it is printed');
  }
});

test('radii, curves, maps, regions and runs are those of the command line', async () => {
  const native = (args, ask) => JSON.parse(execFileSync(program('orbitcert'), [...args, '-'], { input: JSON.stringify(ask), encoding: 'utf8' }));
  const alone = { ...request, perturbed: undefined }, flat =
    { ...alone, clean: { points: [[0.9, 0.1], [-0.4, 0.7], [0.2, -0.8]] }, group: 'SO', samples: undefined };
  const clouds = [0, 1,
    2].map((i) => ({ name: `<${i}>`, points: flat.clean.points, label: 1, votes_pred: [1, 9], votes_cert: [100 + 900 * i, 9900 - 900 * i] }));
  const dataset = { sigma: 0.5, group: 'SE', samples: 0, attack: { family: 'scale', norms: [0, 0.3] } };
  const out = await run(`
    import { curve, map, radii, region, run } from 'orbitcert';
    const [alone, flat, clouds, dataset] = ${JSON.stringify([alone, flat, clouds, dataset])};
    const steps = [];
    console.log(JSON.stringify([
      await radii(alone), await radii(flat), await curve(alone, { steps: 2 }), await curve(flat, { kind: 'random', to: 1, steps: 3, directions: 2, seed: 3 }),
      await map({ norm: 2, distance: 0.5, size: 9 }), await region(flat, { pair: 'rotation-shear', size: 5 }),
      await run({ ...dataset, clouds }, { onProgress: ({ done }) => steps.push(done) }), steps,
      await curve(flat, { steps: 0 }).catch(({ field }) => field), await map({ norm: 2, distance: -1 }).catch(({ field }) => field),
      await run({ ...dataset, clouds, sigma: -1 }).catch(({ field }) => field), (await radii(flat)).orbit,
    ]));`);
  const [solid, planar, scaled, random, plane, region, result, steps, ...fields] = JSON.parse(out);
  assert.deepEqual(solid, native(['radii'], alone));
  assert.deepEqual(planar, native(['radii'], flat));
  assert.deepEqual(scaled, native(['curve', '--steps', '2'], alone));
  assert.deepEqual(random, native(['curve', '--kind', 'random', '--to', '1', '--steps', '3', '--directions', '2', '--seed', '3'], flat));
  assert.deepEqual(plane, native(['map'], { norm: 2, distance: 0.5, size: 9 }));
  assert.deepEqual(region, native(['regions', '--pair', 'rotation-shear', '--size', '5'], flat).regions[0]);
  assert.deepEqual(result, native(['run'], { ...dataset, clouds }));
  assert.deepEqual([steps, ...fields], [[1, 2, 3], 'steps', 'distance', 'sigma', planar.orbit]);
});

test('count gives votes that certify, and refuses a model that mixes rows or draws random numbers', async () => {
  const asked = { clean: { points: [[1, 0.1], [-1, 0.2], [0.9, -0.2], [-0.8, -0.1]] }, sigma: 0.2, group: 'SO' };
  const out = await run(`
    import { certify, count } from 'orbitcert';
    const asked = ${JSON.stringify(asked)};
    const wide = (inputs, [rows, points]) => Array.from({ length: rows }, (_, i) => {
      const row = inputs.subarray(i * 2 * points, (i + 1) * 2 * points);
      return [Math.hypot(...row.filter((_, k) => k % 2 === 0)), Math.hypot(...row.filter((_, k) => k % 2))];
    });
    const mixed = (inputs, shape) => wide(inputs, shape).map((row, i, all) => row.map((x, k) => x - all[all.length - 1][k]));
    const options = { classes: ['wide', 'high'], samples: 600, batch: 50 };
    const failed = (model) => count(asked, model, options).catch(({ field, message }) => [field, message]);
    const votes = await count(asked, wide, options);
    const certificate = await certify({ ...asked, perturbed: { attack: 'rotate', degrees: 20 }, prediction: { evidence: votes } });
    const random = (inputs, [rows]) => Array.from({ length: rows }, () => [Math.random(), 0]);
    console.log(JSON.stringify([votes, certificate.certified, await failed(mixed), await failed(random), await failed(() => [1])]));`);
  const [votes, certified, mixed, random, few] = JSON.parse(out);
  assert.deepEqual([votes.votes.samples, votes.votes.estimate.length, certified], [600, 2, true]);
  for (const [field, message] of [mixed, random]) assert.ok(field === 'model' && /^model: answers a row differently alone/.test(message), message);
  assert.match(few[1], /^model: must return \d+ × 2 logits, got 1 numbers$/);
});

test('sets hold the true class of a calibration, and a plan says how many samples prove a radius, as the command line has them', async () => {
  const command = (input, ...args) => execFileSync(program('orbitcert'), [...args, '-'], { input: JSON.stringify(input), encoding: 'utf8' });
  const site = (path) => JSON.parse(readFileSync(join(repository, 'build/out/site', path), 'utf8'));
  const digits = { ...site('datasets/digits.json'), samples: 0, attack: { family: 'scale', norms: [0.1] } };
  const calibrating = JSON.parse(command({ ...digits, clouds: digits.clouds.slice(0, 30) }, 'run'));
  const sets = JSON.parse(command(calibrating, 'calibrate', '--radius', '0.2'));
  const asked = { ...site('examples/digit-2d.json'), samples: 0, sets }, fresh = { ...digits, clouds: digits.clouds.slice(30), sets };
  const found = JSON.parse(await run(`
    import { calibrate, certify, compare, plan, run } from 'orbitcert';
    const certificate = await certify(${JSON.stringify(asked)}), result = await run(${JSON.stringify(fresh)});
    const other = await certify(${JSON.stringify({ ...asked, sets: { ...sets, rank: sets.rank + 1 } })}).catch(({ field }) => field);
    const samples = await plan({ probability: 0.97, radius: 0.1, sigma: 0.1 });
    const none = await plan({ probability: 0.97, radius: 0.3, sigma: 0.1 }).catch(({ message }) => message);
    const before = ${JSON.stringify(calibrating)};
    console.log(JSON.stringify([certificate, result, other, samples, none,
      await calibrate(before, { radius: 0.2 }), await calibrate(before, { coverage: 0.5, perClass: true }), await compare(before, before, { radii: [0, 0.1] }),
      await calibrate(before, { coverage: 2 }).catch(({ field }) => field), await compare(before, before, { radii: [-1] }).catch(({ field }) => field),
      await compare(before, {}).catch(({ field }) => field),
      ...await Promise.all([calibrate(before, { radius: Infinity }), calibrate(before, { per_class: true }), calibrate(), calibrate(before, { perClass: 1 }),
        compare(before, before, { radii: [NaN] }), compare(before, before, { radii: [] })].map((one) => one.catch(({ field }) => field)))]));`));
  assert.deepEqual(found.slice(0, 4), [JSON.parse(command(asked, 'certify')), JSON.parse(command(fresh, 'run')), 'sets.rank', 108]);
  assert.deepEqual([found[0].sets.classes, typeof found[1].sets.held], [['3'], 'number']);
  assert.match(found[4], /^no number of samples proves the radius 0\.3/);
  const file = join(folder, 'before.json');
  writeFileSync(file, JSON.stringify(calibrating));
  const compared = execFileSync(program('orbitcert'), ['compare', '--radii', '0,0.1', file, file], { encoding: 'utf8' });
  const each = JSON.parse(command(calibrating, 'calibrate', '--coverage', '0.5', '--per-class'));
  assert.deepEqual(found.slice(5), [sets, each, JSON.parse(compared), 'coverage', 'radii[0]', 'second', 'radius', 'per_class', 'result', 'perClass', 'radii', 'radii']);
});

test('count draws poses and turns as the command line does', async () => {
  const asked = { clean: { points: [[1, 0.1], [-1, 0.2], [0.9, -0.2], [-0.8, -0.1]] }, sigma: 0.4, group: 'SO' };
  const drawn = [{}, { pose: 'one' }, { turn: 'random' }];
  const out = await run(`
    import { count } from 'orbitcert';
    const right = (inputs, [rows, points]) => Float32Array.from({ length: 2 * rows }, (_, i) => (i % 2 ? 0 : inputs[(i >> 1) * 2 * points]));
    const counted = (more) => count(${JSON.stringify(asked)}, right, { classes: ['right', 'left'], samples: 300, ...more });
    const wrong = ({ field }) => field;
    console.log(JSON.stringify([await Promise.all(${JSON.stringify(drawn)}.map(counted)),
      await counted({ pose: 'two' }).catch(wrong), await counted({ turn: 'all' }).catch(wrong)]));`);
  const [found, ...fields] = JSON.parse(out), file = join(folder, 'drawn.json'), classes = ['right', 'left'];
  const native = drawn.map((classifier) => {
    const prediction = { model: { sha256: '0'.repeat(64), layout: 'BND', classes }, classifier, sampling: { estimate: 300 } };
    writeFileSync(file, JSON.stringify({ ...asked, prediction }));
    const data = execFileSync(program('orbitcert'), ['draw', file], { maxBuffer: 1 << 26 }), start = 10 + data.readUInt16LE(8);
    const rows = (data.length - start) / 32;
    const logits = Float32Array.from({ length: 2 * rows }, (_, i) => (i % 2 ? 0 : data.readFloatLE(start + 16 * i)));
    return JSON.parse(execFileSync(program('orbitcert'), ['count', file, '-'], { input: npy('<f4', [rows, 2], logits) }));
  });
  const told = ({ votes, classifier, sampling }) => ({ votes, classifier, sampling });
  assert.deepEqual(found.map(told), native.map(told));
  assert.equal(new Set(found.map(({ votes }) => votes.estimate[0])).size, 3);
  assert.deepEqual(fields, ['pose', 'turn']);
});

test('what is missing is named as the function takes it', async () => {
  const out = await run(`
    import { certify, count, map, minimum, open, plan, region, run } from 'orbitcert';
    const asked = { clean: [[0, 0], [1, 1]], sigma: 1, group: 'none' }, wrong = ({ name, field, file, message }) => [name, field ?? file, message];
    console.log(JSON.stringify(await Promise.all([
      count(asked, () => [[1, 0]]).catch(wrong), count(asked, () => [[1, 0]], { classes: ['a', 'b'], samples: -1 }).catch(wrong),
      count(asked, 'model.onnx', { classes: ['a', 'b'] }).catch(wrong), run({ sigma: 0.5, group: 'SE', withstand: {} }).catch(wrong),
      run().catch(wrong), open('nowhere.ply').catch(wrong), open('.').catch(wrong),
      open('http://127.0.0.1:9/cloud.ply').catch(wrong), minimum().catch(wrong), certify({ ...asked, sigma: NaN }).catch(wrong),
      certify({ ...asked, prediction: { probability: 1n } }).catch(wrong), certify({ ...asked, clean: 'cloud.xyz' }).catch(wrong),
      certify({ ...asked, perturbed: { file: 'cloud.xyz' } }).catch(wrong), certify({ ...asked, clean: new Float32Array(4) }).catch(wrong),
      map().catch(wrong), plan({ probability: 0.9, radius: '1', sigma: 1 }).catch(wrong), region(asked).catch(wrong),
      count(asked, (inputs, [rows]) => new Float32Array(2 * rows).fill(NaN), { classes: ['a', 'b'] }).catch(wrong),
    ])));`);
  const found = JSON.parse(out);
  assert.deepEqual(found.map(([name]) => name), Array(18).fill('EngineError'));
  assert.deepEqual(found.map(([, place]) => place), ['classes', 'samples', 'model', 'clouds', 'clouds', 'nowhere.ply', '.', 'http://127.0.0.1:9/cloud.ply',
    'request', 'sigma', 'prediction.probability', 'clean', 'perturbed', 'clean', 'norm', 'radius', 'pair', 'model']);
  assert.equal(found[5][2], 'nowhere.ply: no such file or directory');
  assert.equal(found[7][2], 'http://127.0.0.1:9/cloud.ply: could not be loaded: the server did not answer');
  assert.deepEqual([found[9][2], found[11][2]], ['sigma: must be a finite number, got NaN', 'clean: files are read first: give await open("cloud.xyz")']);
});

test('errors name field, file and line; a forged certificate fails verification; what is aborted stops', async () => {
  const out = await run(`
    import { certify, DoesNotStandError, EngineError, open, VerificationFailedError, verify } from 'orbitcert';
    const request = ${JSON.stringify(request)};
    const told = ({ name, field, file, line, message, others, differences }) => ({ name, field, file, line, message, others, differences });
    const failed = (promise) => promise.then(() => 'no error', told);
    const forged = await certify(request);
    forged.orbit.radius *= 2;
    const stop = new AbortController();
    const long = failed(certify({ ...request, samples: 10_000_000 }, { signal: stop.signal, onProgress: ({ done }) => done > 1 && stop.abort() }));
    console.log(JSON.stringify([
      await failed(certify({ ...request, sigma: -1, alpha: 2 })), await failed(certify({ ...request, clean: [[1, NaN]] })),
      await failed(open({ name: 'a.xyz', bytes: new TextEncoder().encode('1 2 3\\n4 five 6\\n') })), await failed(open('nowhere.ply')),
      await failed(verify(forged)), await failed(verify({ certified: true })), await failed(verify('{')), await long, await failed(certify(request)),
      DoesNotStandError === VerificationFailedError,
    ]));`);
  const [sigma, nan, file, nowhere, forged, empty, broken, long, fine, alias] = JSON.parse(out);
  assert.deepEqual([sigma.name, sigma.field, sigma.message], ['EngineError', 'sigma', 'sigma: must be positive, got -1']);
  assert.deepEqual(sigma.others.map(({ field }) => field), ['alpha']);
  assert.match(nan.field, /^clean/);
  assert.deepEqual([file.file, file.line], ['a.xyz', 2]);
  assert.match(file.message, /^a\.xyz, line 2: /);
  assert.match(nowhere.message, /nowhere\.ply/);
  assert.deepEqual([forged.name, forged.differences], ['VerificationFailedError', ['orbit']]);
  assert.deepEqual([empty.name, empty.field, broken.name], ['EngineError', 'document.core', 'EngineError']);
  assert.equal(long.name, 'AbortError');
  assert.equal(fine, 'no error');
  assert.ok(alias, 'the earlier name still catches');
});

test('orbitcert-votes from its tarball counts votes, and verify --model finds it or says how to build it', async () => {
  const at = join(folder, 'votes');
  mkdirSync(at);
  const { version } = JSON.parse(readFileSync(join(repository, 'js/package.json'), 'utf8'));
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', at, join(repository, `build/out/npm/orbitcert-votes-${version}.tgz`)], {
    stdio: 'ignore',
  });
  const model = join(repository, 'js/test/models/bdn2.onnx'), ask = { clean: { points: [[0.9, 0.1], [0.8, 0.7], [0.7, -0.9]] }, sigma: 0.1, group: 'none' };
  writeFileSync(join(at, 'request.json'), JSON.stringify(ask));
  const counted = JSON.parse(execFileSync('npx', ['orbitcert-votes', 'request.json', '--model', model, '--samples', '200'], { cwd: at, encoding: 'utf8' }));
  assert.deepEqual(counted.votes.estimate, [200, 0, 0]);
  writeFileSync(join(at, 'request.json'), JSON.stringify({ ...ask, prediction: { evidence: counted } }));
  // Away from the build, which has the program beside it.
  const alone = join(at, 'orbitcert');
  copyFileSync(program('orbitcert'), alone);
  writeFileSync(join(at, 'certificate.json'), execFileSync(alone, ['certify', 'request.json'], { cwd: at }));
  const verify = (/** @type {string} */ path) =>
    spawnSync(alone, ['verify', '--model', model, 'certificate.json'], { cwd: at, encoding: 'utf8', env: { ...process.env, PATH: path } });
  const found = verify(`${join(at, 'node_modules/.bin')}:${process.env.PATH}`);
  assert.deepEqual([found.status, /200 of 200 samples/.test(found.stderr)], [0, true], found.stderr);
  const missing = verify('/nowhere');
  assert.equal(missing.status, 1);
  assert.match(missing.stderr, new RegExp(`orbitcert-votes ${version.replaceAll('.', '\\.')} is not found; run make site`));
});

test('certificates of earlier cores are verified, with the rows that this one does not compute', async () => {
  const [exact, drawn, rod] = ['none-2d', 'euclidean-2d-drawn', 'rod-3d-drawn'].map((name) =>
    readFileSync(new URL(`../../../core/certificate/testdata/released/0.6.0/${name}.json`, import.meta.url), 'utf8'),
  );
  const out = await run(`
    import { verify } from 'orbitcert';
    const [exact, drawn] = [await verify(${JSON.stringify(exact)}), await verify(${JSON.stringify(drawn)})];
    const rod = await verify(${JSON.stringify(rod)}).catch(({ differences }) => differences);
    console.log(JSON.stringify([exact.partial ?? 'all', exact.certified, drawn.partial, rod]));`);
  const [all, certified, partial, withdrawn] = JSON.parse(out);
  assert.deepEqual([all, certified, partial.length, withdrawn.length], ['all', true, 1, 1]);
  assert.match(partial[0], /^tight\.monte_carlo: this version does not compute the bound "dual"/);
  assert.match(withdrawn[0], /^certified: withdrawn/);
});

test('a thread that ends in the middle changes nothing', async () => {
  const out = await run(`
    import { Worker } from 'node:worker_threads';
    const threads = [];
    const { ref } = Worker.prototype;
    Worker.prototype.ref = function () { threads.push(this); return ref.call(this); };
    const { certify } = await import('orbitcert');
    const request = { ...${JSON.stringify(request)}, samples: 300_000 };
    const quiet = await certify(request);
    let ends = 0;
    const disturbed = await certify(request, { onProgress: ({ stage, done }) => {
      if (stage !== 2 || done !== 3) return;
      for (const thread of new Set(threads)) ends++, thread.postMessage({ type: 'call', id: 0, name: 'nothing that is there' }), thread.terminate();
    } });
    console.log(JSON.stringify([ends > 0, JSON.stringify(disturbed) === JSON.stringify(quiet)]));`);
  assert.deepEqual(JSON.parse(out), [true, true]);
});

test('what the READMEs show is what one sees', async () => {
  const [code, ...others] = ['README.md', 'build/out/npm/orbitcert/README.md', 'site/docs/javascript.md'].map((name) => {
    const text = readFileSync(join(repository, name), 'utf8').replace(/^ {4}/gm, '');
    return /import \{ certify \} from 'orbitcert';\n[^]*?console\.log\([^)]*\);/.exec(text)[0];
  });
  for (const other of others) assert.equal(code, other);
  assert.equal(await run(code), 'true 0.8772477836856007\n');
  const explored = /import \{ certify, count, curve[^]*?console\.log\([^)]*\);/.exec(readFileSync(join(repository, 'site/docs/javascript.md'), 'utf8'))[0];
  assert.equal(await run(explored), 'true [ 0, 30, 60, 90 ] true 20\n');
});
