/**
 * Mouse, pen, fingers and wheel on a picture. One finger or the left button turns, two fingers or the right button move, and two fingers or the wheel
 * zoom. With a tool one finger or the left button uses it. A point that can be pulled is; in space a click takes it first.
 */

/** @typedef {import('./picture.js').Picture} Picture */

/** A drag across the picture's shorter side turns by so much. */
const TURN = 1.25 * Math.PI;

/** Zoom per pixel of the wheel, as a power of e; a pinch on a touchpad arrives as a wheel with small steps. */
const WHEEL = 0.0015, PINCH = 0.01;

/** Pixels in the units of a wheel: pixels, lines, pages. */
const UNITS = [1, 16, 400];

/** For so many milliseconds after the page has scrolled, a wheel goes on scrolling it: the picture came under it on the way. */
const SCROLLING = 300;

/** A finger that moves by fewer pixels has not moved. */
const STILL = 3;

export class Hand {
  /** Positions of fingers and buttons that are down. @type {Map<number, {x: number, y: number}>} */
  #down = new Map();
  /** True if the right button or a modifier makes a drag a move. */
  #moves = false;
  /** True if a drag uses the tool. */
  #uses = false;
  /** True if a drag pulls a point. */
  #pulls = false;
  /** True if a finger or a button went down and has not moved. */
  #clicks = false;
  #scrolled = -Infinity;
  #stop = new AbortController();
  #picture;

  /** @param {Picture} picture */
  constructor(picture) {
    this.#picture = picture;
    const { canvas } = picture;
    const { signal } = this.#stop;
    /** @template {keyof HTMLElementEventMap} K @param {K} name @param {(event: HTMLElementEventMap[K]) => void} take */
    const on = (name, take) => canvas.addEventListener(name, take, { signal, passive: false });
    on('pointerdown', (event) => this.#press(event));
    on('pointermove', (event) => this.#drag(event));
    for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) on(end, (event) => this.#release(event));
    on('pointerleave', () => picture.leave());
    // The page scrolls by one finger that is on no point, and not by two.
    on('touchstart', (event) => event.touches.length === 1 && picture.meant(event.touches[0].clientX, event.touches[0].clientY) && event.preventDefault());
    on('touchmove', (event) => event.touches.length > 1 && event.cancelable && event.preventDefault());
    on('contextmenu', (event) => event.preventDefault());
    on('dblclick', () => picture.tool || picture.change((camera) => camera.reset()));
    on('wheel', (event) => this.#wheel(event));
    addEventListener('scroll', () => { this.#scrolled = performance.now(); }, { signal, passive: true });
  }

  dispose() {
    this.#stop.abort();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    this.#picture.canvas.setPointerCapture(event.pointerId);
    const { tool } = this.#picture;
    // A second finger is no longer for the tool.
    if (this.#uses) this.#lift();
    else if (!tool && this.#down.size === 0 && event.button === 0 && !event.shiftKey) this.#pulls = this.#picture.grip(event.clientX, event.clientY);
    else if (tool && this.#down.size === 0 && event.button === 0) {
      this.#uses = true;
      tool.begin(event.shiftKey);
      this.#picture.stroke(event.clientX, event.clientY);
    }
    this.#clicks = this.#down.size === 0 && event.button === 0 && !tool && !this.#pulls && this.#picture.camera.solid;
    if (this.#down.size === 0) this.#moves = event.button !== 0 || event.shiftKey;
    this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!this.#picture.taken) this.#picture.point(null);
  }

  /** @param {PointerEvent} event */
  #release({ pointerId, clientX, clientY }) {
    this.#down.delete(pointerId);
    if (this.#clicks) this.#picture.choose(clientX, clientY);
    this.#clicks = false;
    this.#lift();
  }

  #lift() {
    if (this.#pulls) this.#picture.puller?.end();
    this.#pulls = false;
    if (!this.#uses) return;
    this.#uses = false;
    this.#picture.lift();
  }

  /** @param {PointerEvent} event */
  #drag({ pointerId, clientX: x, clientY: y, pointerType }) {
    const before = this.#down.get(pointerId);
    if (!before) return pointerType === 'mouse' || pointerType === 'pen' ? this.#picture.hover(x, y) : undefined;
    const [, other] = [...this.#down].find(([id]) => id !== pointerId) ?? [];
    if (this.#clicks && Math.hypot(x - before.x, y - before.y) < STILL) return;
    this.#clicks = false;
    this.#down.set(pointerId, { x, y });
    if (this.#pulls) return this.#picture.pull(x, y);
    if (this.#uses) return this.#picture.stroke(x, y);
    const { side } = this.#picture;
    const [right, up] = [(x - before.x) / side, (before.y - y) / side];
    this.#picture.change((camera) => {
      if (other) this.#pinch(before, { x, y }, other, right, up);
      else if (this.#moves || !camera.solid) camera.move(right, up);
      else camera.turn(-TURN * right, -TURN * up);
    });
  }

  /**
   * One of two fingers has moved.
   * @param {{x: number, y: number}} before @param {{x: number, y: number}} now @param {{x: number, y: number}} other @param {number} right @param {number} up
   */
  #pinch(before, now, other, right, up) {
    const length = (/** @type {{x: number, y: number}} */ { x, y }) => Math.max(1, Math.hypot(x - other.x, y - other.y));
    const { camera } = this.#picture;
    camera.move(right / 2, up / 2);
    camera.zoom(length(now) / length(before), ...this.#picture.placeOn((now.x + other.x) / 2, (now.y + other.y) / 2));
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (performance.now() - this.#scrolled < SCROLLING) return;
    event.preventDefault();
    const { deltaY, deltaMode, ctrlKey, clientX, clientY } = event;
    const factor = Math.exp(-(ctrlKey ? PINCH : WHEEL) * deltaY * UNITS[deltaMode]);
    this.#picture.change((camera) => camera.zoom(factor, ...this.#picture.placeOn(clientX, clientY)));
  }
}
