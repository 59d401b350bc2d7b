// Draws the certificates of a notebook, each in the place of the text beside its document.

import { adoptStyles, render } from 'lit';
import { card } from './card.js';
import { styles } from './styles.js';

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-orbitcert]'))) {
  const certificate = JSON.parse(place.dataset.orbitcert ?? '');
  delete place.dataset.orbitcert;
  const root = place.attachShadow({ mode: 'open' });
  adoptStyles(root, [styles]);
  render(card({ certificate, request: certificate.request }), root);
}
