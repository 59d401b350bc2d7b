// A file of QM9 dropped on the page, and the interval of its energy by a model from a file.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { savedCertificate } from '../tools/browser.js';
import { seenAttributes } from '../tools/named.js';
import { visits } from '../tools/visit.js';

const visit = visits();

/** Methane in the layout of QM9: tabs, charges behind the coordinates, an exponent of Mathematica, three lines behind the atoms. */
const METHANE = `5
gdb 1\t157.7118\t157.70997\t157.70699\t0.\t13.21\t-0.3877\t0.1171\t0.5048\t35.3641\t0.044749\t-40.47893\t-40.476062\t-40.475117\t-40.498597\t6.469\t
C\t-0.0126981359\t 1.0858041578\t 0.0080009958\t-0.535689
H\t 0.002150416\t-0.0060313176\t 0.0019761204\t 0.133921
H\t 1.0117308433\t 1.4637511618\t 0.0002765748\t 0.133922
H\t-0.540815069\t 1.4475266138\t-0.8766437152\t 0.133923
H\t-0.5238136345\t 1.4379326443\t 2.1997*^-6\t 0.133923
1341.307\t1341.3284\t1341.365\t1562.6731\t1562.7453\t3038.3205\t3151.6034\t3151.6788\t3151.7078
C\tC\t
InChI=1S/CH4/h1H4\tInChI=1S/CH4/h1H4
`;

test('a molecule of QM9 has an interval of its energy', async (t) => {
  const { page, errors } = await visit(t, '#v=2&given=model&perturbation=scale&norm=0.01&counted=200&sigma=0.05&group=E&draws=0');
  const file = (name, buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
  await page.getByLabel('Clean point cloud').setInputFiles(file('dsgdb9nsd_000001.xyz', Buffer.from(METHANE)));
  await page.locator('#about-clean').getByText(/element H, C/).waitFor();
  await page.locator('#control-model').setInputFiles(file('energy.onnx', readFileSync(new URL('../../../site/models/energy.onnx', import.meta.url))));
  await seenAttributes(page).getByLabel('element', { exact: true }).check();
  await page.locator('dd[data-clean]').getByText(/without noise$/).waitFor();
  await page.getByRole('button', { name: /^Count/ }).first().click();
  await page.getByText(/^Stays between/).first().waitFor();
  const { request, orbit } = JSON.parse(String(await savedCertificate(page)));
  assert.deepEqual(request.clean.attributes, { element: [6, 1, 1, 1, 1] });
  assert.deepEqual(request.prediction.evidence.model.attributes, ['element']);
  assert.ok(orbit, 'an argument');
  assert.deepEqual(errors, []);
});
