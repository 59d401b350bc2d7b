/**
 * The room of pictures of clouds, on a plain canvas or with WebGL. Plots of numbers are in parts.
 */

/** Chooses how clouds are drawn: 3-D ones with WebGL where it is there, all others on a plain canvas. */

import { FlatBrush } from './flat.js';
import { Picture } from './picture.js';

/** True if WebGL is there, once it was asked for. @type {boolean | undefined} */
let known;

/** Reports whether WebGL is there, asked once on a canvas of its own, so that a refusal leaves the drawing's canvas free. */
const hasWebGL = () => (known ??= probed());

function probed() {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return Boolean(context);
}

/**
 * @param {HTMLCanvasElement} canvas @param {number} dimension of the clouds
 * @returns {Promise<{picture: Picture | null, flat: string}>} flat: why a 3-D cloud is drawn without WebGL, else ''
 */
export async function pictureOn(canvas, dimension) {
  const plain = (/** @type {string} */ flat) => ({ picture: new Picture(canvas, dimension, new FlatBrush(canvas)), flat });
  if (dimension !== 3) return plain('');
  if (!hasWebGL()) return plain('This browser has no WebGL: large clouds turn slowly.');
  const module = await import('./solid.js').catch(() => null);
  if (!module) return plain('The 3-D view could not be loaded: large clouds turn slowly.');
  try {
    return { picture: new Picture(canvas, dimension, new module.SolidBrush(canvas)), flat: '' };
  } catch {
    return { picture: null, flat: 'The 3-D view could not be started.' };
  }
}
