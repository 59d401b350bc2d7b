/** Parts that can hold the focus beside controls. */
const PARTS = '[tabindex="-1"]';

/** The parts around an element, the nearest first. @param {Element | null} element @returns {HTMLElement[]} */
const partsAround = (element) => {
  const part = /** @type {HTMLElement | null | undefined} */ (element?.parentElement?.closest(PARTS));
  return part ? [part, ...partsAround(part)] : [];
};

/**
 * Keeps the place of who works by keys: where a control goes that has the focus, the part around it takes that.
 * @param {HTMLElement} page
 */
export function keepFocus(page) {
  /** @type {{control: Element, parts: HTMLElement[]} | null} */
  let held = null;
  page.addEventListener('focusin', ({ target }) => { held = { control: /** @type {Element} */ (target), parts: partsAround(/** @type {Element} */ (target)) }; });
  new MutationObserver(() => {
    if (!held || held.control.isConnected || document.activeElement !== document.body) return;
    held.parts.find((part) => part.isConnected)?.focus({ preventScroll: true });
  }).observe(page, { childList: true, subtree: true });
}
