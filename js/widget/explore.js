/** Shows how far a cloud is certified, as the page's second view does: along perturbations, in every direction, under two transformations at once. */

import { html } from 'lit';
import '../explore/curves.js';
import '../explore/radii.js';
import '../explore/region.js';
import { core } from './engine.js';

/** @param {object} request @param {import('../library/orbitcert.js').Options} options */
export const radii = async (request, { signal }) => JSON.stringify(await core.engine().explorer.radii(request, /** @type {AbortSignal} */ (signal)));

/** Models of the sections, one for each request. @type {WeakMap<object, unknown>} */
const models = new WeakMap();

/** @param {any} request */
function modelOf(request) {
  const clean = { dimension: request.clean.points[0].length };
  const model = models.get(request) ?? Object.assign(new EventTarget(), { engine: core.engine(), files: { clouds: { clean } } });
  models.set(request, model);
  return model;
}

/** @param {object} radii @param {object} request */
export const draw = (radii, request) => html`<div class="explorer">
  <orbit-curves .model=${modelOf(request)} .request=${request} .radii=${radii}></orbit-curves>
  <orbit-radii .model=${modelOf(request)} .request=${request}></orbit-radii>
  <orbit-region .model=${modelOf(request)} .request=${request}></orbit-region>
</div>`;
