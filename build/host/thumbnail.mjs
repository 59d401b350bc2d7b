// The picture that a Space is announced by: the example of the chair as it stands, and turned, as the page draws them.

import { readFileSync } from 'node:fs';
import { channels, png } from '../icons/png.mjs';

/** Size for social networks: 1.91 to 1. */
const [WIDTH, HEIGHT] = [1200, 630];

/** Share of the height that a cloud takes, and the radius of a nearest point in pixels. */
const [PART, RADIUS] = [0.8, 5];

/** From where the clouds are looked at: turned about the vertical, seen from above. */
const [TURN, TILT] = [-0.3, 0.35];

/** Places in the picture plane and depths towards the eye. @param {number[]} point */
function seen([x, y, z]) {
  const [right, away] = [x * Math.cos(TURN) - y * Math.sin(TURN), x * Math.sin(TURN) + y * Math.cos(TURN)];
  return { right, up: z * Math.cos(TILT) + away * Math.sin(TILT), near: z * Math.sin(TILT) - away * Math.cos(TILT) };
}

/** The middle of some values and half of what they span. @param {number[]} values */
function extent(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return { middle: (low + high) / 2, half: (high - low) / 2 };
}

/** The discs of a cloud about a place of the picture, the farthest first. @param {number[][]} points @param {number} centre @param {string} colour */
function discs(points, centre, colour) {
  const places = points.map(seen).sort((a, b) => a.near - b.near);
  const [right, up, near] = [extent(places.map((place) => place.right)), extent(places.map((place) => place.up)), extent(places.map((place) => place.near))];
  const scale = PART * HEIGHT / 2 / up.half;
  return places.map((place) => {
    const closeness = (place.near - near.middle) / near.half;
    return {
      x: centre + scale * (place.right - right.middle), y: HEIGHT / 2 - scale * (place.up - up.middle), radius: RADIUS * (0.85 + 0.15 * closeness),
      strength: 0.7 + 0.3 * closeness, colour: channels(colour),
    };
  });
}

/** A colour of the page in the light, by its name in the styles. @param {string} styles @param {string} name */
function colourOf(styles, name) {
  const found = new RegExp(`--${name}: ?(#[0-9a-f]{6}|#[0-9a-f]{3})\\b`).exec(styles)?.[1];
  if (!found) throw new Error(`the styles have no colour --${name}`);
  return found.length === 4 ? found.replace(/[0-9a-f]/g, '$&$&') : found;
}

/** @param {string} example a file of site/examples @param {string} sheet the styles of the page */
export function thumbnail(example, sheet) {
  const { clean, perturbed } = JSON.parse(readFileSync(example, 'utf8'));
  const styles = readFileSync(sheet, 'utf8');
  const paper = channels(colourOf(styles, 'paper'));
  const pixels = new Float64Array(WIDTH * HEIGHT * 3).map((_, i) => paper[i % 3]);
  const all = [
    ...discs(clean.points, 0.28 * WIDTH, colourOf(styles, 'cloud-clean')),
    ...discs(perturbed.points, 0.72 * WIDTH, colourOf(styles, 'cloud-perturbed')),
  ];
  for (const { x, y, radius, strength, colour } of all) {
    for (let row = Math.floor(y - radius - 1); row <= y + radius + 1; row++) {
      for (let column = Math.floor(x - radius - 1); column <= x + radius + 1; column++) {
        const cover = strength * Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(column + 0.5 - x, row + 0.5 - y)));
        for (let k = 0; k < 3; k++) pixels[3 * (row * WIDTH + column) + k] += cover * (colour[k] - pixels[3 * (row * WIDTH + column) + k]);
      }
    }
  }
  return png(WIDTH, HEIGHT, (column, row) => [...pixels.subarray(3 * (row * WIDTH + column), 3 * (row * WIDTH + column) + 3)]);
}
