// Documents with lengths of the file and of the prepared cloud show one of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { certificateOf, curveOf, growthOf, isOfFile, preparedParameter, regionOf, withstoodOf } from '../../documents/lengths.js';
import { inUnit, measureOf, PLAIN, sharesOf, sizeOf, unitName, withShare } from '../../words/lengths.js';
import { fromSettings, initialSettings, toSettings } from '../../form/settings.js';
import { rangeRows, pointRows } from '../../words/ranges.js';
import { verdictOf } from '../../words/points.js';

const anywhere = { points: 1, within: 2, single: 0.2 };

/** What a chair of size 3 withstands, scaled to the unit sphere. */
const withstood = {
  radius: 0.2, height: 1, each_point: 0.05, points_anywhere: anywhere, noise: 0.01, linear: 0.1, file_radius: 0.04, scale: true,
  file: { size: 3, each_point: 0.01, points_anywhere: { points: 0, within: 6, single: 0.04 }, noise: 0.003, linear: 0.02 },
  ranges: [
    { family: 'scale', unit: 'relative', any: true, by: 'invariance', black_box: { from: -0.1, to: 0.1 }, file: { any: true, by: 'invariance', black_box: { from: -0.02, to: 0.02 } } },
    { family: 'twist', unit: 'rad/length', from: -0.3, to: 0.3, by: 'tight', black_box: { from: -0.2, to: 0.2 },
      file: { from: -0.02, to: 0.02, by: 'black_box', black_box: { from: -0.01, to: 0.01 } } },
    { family: 'shift', unit: 'length', any: true, by: 'invariance', black_box: { from: -0.1, to: 0.1 }, file: { any: true, by: 'invariance', black_box: { from: -0.05, to: 0.05 } } },
  ],
};

test('ranges of the file take the place of those of the prepared cloud', () => {
  const file = withstoodOf(withstood, 'file'), prepared = withstoodOf(withstood, 'prepared');
  assert.deepEqual([file.radius, file.height, file.each_point, file.noise], [0.04, 3, 0.01, 0.003]);
  assert.equal(rangeRows(prepared)[1].text, '± 17.1° from foot to top');
  assert.equal(rangeRows(file)[1].text, '± 3.43° from foot to top');
  assert.equal(rangeRows(file)[1].blackBox, '± 1.71° from foot to top');
  assert.deepEqual([file, prepared].map((one) => rangeRows(one).map(({ by }) => by)), [
    ['divided out', 'black box', 'ignored by the classifier'], ['divided out', 'tight', 'ignored by the classifier'],
  ]);
  assert.deepEqual(rangeRows(file).map(({ span }) => span.any), [true, false, true]);
  assert.match(pointRows(file)[1].text, /^one of them by 0\.0399/);
  assert.match(pointRows(prepared)[1].text, /^1 of them/);
  assert.equal(withstoodOf(withstood, 'file'), file, 'made once');
  assert.equal(withstoodOf(withstood, 'prepared'), prepared);
  const plain = { radius: 1, ranges: [] };
  assert.equal(withstoodOf(plain, 'file'), plain);
});

test('the form of a run asks whose sizes are meant, where the preparation scales', () => {
  const sizes = (values) => toSettings({ ...initialSettings(), sizes: 'file', ...values }).settings;
  assert.deepEqual(sizes({ normalise: 'rms' }).withstand, { unit: 'file' });
  assert.deepEqual([sizes({}).withstand, sizes({ normalise: 'rms', sizes: 'prepared' }).withstand], [{}, {}]);
  assert.equal(fromSettings(sizes({ normalise: 'rms' })).sizes, 'file');
});

test('a parameter on show is played on the prepared cloud', () => {
  const file = withstoodOf(withstood, 'file'), prepared = withstoodOf(withstood, 'prepared');
  assert.deepEqual(['scale', 'twist', 'shift'].map((family) => preparedParameter(file, family, 0.02).toFixed(9)), ['0.020000000', '0.060000000', '0.006666667']);
  assert.equal(preparedParameter(prepared, 'twist', 0.02), 0.02);
});

test('a verdict names the file first, with the radius that is its own', () => {
  const request = { group: 'SE', prediction: { probability: 0.97 } };
  const row = { certified: false, radius: 0.2, file_radius: 0.0412345 };
  const c = { certified: false, scale: true, probability: { lower: 0.97, level: 0 }, black_box: row, orbit: row };
  const said = (about, closed = row) => verdictOf(certificateOf({ ...c, orbit: closed, certified: closed.certified }, about), request, true);
  assert.equal(said('file').head, 'Radius of your file 0.04123.');
  assert.match(said('file').text, /^Any file within it, once turned back and scaled, is proved to /);
  assert.equal(said('prepared').head, 'Radius 0.2000.');
  assert.match(said('prepared').text, /^Anything within it, once turned back, is proved to /);
  const near = { ...row, certified: true, distance: 0.1, lower: 0.9 };
  assert.match(said('file', near).text, /^Any file within 0\.041 of yours, once turned back and scaled, .* Turned back, the prepared cloud is 0\.1.* within 0\.2/);
  assert.match(said('prepared', near).text, /^Turned back, it is 0\.1.* Anything within 0\.2/);
});

