/** Warns before a click that uses the network. */

import { html, nothing } from 'lit';

/** @param {string} weight of what is to come, '' for nothing @param {string} [of] what it is the weight of */
export const fromNetwork = (weight, of = '') => (weight ? html`<span class="second">${weight}${of} from the network, once</span>` : nothing);
