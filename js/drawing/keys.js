/** The keys of a picture that has the focus: one table, for the hand and for the page's list of keys. */

const STEP = Math.PI / 24, SHIFT = 0.05, NEARER = 1.15, LARGER = 1.25, PULL = 0.02;

/** @typedef {import('./picture.js').Picture} Picture */

/** @type {Record<string, [right: number, up: number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * An arrow turns the eye, so that the cloud goes the other way; a cloud in the plane moves, and a point that is taken.
 * @param {Picture} picture
 * @param {string} key
 * @param {boolean} shift
 */
function arrow(picture, key, shift) {
  const [right, up] = ARROWS[key], { camera } = picture;
  if (picture.taken) picture.nudge(PULL * right, PULL * up);
  else if (shift || !camera.solid) camera.move(SHIFT * right, SHIFT * up);
  else camera.turn(STEP * right, STEP * up);
}

/** Actions of the keys. @type {Record<string, (picture: Picture, key: string, shift: boolean) => void>} */
const ACTIONS = {
  ...Object.fromEntries(Object.keys(ARROWS).map((key) => [key, arrow])),
  '+': ({ camera }) => camera.zoom(NEARER),
  '=': ({ camera }) => camera.zoom(NEARER),
  '-': ({ camera }) => camera.zoom(1 / NEARER),
  '0': ({ camera }) => camera.reset(),
  'x': (picture, key) => picture.raise(/** @type {import('./camera.js').Axis} */ (key)),
  'y': (picture, key) => picture.raise(/** @type {import('./camera.js').Axis} */ (key)),
  'z': (picture, key) => picture.raise(/** @type {import('./camera.js').Axis} */ (key)),
  ']': (picture) => picture.resize(LARGER),
  '[': (picture) => picture.resize(1 / LARGER),
  'c': (picture) => picture.recolour(),
  '.': (picture) => picture.step(1),
  ',': (picture) => picture.step(-1),
  'Enter': (picture) => picture.take(!picture.taken),
  'b': (picture) => picture.askTool(),
  'Delete': (picture, _, shift) => picture.dab(shift),
  'Backspace': (picture, _, shift) => picture.dab(shift),
  'u': ({ tool }) => tool?.undo(),
  '>': ({ tool }) => tool?.resize(LARGER),
  '<': ({ tool }) => tool?.resize(1 / LARGER),
};

/** Does what a key stands for. @param {Picture} picture @param {KeyboardEvent} event @returns {boolean} whether it stands for anything */
export function press(picture, { key, shiftKey, ctrlKey, metaKey, altKey }) {
  const action = Object.hasOwn(ACTIONS, key) && !ctrlKey && !metaKey && !altKey ? ACTIONS[key] : null;
  action?.(picture, key, shiftKey);
  return Boolean(action);
}

/** For the page's list of keys. @type {{keys: string, does: string}[]} */
export const KEYS = [
  { keys: 'Arrow keys', does: 'turn the cloud; move one in the plane' },
  { keys: 'Shift + arrow keys', does: 'move it' },
  { keys: '+ −', does: 'zoom in, zoom out' },
  { keys: '0', does: 'back to the first view' },
  { keys: 'X Y Z', does: 'choose the axis that points up' },
  { keys: '[ ]', does: 'smaller, larger points' },
  { keys: 'C', does: 'colour by cloud, height, movement or an attribute' },
  { keys: ', .', does: 'name the point before, the next point' },
  { keys: 'Enter', does: 'take that point, which arrow keys then pull' },
  { keys: 'B', does: 'the brush: remove points, scatter them, turn again' },
  { keys: 'Delete', does: 'brush the points in its circle; with Shift scatter in place of removing, or remove' },
  { keys: '< >', does: 'a smaller, larger brush' },
  { keys: 'U', does: 'undo' },
];