test('distances of the files take the place of those of prepared clouds where they say the same', () => {
  const row = { certified: true, lower: 0.9, distance: 0.1, radius: 0.2, file_distance: 0.7, file_radius: 0.8 }, c = { scale: true, certified: true, orbit: row };
  const { orbit } = certificateOf(c, 'file');
  assert.deepEqual([orbit.distance, orbit.radius, orbit.file_radius], [0.7, 0.8, 0.8]);
  const request = { group: 'SE', prediction: { probability: 0.97 } }, { text } = verdictOf(certificateOf({ ...c, probability: { lower: 0.97, level: 0 } }, 'file'), request, true);
  assert.match(text, /^Any file within 0\.80 of yours, once turned back and scaled, .*Turned back and scaled, the file is 0\.70 away\./);
  const { file_radius: _, file_distance: __, ...prepared } = row;
  assert.deepEqual(certificateOf(c, 'prepared').orbit, prepared);
  for (const other of [{ file_distance: 0.9 }, { distance_lower: 0.05 }]) {
    const kept = certificateOf({ orbit: { ...row, ...other } }, 'file').orbit;
    assert.deepEqual([kept.distance, kept.radius, kept.file_radius, kept.file_distance], [0.1, 0.2, 0.8, undefined]);
  }
});

test('an interval grows over distances of the file where they are on show', () => {
  const growth = { distances: [0, 1], file_distances: [0, 3], median: 1 };
  assert.deepEqual(['file', 'prepared'].map((about) => growthOf(growth, about)), [{ distances: [0, 3], median: 1 }, { distances: [0, 1], median: 1 }]);
  assert.deepEqual(growthOf({ distances: [0, 1], median: 1 }, 'file').distances, [0, 1]);
});

test('radii of labels are those of the file where they are on show', () => {
  const labels = { radius: [0.1, 0.2], file_radius: [1, 2], certified: [true, true] }, c = { black_box: { file_radius: 1, labels } };
  assert.deepEqual(certificateOf(c, 'file').black_box, { file_radius: 1, labels: { radius: [1, 2], certified: [true, true] } });
  assert.deepEqual(certificateOf(c, 'prepared').black_box, { labels: { radius: [0.1, 0.2], certified: [true, true] } });
  assert.equal(certificateOf(c, 'file'), certificateOf(c, 'file'));
});

test('curves, regions and radii of the file are shown where they are known', () => {
  const curve = { kind: 'scale', x: [0, 1], file_x: [0, 3] }, by = (frame) => ({ preparation: { normalise: 'rms', frame } });
  assert.deepEqual(curveOf(curve, by('clean'), 'file'), { kind: 'scale', x: [0, 3] });
  assert.equal(curveOf(curve, by('own'), 'file'), curve, 'a file goes along another curve');
  assert.equal(curveOf(curve, by('clean'), 'prepared'), curve);
  const region = { rows: ['1'], file: { rows: ['0'] } };
  assert.deepEqual([regionOf(region, 'file').rows, regionOf(region, 'prepared').rows], [['0'], ['1']]);
  assert.deepEqual([isOfFile({ file_radius: 1 }, 'file'), isOfFile({ file_radius: 1 }, 'prepared'), isOfFile({}, 'file')], [true, false, false]);
});

test('a length has its unit and its share of the size, each rounded to the safe side; of prepared clouds none', () => {
  const measure = { unit: 'Å', share: sharesOf(6.25) }, scaled = { ...measure, scaled: true };
  assert.equal(withShare('0.12', 0.119, 'up', measure), '0.12\u00a0Å (2.0\u00a0% of the size)');
  assert.equal(withShare('0.11', 0.119, 'down', measure), '0.11\u00a0Å (1.9\u00a0% of the size)');
  assert.equal(withShare('0.12', 0.119, 'up', PLAIN), '0.12');
  assert.deepEqual([measureOf(scaled), measureOf(scaled, { file_distance: 1 }), measureOf(measure)], [PLAIN, scaled, measure]);
  assert.equal(inUnit('3', measure), '3\u00a0Å');
  assert.deepEqual([unitName(measure), unitName(PLAIN), unitName(scaled), unitName(scaled, {})], ['Å', 'the file’s unit', 'lengths of the prepared cloud', 'Å']);
  assert.equal(sizeOf(Float64Array.of(1, 1, 4, 5), 2), Math.sqrt(12.5), 'about the centre');
});
