/** Keeps the control that a visitor fills in where it is on the screen, while the page changes around it. */

/** Frames in which all parts of the page have drawn what is new. */
const FRAMES = 4;

export class Steady {
  /**
   * The control being filled in, and its distance from the top of the screen.
   * @type {{element: Element, top: number, frames: number} | null}
   */
  #held = null;

  /** A verdict above the form that comes or goes does not move what is being filled in, in browsers that do not see to that. */
  hold() {
    const element = document.activeElement;
    if (CSS.supports('overflow-anchor', 'auto') || !element?.closest('form')) return;
    const waits = this.#held !== null;
    if (this.#held?.element !== element) this.#held = { element, top: element.getBoundingClientRect().top, frames: 0 };
    this.#held.frames = FRAMES;
    if (!waits) requestAnimationFrame(() => this.#follow());
  }

  #follow() {
    if (!this.#held) return;
    const { element, top } = this.#held;
    if (element.isConnected) scrollBy(0, element.getBoundingClientRect().top - top);
    if (--this.#held.frames > 0) requestAnimationFrame(() => this.#follow());
    else this.#held = null;
  }
}
