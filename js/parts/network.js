/** What is said before a click that takes the network. */

import { html, nothing } from 'lit';

/** @param {string} weight of what is to come, '' for nothing @param {string} [of] what it is the weight of */
export const fromNetwork = (weight, of = '') => (weight ? html`<span class="second">${weight}${of} from the network, once</span>` : nothing);
