/** The document in the page itself: a notebook shows the page in one file with a certificate or a run. */

const element = /** @type {HTMLElement | null} */ (document.getElementById('orbitcert-document'));

/** The document as a file, with the view that shows it; null without one. @type {{file: File, view: import('../form/address.js').ViewName} | null} */
export const handed = element && {
  file: new File([element.textContent ?? ''], `${element.dataset.name}.json`),
  view: /** @type {import('../form/address.js').ViewName} */ (element.dataset.view),
};
