/** A plot as it stands on paper: in the light page's colours and a font with a name, to be saved, printed or drawn as a PNG. */

/** Fonts of the same widths that papers, browsers and drawing programs have. */
const FONT = 'Helvetica, Arial, "Liberation Sans", sans-serif';

/** Data of each plot of lines. @type {WeakMap<SVGSVGElement, import('./plot.js').Lines>} */
export const plottedLines = new WeakMap();

/** The stylesheet's colours, those of the light page whatever the page is now. @returns {CSSStyleDeclaration | undefined} */
function light() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSStyleRule);
  return rules.find(({ selectorText, style }) => selectorText === ':root' && style.getPropertyValue('--ink'))?.style;
}

/** As computed styles have it. @param {string} hex #rrggbb */
const channels = (hex) => `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

/** Maps each colour of the page to its colour on paper. @returns {Map<string, string>} */
function paperColours() {
  const style = light(), now = getComputedStyle(document.documentElement);
  const names = style ? [...style].filter((name) => name.startsWith('--')) : [];
  const value = (/** @type {CSSStyleDeclaration} */ of, /** @type {string} */ name) => of.getPropertyValue(name).trim();
  const pairs = names
    .map((name) => [value(now, name), value(/** @type {CSSStyleDeclaration} */ (style), name)])
    .filter(([shown]) => /^#[0-9a-f]{6}$/.test(shown));
  return new Map(pairs.flatMap(([shown, paper]) => [[shown, paper], [channels(shown), paper]]));
}

/** @param {string} text with colours in it */
function onPaper(text) {
  const colours = paperColours();
  return text.replace(/#[0-9a-f]{6}\b|rgb\(\d+, \d+, \d+\)/g, (colour) => colours.get(colour) ?? colour);
}

/** A drawing and those in it. @param {SVGSVGElement} drawing */
const panels = (drawing) => [drawing, ...drawing.querySelectorAll('svg')];

/** The lines of each plot in a drawing, with their colours on paper. @param {SVGSVGElement} drawing @returns {import('./tables.js').Lines[]} */
export const paperLines = (drawing) => panels(drawing).flatMap((panel) => plottedLines.get(panel) ?? [])
  .map((lines) => ({ ...lines, series: lines.series.map((series) => ({ ...series, colour: onPaper(series.colour) })) }));

/** @param {SVGSVGElement} drawing as it is shown, with its colours in it */
export function svgText(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  for (const panel of panels(copy)) {
    panel.setAttribute('font-family', FONT);
    panel.style.removeProperty('font-family');
  }
  return onPaper(new XMLSerializer().serializeToString(copy));
}

/** Pixels of a PNG per unit of the drawing. */
const SHARPNESS = 3;

/** @param {SVGSVGElement} drawing @returns {Promise<HTMLImageElement>} */
async function image(drawing) {
  const made = new Image();
  made.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(drawing))}`;
  await made.decode();
  return made;
}

/**
 * Made at once: browsers put `toBlob` off until a page rests, for seconds while a map in it is computed.
 * @param {SVGSVGElement} drawing @returns {Promise<Blob>}
 */
export async function png(drawing) {
  const picture = await image(drawing);
  const canvas = document.createElement('canvas');
  canvas.width = SHARPNESS * drawing.width.baseVal.value;
  canvas.height = SHARPNESS * drawing.height.baseVal.value;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const [, base64] = canvas.toDataURL('image/png').split(',');
  if (!base64) throw new Error('The picture could not be made.');
  return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'image/png' });
}

/**
 * Prints a plot alone on a page of its size, which browsers save as a PDF of lines and letters.
 * @param {SVGSVGElement} drawing @param {string} name which the file gets
 */
export async function printFigure(drawing, name) {
  const { width: { baseVal: { value: width } }, height: { baseVal: { value: height } } } = drawing;
  const picture = await image(drawing);
  picture.className = 'printed-figure';
  picture.alt = name;
  const style = new CSSStyleSheet(), title = document.title;
  style.replaceSync(`@page { size: ${width}px ${height}px; margin: 0 }
    .printed-figure { display: none }
    @media print { body { margin: 0; padding: 0 } body > :not(.printed-figure) { display: none !important } .printed-figure { display: block; width: ${
      width}px; height: ${height - 1}px } }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  document.body.append(picture);
  document.title = name;
  addEventListener('afterprint', () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== style);
    picture.remove();
    document.title = title;
  }, { once: true });
  print();
}
