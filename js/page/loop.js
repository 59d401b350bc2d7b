/**
 * Saves the loop of the picture as a video for slides: MediaRecorder encodes it. A GIF of such a loop is ten times as
 * large, and needs an encoder that the page would have to bring along.
 */

/** Size of the video, frames a second, and milliseconds of the loop. */
const WIDTH = 1280, HEIGHT = 720, RATE = 30, LENGTH = 5000;

/** Caption below the picture: its distance from the edge, and its size. */
const EDGE = 36, TYPE = 30;

/** Forms of video, the best first, with the endings of their files. */
const FORMS = /** @type {const} */ ([['video/webm;codecs=vp9', 'webm'], ['video/webm', 'webm'], ['video/mp4', 'mp4']]);

/**
 * Returns the place on a way there and back, with a rest at either end.
 * @param {number} part of the loop, 0 to 1 @returns {number} 0 to 1
 */
export function thereAndBack(part) {
  const ramp = (/** @type {number} */ x) => Math.max(0, Math.min(1, x / 0.3));
  return ramp(part - 0.15) - ramp(part - 0.65);
}

/**
 * Paints a frame: the picture, and the words below it.
 * @param {CanvasRenderingContext2D} pen
 * @param {HTMLCanvasElement} picture
 * @param {{words: string, ink: string, sheet: string, font: string}} look
 */
function compose(pen, picture, { words, ink, sheet, font }) {
  pen.fillStyle = sheet;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const room = HEIGHT - TYPE - 2 * EDGE, scale = Math.min(WIDTH / picture.width, room / picture.height);
  pen.drawImage(picture, (WIDTH - scale * picture.width) / 2, (room - scale * picture.height) / 2, scale * picture.width, scale * picture.height);
  Object.assign(pen, { fillStyle: ink, font: `${TYPE}px ${font}`, textAlign: 'center', textBaseline: 'alphabetic' });
  pen.fillText(words, WIDTH / 2, HEIGHT - EDGE, WIDTH - 2 * EDGE);
}

/**
 * Records one loop.
 * @param {object} options
 * @param {(way: number) => HTMLCanvasElement | null} options.show paints a place of the loop at once, from 0 to 1
 * @param {() => string} options.words below the picture, as it is shown
 * @param {Element} options.element whose colours and font the video has
 * @returns {Promise<{name: string, video: Blob}>} throws where this browser records no video
 */
export async function record({ show, words, element }) {
  const form = FORMS.find(([type]) => globalThis.MediaRecorder?.isTypeSupported(type));
  if (!form) throw new Error('This browser records no video; a screen recorder does.');
  const canvas = document.createElement('canvas'), pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser has no canvas to record.');
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const style = getComputedStyle(element);
  const look = { ink: style.getPropertyValue('--ink'), sheet: style.getPropertyValue('--sheet'), font: style.fontFamily };
  const recorder = new MediaRecorder(canvas.captureStream(RATE), { mimeType: form[0], videoBitsPerSecond: 4e6 });
  /** @type {Blob[]} */
  const pieces = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  await new Promise((resolve) => {
    /** @type {number | undefined} */
    let start;
    const step = (/** @type {number} */ now) => {
      start ??= now;
      const part = Math.min(1, (now - start) / LENGTH);
      const picture = show(thereAndBack(part));
      if (picture) compose(pen, picture, { words: words(), ...look });
      if (recorder.state === 'inactive') recorder.start();
      if (part < 1) requestAnimationFrame(step);
      else resolve(null);
    };
    requestAnimationFrame(step);
  });
  recorder.stop();
  await ended;
  return { name: `orbitcert.${form[1]}`, video: new Blob(pieces, { type: form[0] }) };
}
