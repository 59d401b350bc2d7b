// Points that come and go, at a desk: votes of samples of k points, what they prove, and whose they are. Needs `make build`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesIn } from '../../certificate/brush.js';
import { copied } from '../../certificate/code-files.js';
import { Desk } from '../../certificate/desk.js';
import { subject } from '../../certificate/subject.js';
import { MARKS } from '../../drawing/point-marks.js';
import { brushedScene, scene } from '../../drawing/geometry.js';
import { evidenceIn } from '../../question/entered.js';
import { fileOf } from '../../question/state.js';
import { unprovedWords } from '../../certificate/unproved.js';
import { initial } from '../../form/address.js';
import { Sharing } from '../../sharing/sharing.js';
import { pack } from '../../trust/link.js';
import { comingDeed, comingRows, rowsOf, verdictOf } from '../../words/points.js';
import { decided, NO_ATTACK } from '../../words/words.js';
import { random } from '../tools/random.js';
import { fileWords } from '../../certificate/visitor-files.js';
import { until } from '../tools/until.js';
import { linkIn, serveEdge } from './edge.js';
import { exampleDesk, file, newEngine } from './engine.js';

const engine = newEngine();
const json = (name, value) => file(name, JSON.stringify(value));

/** A cloud of so many points. */
function cloudOf(count) {
  const next = random(7);
  return Array.from({ length: count }, () => [next(), next(), next()]);
}

const points = cloudOf(400);
/** Three of the first 390 points lie elsewhere, the last ten are gone. */
const fewer = points.slice(0, 390).map((point, i) => (i < 3 ? point.map((x) => x + 2) : point));

const sure = { ...initial(), votes: '9990', voted: '10000', subsample: '20', draws: '1000' };

/** A desk with the cloud, and another one where it is given. */
async function deskWith(values = {}, perturbed = null, desk = new Desk(engine)) {
  await desk.fill({ ...sure, ...values }, { clean: json('scan.json', { points }), ...(perturbed && { perturbed: json('later.json', { points: perturbed }) }) });
  return desk;
}

/** Returns the desk's sentence about its certificate. */
function said({ result: { certificate: { value }, request, minimum } }, others) {
  const { kind, head, text } = verdictOf(value, request, true, undefined, others);
  return { kind, text: `${head} ${text}`, by: decided(value, request), rows: rowsOf(value, false, minimum) };
}

