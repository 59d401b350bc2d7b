/** A certificate as the card that pages embed. */

import { card } from '../embed/card.js';
import { styles } from '../embed/styles.js';

/** @param {any} certificate the document */
const draw = (certificate) => card({ certificate, request: certificate.request });

export const certificate = { label: 'Certificate', styles: [styles], draw };
