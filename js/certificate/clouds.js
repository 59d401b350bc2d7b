/** The two clouds: the perturbed one over the clean one, before and after alignment. */

import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { colours } from '../drawing/colours.js';
import { MARKS } from '../drawing/point-marks.js';
import { arrowsAt } from '../drawing/arrows.js';
import { pictureOn } from '../drawing/drawing.js';
import { live } from 'lit/directives/live.js';
import { brushedScene, changedScene, framedAlone, longest, MOST, recoloured, scene } from '../drawing/geometry.js';
import { sharpest } from '../documents/stated.js';
import { View } from '../parts/view.js';
import { broughtKeys, changeKeys, scale } from './colour-keys.js';
import './viewing.js';

/** Time the perturbed cloud takes to its aligned place, and how long it rests at each end, in milliseconds. */
const DURATION = 1200, HOLD = 2000;

/** Places of the slider: on the original, aligned with it, and as given. */
const ORIGINAL = 0, ALIGNED = 0.5, GIVEN = 1;

/** The place of the colours among the sources of a scene. */
const SHOWN = 4;

/** For so many milliseconds a first drawing lets the verdict go before it. */
const COURTESY = 400;

/** @param {number} n */
const count = (n) => n.toLocaleString('en');

/** @param {unknown[]} these @param {unknown[]} those */
const areSame = (these, those) => these.every((each, i) => each === those[i]);

/** Reports whether two alignments move points alike, or two axes are one. @param {object | null | undefined} a @param {object | null | undefined} b */
const isSame = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** @param {number} t */
const eased = (t) => t * t * (3 - 2 * t);

/** The arrows of certificates of vectors, so that each is made once. @type {WeakMap<object, import('../drawing/geometry.js').Arrows>} */
const arrows = new WeakMap();

/**
 * The arrows of what a certificate bounds, null for others.
 * @param {import('../documents/documents.js').Certificate | undefined} c @param {Float64Array | undefined} points @param {number} dimension
 */
function arrowsOf(c, points, dimension) {
  const { vectors } = (c && sharpest(c)) ?? {};
  if (!c || !vectors || !points) return null;
  const known = arrows.get(c) ?? arrowsAt(vectors.map(({ ball }) => ball), points, dimension);
  arrows.set(c, known);
  return known;
}

/** @extends {View<import('./desk.js').Desk>} */
export class Clouds extends View {
  static properties = { goal: { state: true }, hasTools: { state: true }, flat: { state: true }, picture: { state: true }, colouring: { state: true } };

