/** A certificate as the card that pages embed. */

import { card } from '../embed/card.js';
import { styles as own } from '../embed/styles.js';

export const styles = [own];

/** @param {any} certificate the document */
export const draw = (certificate) => card({ certificate, request: certificate.request });
