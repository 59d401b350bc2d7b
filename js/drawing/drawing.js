/**
 * The room of pictures of clouds, on a plain canvas or with WebGL. Plots of numbers are in parts.
 */

/** Chooses how clouds are drawn: 3-D ones with WebGL where it is there, all others on a plain canvas. */

import { FlatDrawing } from './flat.js';

/**
 * @typedef {object} Drawing
 * @property {(scene: import('./geometry.js').Scene, t: number, colours: import('./colours.js').Colours) => void} draw
 * @property {() => void} dispose
 */

/** Whether WebGL is there, asked on a canvas of its own so that a refusal leaves the drawing's canvas free. */
function hasWebGL() {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return Boolean(context);
}

/**
 * @param {HTMLCanvasElement} canvas @param {number} dimension of the clouds
 * @returns {Promise<{drawing: Drawing | null, flat: string}>} flat: why a 3-D cloud is drawn flat, else ''
 */
export async function drawingOn(canvas, dimension) {
  if (dimension !== 3) return { drawing: new FlatDrawing(canvas), flat: '' };
  if (!hasWebGL()) return { drawing: new FlatDrawing(canvas), flat: 'This browser has no WebGL, so the clouds are drawn in a fixed flat view.' };
  const module = await import('./solid.js').catch(() => null);
  if (!module) return { drawing: new FlatDrawing(canvas), flat: 'The 3-D view could not be loaded, so the clouds are drawn in a fixed flat view.' };
  try {
    return { drawing: new module.SolidDrawing(canvas), flat: '' };
  } catch {
    return { drawing: null, flat: 'The 3-D view could not be started.' };
  }
}