  constructor() {
    super();
    /** The place of slider and picture between the original and the changed cloud. */
    this.place = GIVEN;
    /** The place that they go to. */
    this.goal = GIVEN;
    /** True if the visitor has moved it for the clouds that are shown. */
    this.held = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    this.still = matchMedia('(prefers-reduced-motion: reduce)');
    /** True once the code of hand, brush and player is there. */
    this.hasTools = false;
    /** Explains why a 3-D cloud is drawn flat, '' if it is not. */
    this.flat = '';
    /** Colouring of the picture. @type {import('../drawing/picture.js').Colouring} */
    this.colouring = 'cloud';
    /** @type {import('../drawing/geometry.js').Scene | null} */
    this.scene = null;
    /** @type {import('../drawing/picture.js').Picture | null} */
    this.picture = null;
    /** The scene that the picture shows. @type {import('../drawing/geometry.js').Scene | null} */
    this.painted = null;
    /** The played transformation that the picture shows. @type {Float64Array | null} */
    this.moved = null;
    /** The brushed cloud that the picture shows. @type {import('./brush.js').Left | null} */
    this.left = null;
    /** @type {HTMLCanvasElement | null} */
    this.canvas = null;
    /** The colours that it was painted in. @type {import('../drawing/colours.js').Colours | null} */
    this.inks = null;
    this.frame = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.turn = undefined;
    /** The clouds of the scene, clean points first. @type {any[]} */
    this.drawn = [];
    /** The entries at the time of the scene. @type {unknown[]} */
    this.entered = [];
    /** The longest residual as given and after alignment. @type {[given: number, aligned: number]} */
    this.residuals = [0, 0];
    this.size = new ResizeObserver(this.#paint);
    this.dark = matchMedia('(prefers-color-scheme: dark)');
  }

  connectedCallback() {
    super.connectedCallback();
    this.dark.addEventListener('change', this.#paint);
    this.model.play.addEventListener('change', this.#onPlay);
    this.model.brush.addEventListener('change', this.#onBrush);
    this.model.labels.addEventListener('change', this.redraw);
  }

  disconnectedCallback() {
    this.dark.removeEventListener('change', this.#paint);
    this.model.play.removeEventListener('change', this.#onPlay);
    this.model.brush.removeEventListener('change', this.#onBrush);
    this.model.labels.removeEventListener('change', this.redraw);
    this.size.disconnect();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.turn);
    clearTimeout(this.rest);
    this.picture?.dispose();
    super.disconnectedCallback();
  }

  /** Chooses the clouds to draw: clouds as entered, the alignment as certified. */
  #sources() {
    const { brush, said: { brushed }, files: { clouds }, entries: { values }, computed, result } = this.model;
    const { value, madeClouds = false } = result.certificate ?? {};
    // Pairs come from the argument about added and removed points where it has decided.
    const alignment = (value?.orbit?.certified ? null : value?.subsample?.alignment) ?? value?.orbit?.alignment ?? value?.parameters?.alignment;
    const dimension = clouds.clean?.dimension ?? 0;
    const axis = value?.parameters?.axis ?? arrowsOf(value, computed?.clean ?? clouds.clean?.points, dimension);
    if (computed) return { dimension, clean: computed.clean, perturbed: computed.perturbed.length ? computed.perturbed : null, alignment, axis };
    const byHand = values.perturbation === 'brush' && brushed, whole = byHand && brush.left?.whole ? brush.left.perturbed : null;
    const fits = (values.perturbation === 'file' || (byHand && !brush.touched)) && clouds.perturbed?.dimension === dimension;
    return {
      dimension,
      clean: clouds.clean?.points ?? null,
      perturbed: whole ?? ((fits && clouds.perturbed?.points) || null),
      // An alignment belongs to the clouds that were computed with, which are still on their way.
      alignment: madeClouds ? undefined : alignment,
      axis: madeClouds ? null : axis,
    };
  }

  /** Reports whether another verdict about the same clouds is there in a moment: until it is, they stay as they are drawn. */
  get #awaits() {
    const { follows, computed, result: { phase, certificate, counting, search } } = this.model;
    const isThere = certificate && !(certificate.madeClouds && !computed);
    const comes = follows || (phase === 'working' && !counting && !search);
    return comes && !isThere && areSame(this.#entered, this.entered);
  }

  get #entered() {
    const { files: { clouds: { clean, perturbed } }, entries: { values: { perturbation } } } = this.model;
    return [clean, perturbed, perturbation];
  }

  /** While a hand holds two clouds, the picture shows by itself what it does. */
  shouldUpdate() {
    return !this.#awaits && !(this.model.brush.holds && this.scene?.given);
  }

  willUpdate() {
    this.entered = this.#entered;
    this.#offer();
    const { dimension, clean, perturbed, alignment: found, axis: line } = this.#sources();
    const alignment = isSame(found, this.drawn[2]) ? this.drawn[2] : found;
    const axis = isSame(line, this.drawn[5]) ? this.drawn[5] : line;
    const ordered = this.model.entries.values.permutation !== 'true';
    const shown = this.model.colours.shown(this.colouring);
    const sources = [clean, perturbed, alignment, ordered, shown, axis];
    if (areSame(sources, this.drawn)) return;
    if (this.scene && sources.every((each, i) => i === SHOWN || each === this.drawn[i])) return this.#recolour(sources);
    const same = clean === this.drawn[0] && perturbed === this.drawn[1];
    this.drawn = sources;
    const made = clean && scene(dimension, clean, perturbed, alignment, ordered, shown, axis);
    const s = this.scene = made && this.#isByHand ? framedAlone(made) : made;
    this.residuals = s?.given && s.paired ? [longest(s, s.given), longest(s, s.aligned)] : [0, 0];
    if (!same || !alignment) [this.place, this.held] = [GIVEN, this.#isByHand];
    if (!this.held) this.goal = alignment && !this.still.matches ? ALIGNED : GIVEN;
  }

  /** Only colours differ: points stay, with fewer drawn at once where the screen follows no faster. @param {any[]} sources */
  #recolour(sources) {
    this.drawn = sources;
    const isPainted = this.painted === this.scene;
    if (this.scene) this.scene = recoloured(this.scene, sources[SHOWN]);
    if (isPainted) this.#paint(true);
  }

  updated() {
    const { phase, certificate } = this.model.result;
    const first = phase === 'working' && !certificate && !this.picture;
    clearTimeout(this.turn);
    this.turn = setTimeout(() => void this.#prepare().then(() => this.#glide()), first ? COURTESY : 0);
  }

  /** Has a picture on the canvas that is there now. */
  async #prepare() {
    const canvas = this.querySelector('canvas');
    if (canvas === this.canvas) return;
    this.canvas = canvas;
    this.picture?.dispose();
    this.picture = null;
    this.painted = null;
    this.flat = '';
    this.size.disconnect();
    if (!canvas || !this.scene) return;
    const { picture, flat } = await pictureOn(canvas, this.scene.dimension);
    if (canvas !== this.canvas) return picture?.dispose();
    this.picture = picture;
    void this.#fetchTools();
    picture?.addEventListener('change', () => { this.colouring = picture.look.colouring; });
    this.#offer();
    this.flat = flat;
    this.size.observe(canvas);
  }

  /** Fetches hand, brush and player, which go after the program. Without them the picture can be looked at. */
  async #fetchTools() {
    await this.model.engine.ready().catch(() => {});
    this.hasTools = await Promise.all([import('./ring.js'), import('./player.js')]).then(() => true, () => false);
  }

  /** Has the picture offer what colours the cloud, and wants the colours that are chosen. */
  #offer() {
    const { picture, model: { colours: all } } = this;
    picture?.offer(all.names, all.first);
    if (picture) this.colouring = picture.look.colouring;
    all.want(this.colouring);
  }

  /** Returns how far the perturbed cloud is aligned, 0 to 1, and from there on its way to the original, to 2. Without a certificate nothing aligns it. */
  get t() {
    return (GIVEN - this.place) * (this.drawn[2] ? 2 : 1) + (this.drawn[2] ? 0 : 1);
  }

  /** Reports whether a hand has moved the cloud. */
  get #isByHand() {
    return this.model.brush.left?.whole ?? false;
  }

  /** @param {number} place that slider and picture have from the next painting on */
  #put(place) {
    this.place = place;
    const slider = /** @type {HTMLInputElement | null} */ (this.querySelector('.story input'));
    if (slider) slider.value = String(place);
  }

