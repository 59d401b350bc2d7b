/** Copies picture and text of a verdict as one image, for slides. */

import { download } from '../parts/save.js';

/** Size of the image, distance of its parts from the edge, width of the picture, and sizes of the type. */
const WIDTH = 1600, HEIGHT = 900, EDGE = 60, PICTURE = 800, LARGE = 56, TYPE = 32, SMALL = 22;

/**
 * Breaks a text into lines.
 * @param {CanvasRenderingContext2D} pen with its font @param {string} text @param {number} width
 */
function linesOf(pen, text, width) {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** @param {HTMLCanvasElement} picture @param {[text: string, size: number, weight: number][]} texts from top to bottom */
function composed(picture, texts) {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')), style = getComputedStyle(document.body);
  pen.fillStyle = style.backgroundColor;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const scale = Math.min(PICTURE / picture.width, HEIGHT / picture.height), [w, h] = [scale * picture.width, scale * picture.height];
  pen.drawImage(picture, (PICTURE - w) / 2, (HEIGHT - h) / 2, w, h);
  pen.fillStyle = style.color;
  let y = 3 * EDGE;
  for (const [text, size, weight] of texts) {
    pen.font = `${weight} ${size}px ${style.fontFamily}`;
    for (const line of linesOf(pen, text, WIDTH - PICTURE - EDGE)) pen.fillText(line, PICTURE, y += 1.35 * size);
    y += size / 2;
  }
  return canvas;
}

/**
 * Copies the image, or saves it where the browser copies none.
 * @param {HTMLCanvasElement} picture @param {string} head @param {string} text @param {string} foot @returns {Promise<string>} says which
 */
export async function copySlide(picture, head, text, foot) {
  const canvas = composed(picture, [[head, LARGE, 700], [text, TYPE, 400], [foot, SMALL, 400]]);
  const image = await new Promise((/** @type {(blob: Blob) => void} */ resolve) => { canvas.toBlob((blob) => resolve(/** @type {Blob} */ (blob))); });
  return navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]).then(() => 'Copied', () => (download('verdict.png', image), 'Saved'));
}