test('clouds with different numbers of points are compared where votes are of some points', async () => {
  const desk = await deskWith({}, fewer);
  await desk.certify();
  const { subsample, orbit } = desk.result.certificate.value;
  assert.deepEqual([subsample.kept, subsample.certified, orbit.distance], [387, true, undefined]);
  const { kind, text, by, rows } = said(desk, 390);
  assert.equal(kind, 'certified');
  assert.match(
    text,
    /^Certified: still the same class\. This cloud keeps its class: 387 points kept \(d\s=\s0 once aligned\), 3 replaced and 10 removed\. \(99\.9\s% confidence · smoothed classifier\)$/,
  );
  assert.match(said(desk).text, /387 points kept \(d\s=\s.*\) and 13 replaced or removed\. \(99/, 'as far as it is known');
  assert.deepEqual(by, { first: 'the argument about points that come and go', others: '' });
  assert.deepEqual(rows.map(({ id, certified, distance }) => [id, certified, distance]), [['points', true, undefined]]);
  assert.match(rows[0].instead, /^387 of 400 points kept, d\s=\s0$/);
  assert.ok(subsample.distance > 0, 'the certificate keeps account of rounding');
  await until(() => desk.result.minimum);
  assert.match(said(desk).rows[0].needs, /^p ≥ 0\.\d{4}$/);
  // Without k the same clouds are refused, and the way out is named.
  desk.entries.set('subsample', '');
  await desk.claim();
  assert.match(desk.entries.errors.perturbed, /^Has 390 points, the clean cloud has 400: .*votes are of samples of k points \(subsample\)/);
});

test('any changes of so many points are certified, and too many are not', async () => {
  const desk = await deskWith({ perturbation: 'changes', replaced: '3', removed: '2', moved: '0.001' });
  await desk.certify();
  assert.deepEqual(desk.result.request.perturbed, { changes: { replaced: 3, added: 0, removed: 2, moved: 0.001 } });
  assert.match(
    said(desk).text,
    /^Certified: still the same class\. Every cloud with at most 3 points replaced and 2 removed and the others moved by ‖Δ‖\s≤\s0\.001 once aligned keeps its class/,
  );
  desk.entries.set('replaced', '200');
  await desk.certify();
  assert.deepEqual([said(desk).kind, said(desk).text], ['open', `Not certified. Votes of 20 points each do not prove this. ${NO_ATTACK}`]);
  const document = await desk.documents.certificate();
  const other = new Desk(engine);
  await other.receiveFile(file('changes.json', document), 'clean');
  assert.match(fileWords(fileOf(other.state), other.result.phase).head, /is verified\.$/);
  assert.deepEqual([other.entries.values.replaced, other.entries.values.subsample, other.entries.values.perturbation], ['200', '20', 'changes']);
  await other.certify();
  assert.deepEqual(other.result.certificate.value.subsample, desk.result.certificate.value.subsample);
});

test('what does not fit is said where it stands', async () => {
  const desk = new Desk(engine);
  for (const [values, entry, words] of [
    [{ subsample: '1' }, 'subsample', /from 2/],
    [{ subsample: '401' }, 'subsample', /^Is 401, but the clean cloud has 400 points/],
    [{ subsample: 'half' }, 'subsample', /“half” is not a number/],
    [{ subsample: '', perturbation: 'changes' }, 'subsample', /^Is missing: only votes of samples of k points/],
    [{ perturbation: 'changes', replaced: '401' }, 'replaced', /but the clean cloud has 400 points/],
    [{ perturbation: 'changes', removed: '390' }, 'removed', /fewer than the 20 that a sample is of/],
    [{ normalise: 'unit_sphere' }, 'normalise', /would move all others/],
  ]) {
    await deskWith({ perturbation: 'none', ...values }, null, desk);
    await desk.certify();
    assert.deepEqual(Object.keys(desk.entries.errors), [entry], JSON.stringify(values));
    assert.match(desk.entries.errors[entry], words);
    assert.equal(desk.result.phase, 'failed');
  }
  await deskWith({ perturbation: 'none', normalise: 'unit_sphere', frame: 'clean' }, null, desk);
  await desk.certify();
  assert.equal(desk.result.phase, 'done');
  assert.equal(desk.result.request.preparation.frame, 'clean');
});

test('what is withstood has the largest numbers of points, of votes of some points alone', async () => {
  const desk = await deskWith({ perturbation: 'none' });
  await until(() => desk.play.known);
  const { withstood } = desk.play.known;
  const rows = comingRows(withstood);
  assert.deepEqual(rows.map(({ id }) => id), ['replaced', 'added', 'removed']);
  const { replaced, removed, of } = withstood.points;
  assert.ok(replaced > 3 && removed > replaced && of === 400);
  assert.equal(rows[0].text, `any ${replaced} of 400, by points anywhere`);
  assert.equal(comingDeed(withstood), `any ${replaced} replaced or any ${removed} of its 400 points removed`);
  desk.entries.set('subsample', '');
  void desk.claim();
  await until(() => desk.play.known && !desk.play.known.withstood.points);
  assert.deepEqual([comingRows(desk.play.known.withstood), comingDeed(desk.play.known.withstood)], [[], '']);
});

test('votes that were counted of whole clouds are not taken for votes of some points, nor the reverse', async () => {
  const desk = await exampleDesk(engine, 'digit-2d');
  await desk.certify();
  assert.equal(desk.result.phase, 'done');
  desk.entries.set('subsample', '32');
  await desk.certify();
  assert.equal(unprovedWords(desk, desk.unproved).text, 'these votes were counted with all points in each vote.');
  assert.deepEqual([desk.result.phase, desk.result.certificate, evidenceIn(desk.state)], ['stale', undefined, {}]);
  assert.equal(desk.play.known, null, 'nor does anything follow of what it withstands');
  desk.entries.set('votes', '900');
  await desk.certify();
  assert.equal(desk.result.phase, 'done', 'others are what somebody has entered');
  // A document of votes brings its own number, and another one is refused by the core.
  const votes = { votes: { predicted: 0, select: [100, 0], estimate: [990, 10], none: 0, samples: 1000 }, sampling: { sigma: 0.1, subsample: 32 } };
  await desk.receiveFile(json('votes.json', votes), 'clean');
  assert.equal(desk.entries.values.subsample, '32');
});

/** Shares what a desk has computed, and opens the link at another. */
async function shared(t, desk) {
  const place = await serveEdge(t);
  const sharing = new Sharing(desk, place);
  await sharing.make();
  assert.equal(sharing.link.stored, 'stored', sharing.link.message);
  assert.ok(sharing.link.address.length < 1200, `${sharing.link.address.length} characters fit a QR code`);
  const other = new Sharing(new Desk(engine), place);
  await other.open(linkIn(sharing.link.address));
  assert.equal(other.linked.judgement.verdict, 'checked');
  return other.session;
}

/** Removes the partners of points, which a link leaves out. */
const withoutPartners = ({ alignment, ...rest }) => rest;

test('a link to a certificate of points that come and go says the same elsewhere, and holds no point', async (t) => {
  const desk = await deskWith({}, fewer);
  await desk.certify();
  const other = await shared(t, desk);
  const [here, there] = [desk, other].map(({ result }) => result.certificate.value);
  assert.deepEqual(there.subsample, withoutPartners(here.subsample));
  assert.equal(said(other).text, said(desk, 390).text);
  assert.deepEqual([other.said.gram.points.clean, other.said.gram.points.kept, other.files.clouds.clean], [400, 387, null]);
  assert.match(subject(other.result.request, { clean: null, perturbed: null }), /^a cloud against another cloud, .* votes of samples of 20 points/);
  // With other entries it is another certificate of the same counts: less noise proves less.
  other.entries.set('sigma', '1e-14');
  await other.claim();
  assert.deepEqual([other.result.phase, other.result.request.subsample, other.result.certificate.value.certified], ['done', 20, false]);
});

test('a link to a certificate of any changes says which, and its document stands', async (t) => {
  const desk = await deskWith({ perturbation: 'changes', replaced: '3', removed: '2', moved: '0.001' });
  await desk.certify();
  const other = await shared(t, desk);
  assert.equal(said(other).text, said(desk).text);
  assert.match(
    subject(other.result.request, { clean: null, perturbed: null }),
    /^a cloud against any with 3 points replaced, 0 added, 2 removed, the others moved by 0\.001,/,
  );
  const again = new Desk(engine);
  await again.receiveFile(file('shared.json', await other.documents.certificate()), 'clean');
  assert.match(fileWords(fileOf(again.state), again.result.phase).head, /is verified\.$/);
  assert.equal(said(again).text, said(desk).text);
});

/** Brushes points by their numbers, in one stroke. */
function stroke({ brush }, numbers, other = false, rows = []) {
  brush.begin(other);
  brush.touch(numbers, rows);
  return brush.end();
}

const first = (count) => Array.from({ length: count }, (_, n) => n);

/** The verdict once it has followed the brush. */
async function followed(desk, removed, scattered) {
  await until(() => {
    const { kept } = desk.result.certificate?.value.subsample ?? {};
    return (
      desk.result.phase === 'done' &&
      kept !== undefined &&
      desk.said.brushed.points.length === 512 - removed &&
      desk.said.brushed.pairing.length === 512 - removed - scattered
    );
  });
  return said(desk, 512 - removed);
}

test('a brush takes points off, and the verdict is for the cloud that is left, with its pairs', async (t) => {
  const desk = await exampleDesk(engine, 'chair-points-3d');
  const { brush } = desk;
  brush.take('remove');
  stroke(desk, first(10));
  stroke(desk, first(17));
  assert.deepEqual(brush.numbers, { removed: 17, scattered: 0 }, 'each point goes once');
  const { kind, text } = await followed(desk, 17, 0);
  assert.equal(kind, 'certified');
  assert.match(text, /^Certified: still a chair\. This cloud stays a chair: 495 points kept \(.*\) and 17 removed\. \(/);
  assert.equal(desk.entries.values.perturbation, 'brush');
  // The same certificate follows from Certify, and elsewhere from a link.
  const { certificate, request } = desk.result;
  await desk.certify();
  assert.deepEqual([desk.result.certificate.value, desk.result.request], [certificate.value, request]);
  assert.equal(said(await shared(t, desk)).text, text);
  const { codes, files: [paired] } = copied('certify', request, desk.files.clouds, (name) => `https://example.org/${name}`);
  assert.match(codes.command, /^curl -fsS -o 'chair-points-3d-clean\.json' 'https:\/\/example\.org\/examples\/clouds\/chair-points-3d-clean\.json'\norbitcert/);
  assert.match(codes.command, /"perturbed": \{"file": "paired\.json"\}/);
  assert.deepEqual(JSON.parse(await paired.content().text()).points, request.perturbed.points);
  // Its document comes back as it was, and gives the same once more.
  const other = new Desk(engine);
  await other.receiveFile(file('brushed.json', await desk.documents.certificate()), 'clean');
  assert.match(fileWords(fileOf(other.state), other.result.phase).head, /is verified\.$/);
  await other.certify();
  assert.deepEqual([other.entries.values.perturbation, other.result.certificate.value.subsample], ['brush', certificate.value.subsample]);

  stroke(desk, [100]);
  assert.equal((await followed(desk, 18, 0)).kind, 'open');
  brush.undo();
  assert.equal((await followed(desk, 17, 0)).kind, 'certified');
  brush.reset();
  await until(() => desk.said.brushed === null);
  assert.deepEqual([desk.entries.values.perturbation, desk.result.certificate.value.subsample, brush.undoable], ['none', undefined, false]);
});

test('a brush scatters points over the box of the cloud, the same places each time', async () => {
  const desk = await exampleDesk(engine, 'chair-points-3d');
  desk.brush.take('scatter');
  stroke(desk, [1, 3, 5]);
  stroke(desk, [7], true);
  assert.deepEqual(desk.brush.numbers, { removed: 1, scattered: 3 });
  assert.match((await followed(desk, 1, 3)).text, /508 points kept \(.*\), 3 replaced and 1 removed/);
  const { points, dimension } = desk.files.clouds.clean;
  const places = placesIn(points, dimension);
  const { perturbed, successors, partners } = desk.brush.left;
  const row = (cloud, n) => [...cloud.subarray(3 * n, 3 * n + 3)];
  assert.deepEqual([successors[3], partners[3], partners[7], row(perturbed, successors[3])], [3, -1, -1, row(places, 3)]);
  const range = (cloud, axis) => { const all = [...cloud].filter((_, i) => i % 3 === axis); return [Math.min(...all), Math.max(...all)]; };
  for (const axis of [0, 1, 2]) {
    const [low, high] = range(points, axis), [from, to] = range(places, axis);
    assert.ok(low <= from && to <= high && to - from > 0.95 * (high - low));
  }
  const shown = brushedScene(scene(dimension, points, null, undefined), desk.brush.left);
  assert.deepEqual(shown.coming.numbers, { paired: 508, replaced: 3, removed: 1, added: 0 });
  const marks = (cloud, mark) =>
    [...shown.coming[cloud].keys()]
      .filter((i) => shown.coming[cloud][i] === MARKS.indexOf(mark))
      .map((i) => shown.numberOf(cloud, i))
      .sort((a, b) => a - b);
  assert.deepEqual([marks('clean', 'replaced'), marks('clean', 'removed'), marks('perturbed', 'replaced')], [[1, 3, 5], [7], [1, 3, 5]]);
  stroke(desk, [7, 3]);
  assert.deepEqual(desk.brush.numbers, { removed: 1, scattered: 3 }, 'what is gone is not scattered, and where a point came from there is none any more');
  const { successors: now } = desk.brush.left;
  stroke(desk, [], true, [now[3], now[3] + 1]);
  assert.deepEqual(desk.brush.numbers, { removed: 2, scattered: 2 }, 'a scattered point is taken off where it is; kept points are no rows');
  desk.brush.undo();
  assert.deepEqual(desk.brush.numbers, { removed: 1, scattered: 3 });
});

test('a brush leaves as many points as a sample is of, and says where it can do nothing', async () => {
  const desk = await exampleDesk(engine, 'chair-points-3d');
  const { brush } = desk;
  brush.take('remove');
  stroke(desk, first(512));
  assert.deepEqual([brush.numbers.removed, brush.hint], [448, 'No more: each vote needs all remaining points.']);
  assert.equal(stroke(desk, [0]), false, 'what is gone is gone');
  assert.equal((await followed(desk, 448, 0)).kind, 'open');
  // As many points in another order would have that searched, which waits until the visitor starts it.
  brush.reset();
  desk.entries.set('permutation', 'true');
  await desk.claim();
  brush.take('scatter');
  stroke(desk, [1]);
  await until(() => desk.said.brushed?.pairing.length === 511);
  assert.deepEqual([desk.result.phase, desk.result.certificate, desk.ask], ['stale', undefined, 'Search the order and certify']);
  desk.entries.set('permutation', 'false');
  // Another perturbation, another cloud: nothing is left of it.
  desk.entries.set('perturbation', 'changes');
  assert.deepEqual([brush.touched, desk.said.brushed], [false, null]);
  for (const [entry, value, words] of [
    ['subsample', '', /^Votes of whole clouds prove nothing about fewer points/], ['normalise', 'centre', /Switch off its preparation first/],
  ]) {
    const other = await exampleDesk(engine, 'chair-points-3d');
    other.brush.take('remove');
    other.entries.set(entry, value);
    assert.match(other.brush.obstacle, words);
    assert.equal(other.brush.use, 'turn');
  }
  assert.match(new Desk(engine).brush.obstacle, /^Open a cloud first/);
});

test('a link that says of points what cannot be is refused by its field', async (t) => {
  const place = await serveEdge(t, null);
  const desk = await deskWith({}, fewer);
  await desk.certify();
  const [text] = await desk.documents.gram();
  const sharing = new Sharing(new Desk(engine), place);
  for (const [change, words] of [
    [
      (request) => {
        request.subsample = 401;
      },
      /Subsample: is 401, but the clean cloud has 400 points/,
    ],
    [
      (request) => {
        request.subsample = 1;
      },
      /Subsample: must be a whole/,
    ],
    [
      (request) => {
        request.subsample = 21;
      },
      /Gram\.points\.moved\.mean: is/,
    ],
    [
      (request) => {
        delete request.subsample;
      },
      /Subsample: is missing/,
    ],
    [
      (request) => {
        request.gram.points.kept = 391;
      },
      /Gram\.points\.kept: must be .* from 0 to 390/,
    ],
    [
      (request) => {
        request.gram.points.distance = 1;
      },
      /Gram\.points\.moved\.mean: is/,
    ],
    [
      (request) => {
        request.gram.points = { clean: 400, changes: { replaced: 401 } };
      },
      /Gram\.points\.changes\.replaced: is 401, but the clean cloud has 400 points/,
    ],
    [
      (request) => {
        request.pairing = [
          [0, 0], [400, 1],
        ];
      },
      /Pairing: belongs to two clouds/,
    ],
    [
      (request) => {
        request.pairing = [
          [0, 0], [0, 1],
        ];
      },
      /Pairing: belongs to two clouds/,
    ],
  ]) {
    const request = JSON.parse(text);
    change(request);
    await sharing.open({ request: await pack(JSON.stringify(request)) });
    assert.match(sharing.linked.damage, words);
    assert.equal(sharing.session.result.certificate, undefined);
  }
});