  /** @param {number} place @param {boolean} [moving] */
  #stand(place, moving) {
    this.#put(place);
    this.#paint(moving);
  }

  /** Moves slider and perturbed cloud to their goal; one that is there is not painted again. A first look holds the clouds as given. */
  #glide() {
    cancelAnimationFrame(this.frame);
    const { goal, place } = this;
    if (goal === place && this.scene === this.painted) return;
    if (this.still.matches || goal === place || this.held) return this.#stand(goal);
    if (place === GIVEN && this.scene !== this.painted) this.#paint();
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.#move(goal), place === GIVEN ? HOLD : 0);
  }

  /** Animates to a place, and goes on while it is watched. @param {number} goal */
  #move(goal) {
    const start = performance.now(), from = this.place;
    const step = (/** @type {number} */ now) => {
      const part = Math.min(Math.max((now - start) / DURATION, 0), 1);
      this.#stand(from + (goal - from) * part, part < 1);
      if (part < 1) this.frame = requestAnimationFrame(step);
      else this.#loop();
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Goes back to the clouds as given, and on a stage from end to end, unless a visitor has taken the slider. */
  #loop() {
    clearTimeout(this.rest);
    const staged = document.documentElement.classList.contains('stage');
    if ((this.goal === GIVEN && !staged) || this.held || this.still.matches || !this.drawn[2] || this.model.play.plays) return;
    this.rest = setTimeout(() => { this.goal = this.goal === GIVEN ? ALIGNED : GIVEN; }, this.goal === GIVEN ? HOLD / 2 : HOLD);
  }

  /** Keeps the height of the text, so that nothing moves under the hand. @param {boolean} stays */
  #stay(stays) {
    const answer = /** @type {HTMLElement | null | undefined} */ (this.parentElement?.querySelector('.answer'));
    if (answer && stays !== (answer.style.minHeight !== '')) answer.style.minHeight = stays ? `${answer.offsetHeight}px` : '';
  }

  /** A hand takes the cloud as it is given. */
  #take() {
    clearTimeout(this.rest);
    cancelAnimationFrame(this.frame);
    [this.held, this.goal] = [true, GIVEN];
    this.#put(GIVEN);
  }

  /** A visitor moves the slider. @param {{target: HTMLInputElement}} event */
  #slide({ target: { value } }) {
    clearTimeout(this.rest);
    cancelAnimationFrame(this.frame);
    [this.held, this.goal] = [true, Number(value)];
    this.#stand(this.goal);
  }

  /**
   * The clean cloud with what is played on it or with what a brush has left of it, null where neither is.
   * @returns {import('../drawing/geometry.js').Scene | null}
   */
  get #played() {
    const { play: { moved }, brush: { left } } = this.model;
    if (left && !moved && this.scene && left.partners.length === this.scene.count) {
      if (!left.whole) return brushedScene(this.scene, left);
      // At rest it is one of two clouds, which are aligned.
      if (left.perturbed !== this.drawn[1] || this.model.brush.holds) return changedScene(this.scene, left.perturbed);
    }
    return this.scene && moved && moved.length === this.scene.count * this.scene.dimension ? changedScene(this.scene, moved) : null;
  }

  /** Follows a played transformation as it begins, moves or ends. */
  #onPlay = () => {
    this.requestUpdate();
    if (this.painted && this.model.play.moved !== this.moved) this.#paint(true);
  };

  /** The brush has passed, or is another one. */
  #onBrush = () => {
    this.requestUpdate();
    const { holds, touched } = this.model.brush;
    if (holds) this.#take();
    this.#stay(holds || touched);
    if (this.painted && this.model.brush.left !== this.left) this.#paint(true);
  };

  /**
   * Paints a place of the loop at once, for a video: from the original to the other end of what is shown.
   * @param {number} part 0 to 1
   * @returns {HTMLCanvasElement | null}
   */
  frameOf(part) {
    const { play } = this.model;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    if (play.way) play.walk(part * play.way.length);
    this.#put(GIVEN - (this.drawn[2] ? GIVEN - ALIGNED : 0) * (1 - part));
    if (!this.scene || !this.picture) return null;
    this.picture.show(this.#played ?? this.scene, play.plays ? 0 : eased(this.t), this.inks ??= colours(this));
    return this.canvas;
  }

  #paint = (/** @type {unknown} */ moving = false) => {
    if (!this.scene || !this.picture) return;
    const played = this.#played;
    this.moved = this.model.play.moved;
    this.left = this.model.brush.left;
    // Keep the colours while something moves: reading them makes the browser recompute all styles.
    this.inks = moving === true && this.inks ? this.inks : colours(this);
    this.picture[moving === true ? 'stir' : 'show'](played ?? this.scene, played ? 0 : this.t <= 1 ? eased(this.t) : this.t, this.inks);
    if (!this.painted) this.dispatchEvent(new Event('painted', { bubbles: true }));
    this.painted = this.scene;
  };

  /** Describe the drawing for screen readers. @param {import('../drawing/geometry.js').Scene} s */
  #description(s) {
    const what = s.given ? '' : 'The clean cloud: ';
    const size = (/** @type {number} */ x) => Number(x.toPrecision(3));
    const [given, aligned] = this.residuals;
    const residuals = s.given && s.paired ? ` The farthest point moved by ${size(given)} as given${this.drawn[2] ? `, ${size(aligned)} after alignment` : ''}.` : '';
    const axis = s.axis && 'ends' in s.axis ? ' An arrow shows each smoothed vector, in a cone that it is proved to stay in.' : s.axis
      ? ` The line is the axis of the transformations, through ${s.axis.through.map(size).join(' ')} along ${s.axis.along.map(size).join(' ')}.`
      : '';
    return `${what}${count(s.count)} points in ${s.dimension}-D${
      s.coming
        ? `: ${MARKS.filter((mark) => s.coming?.numbers[mark])
            .map((mark) => `${count(s.coming?.numbers[mark] ?? 0)} ${mark}`)
            .join(', ')}`
        : ''
    }.${residuals}${axis}`;
  }

  /** From the original by the aligned cloud to what was given. @param {import('../drawing/geometry.js').Scene} s */
  #slider(s) {
    if (!s.given || !s.paired || s.coming || this.model.result.phase === 'failed') return nothing;
    return html`<label class="story"><span>original</span>
      <input type="range" aria-label="From the original to the changed cloud" min=${ORIGINAL} max=${GIVEN} step="0.01" .value=${live(String(this.place))}
        @input=${this.#slide}>
      <span>changed</span>${this.drawn[2] ? html`<span class="middle" aria-hidden="true">aligned</span>` : nothing}</label>`;
  }

  /** Shows a placeholder where no clouds are. */
  get #nothing() {
    const { drawing, said: { gram } } = this.model;
    if (gram?.cloud) return 'This certificate holds the SHA-256 of its cloud, and no points. Drop the cloud to see whether it is the one.';
    if (gram) return 'A shared link carries no points, only a few numbers about them. Drop both clouds to see whether they are the ones.';
    return drawing ? 'Your drawing appears here, as points.' : 'Drop a point cloud here.';
  }

  /** Explains the colours. @param {import('../drawing/geometry.js').Scene} s */
  #legend(s) {
    const other = this.model.play.plays ? 'changed' : s.given && 'perturbed', arrows = s.axis && 'ends' in s.axis;
    const axis = s.axis ? html`<span class="key axis">${arrows ? 'arrows: smoothed vectors' : 'axis'}</span>` : nothing;
    if (s.shown?.name === this.colouring)
      return html`<p class="legend">${other ? html`<span class="key clean">original</span>` : nothing}${broughtKeys(s.shown)}${arrows ? axis : nothing}</p>`;
    return html`<p class="legend"><span class="key clean">original</span>${other ? html`<span class="key perturbed">changed</span>` : nothing}${
      other && (s.paired || other === 'changed') ? html`<span class="key residual">${scale('residual-short', 'residual-long')}how far each point moved</span>` : nothing
    }${other === 'perturbed' && s.coming ? changeKeys(s.coming.numbers) : nothing}${axis}</p>`;
  }

  render() {
    return html`${this.model.drawing ? this.late('orbit-draw', () => import('./draw-pad.js'), html`<orbit-draw .model=${this.model}></orbit-draw>`)
      : nothing}${this.#shown()}`;
  }

  #shown() {
    const { play, brush, drawing } = this.model;
    const s = brush.touched && !brush.left?.whole && !play.plays ? this.#played ?? this.scene : this.scene;
    if (!s) return html`<div class="empty">${this.#nothing}</div>`;
    return html`<figure class="clouds">
      <div class="brushing"><div class="held">${keyed(s.dimension, html`<canvas role="img" aria-label="Drawing of the clouds"
        aria-describedby="about-drawing" tabindex=${drawing ? '-1' : '0'}></canvas>`)}
        ${this.#legend(s)}
        ${this.picture ? keyed(this.picture, html`<orbit-viewing .model=${this.picture}
          .about=${(/** @type {boolean} */ other, /** @type {number} */ n) => this.model.colours.at(other ? 'perturbed' : 'clean', n - 1)}
          ></orbit-viewing>`) : nothing}
        ${this.picture && this.hasTools && !play.plays
          ? keyed(this.picture, html`<orbit-ring .model=${brush} .desk=${this.model} .picture=${this.picture}></orbit-ring>`) : nothing}
        ${play.plays ? nothing : this.#slider(s)}</div>
      ${this.picture && this.hasTools ? keyed(this.picture, html`<orbit-brush .model=${brush} .picture=${this.picture}></orbit-brush>`) : nothing}</div>
      ${this.hasTools ? html`<orbit-played .model=${play}></orbit-played><orbit-player .model=${play}></orbit-player>` : nothing}
      <figcaption id="about-drawing" class=${play.plays ? 'unseen' : nothing}><span>${play.plays
        ? `${count(s.count)} points, and over them the same ones changed.` : this.#description(s)}
        ${s.count > MOST ? `${count(MOST)} of them are drawn; the certificate uses all.` : nothing}
        ${this.flat}</span> ${s.dimension === 3 ? html`<span data-note="turn">Drag or use the arrow keys to turn.</span>`
          : html`<span data-note="move">Drag to move, wheel or pinch to zoom.</span>`}</figcaption>
    </figure>`;
  }
}

customElements.define('orbit-clouds', Clouds);
