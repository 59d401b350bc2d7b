/** True if a notebook is dark: every front end says it otherwise, so what is behind the widget is looked at. */

/** The part of light that a ground gives back, undefined where it is not one. @param {Element} element */
function brightness(element) {
  const [red, green, blue, alpha = 1] = (getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
  return alpha > 0.5 ? (0.299 * red + 0.587 * green + 0.114 * blue) / 255 : undefined;
}

/** Finds the parent of an element, also out of shadow trees. @param {Element} element @returns {Element | null} */
const around = (element) => element.parentElement ?? /** @type {ShadowRoot} */ (element.getRootNode()).host ?? null;

const preferred = matchMedia('(prefers-color-scheme: dark)');

/** @param {Element} element */
export function isDark(element) {
  for (let ground = around(element); ground; ground = around(ground)) {
    const light = brightness(ground);
    if (light !== undefined) return light < 0.5;
  }
  return preferred.matches;
}

/** Calls back whenever the page may have turned dark or light. @param {() => void} callback @param {AbortSignal} signal */
export function onTurn(callback, signal) {
  const observer = new MutationObserver(callback);
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true });
  preferred.addEventListener('change', callback, { signal });
  // A theme's stylesheet may come after its name, and its colours may glide.
  for (const event of ['load', 'transitionend']) document.addEventListener(event, callback, { capture: true, signal });
  signal.addEventListener('abort', () => observer.disconnect());
}
