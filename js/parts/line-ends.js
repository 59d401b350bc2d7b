/** The names of lines, each where its line ends. Lines that coincide over their whole length have one place: "Tight" and below it "= orbit-based". */

/** @typedef {import('./plot.js').Series} Series */

/** Height of a name, width of the stroke before it, and of a letter at most, in pixels. */
export const LINE = 18, STROKE = 23;
const LETTER = 7.1;

/** Lines that are nowhere a pixel apart look like one; values nearer than this are those of one. */
const PIXEL = 1, EQUAL = 1e-9;

/** Width of a column of names. @param {Series[]} series */
export const columnWidth = (series) => STROKE + 8 + Math.ceil(LETTER * Math.max(0, ...series.map(({ name }) => name.length + 2)));

/** Measures the largest distance of two lines by f; ∞ if their places differ. @param {Series} a @param {Series} b @param {(y: number) => number} f */
function apart({ points: a }, { points: b }, f) {
  if (a.length !== b.length || a.some(({ x }, i) => x !== b[i].x)) return Infinity;
  return Math.max(0, ...a.map(({ y }, i) => Math.abs(f(y) - f(b[i].y))));
}

/**
 * Series that coincide, in the order given.
 * @param {Series[]} series @param {(y: number) => number} at the pixel of a value
 * @returns {{series: Series, sign: '' | '=' | '≈'}[][]} sign: how a line compares with the first of its group
 */
export function coinciding(series, at) {
  /** @type {{series: Series, sign: '' | '=' | '≈'}[][]} */
  const groups = [];
  for (const one of series) {
    const group = one.points.length > 0 && groups.find(([first]) => apart(first.series, one, at) < PIXEL);
    if (group) group.push({ series: one, sign: apart(group[0].series, one, Number) < EQUAL ? '=' : '≈' });
    else groups.push([{ series: one, sign: '' }]);
  }
  return groups;
}

/**
 * Stacks blocks with these heights around these middles: in their order, without overlap.
 * @param {{middle: number, height: number}[]} blocks sorted @param {number} top @param {number} bottom
 */
export function stacked(blocks, top, bottom) {
  let free = top;
  const tops = blocks.map(({ middle, height }) => {
    const own = Math.max(free, middle - height / 2);
    free = own + height;
    return own;
  });
  let least = bottom;
  for (let i = blocks.length - 1; i >= 0; i--) {
    tops[i] = Math.min(tops[i], least - blocks[i].height);
    least = tops[i];
  }
  return tops;
}

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
function element(name, attributes, text = '') {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** A name with a stroke of its line before it. @param {{series: Series, sign: string}} named @param {number} left @param {number} middle */
function label({ series: { name, colour, dash, thin }, sign }, left, middle) {
  const text = sign ? `${sign} ${name[0].toLowerCase()}${name.slice(1)}` : name;
  const group = element('g', { class: 'end' });
  group.append(
    element('line', {
      x1: left, x2: left + STROKE, y1: middle, y2: middle, stroke: colour, 'stroke-width': thin ? 1 : 2, ...(dash && { 'stroke-dasharray': dash }),
    }),
    element('text', { x: left + STROKE + 6, y: middle, dy: '0.32em', 'text-anchor': 'start', fill: colour, 'font-weight': 600 }, text),
  );
  return group;
}

/**
 * @param {Series[]} series @param {(y: number) => number} at the pixel of a value
 * @param {{left: number, top: number, bottom?: number, above?: boolean}} room for the names: beside the frame, or above it one below the other
 */
export function lineEnds(series, at, { left, top, bottom = Infinity, above = false }) {
  const column = element('g', { class: 'ends' });
  const groups = coinciding(series, at).map((group) => ({ group, height: LINE * group.length, middle: above ? 0 : at(group[0].series.points.at(-1)?.y ?? 0) }));
  if (!above) groups.sort((a, b) => a.middle - b.middle);
  const tops = stacked(groups, top, bottom);
  groups.forEach(({ group }, i) => group.forEach((named, k) => column.append(label(named, left, tops[i] + LINE * (k + 0.5)))));
  return column;
}
