/** The parts around an element that can hold the focus, the nearest first. @param {Element} element @returns {HTMLElement[]} */
const partsAround = (element) => {
  const part = /** @type {HTMLElement | null | undefined} */ (element.parentElement?.closest('[tabindex="-1"]'));
  return part ? [part, ...partsAround(part)] : [];
};

/**
 * Keeps the place of who works by keys: where a control goes that has the focus, the part around it takes that.
 * @param {HTMLElement} page
 */
export function keepFocus(page) {
  let control = /** @type {Element} */ (page), parts = /** @type {HTMLElement[]} */ ([]);
  page.addEventListener('focusin', ({ target }) => { parts = partsAround(control = /** @type {Element} */ (target)); });
  // A visitor has left it if it stays.
  page.addEventListener('focusout', () => queueMicrotask(() => { if (control.isConnected && document.activeElement === document.body) parts = []; }));
  new MutationObserver(() => {
    if (!control.isConnected && document.activeElement === document.body) parts.find((part) => part.isConnected)?.focus({ preventScroll: true });
  }).observe(page, { childList: true, subtree: true });
}
