/** Draws a 3-D scene with WebGL; loaded only when a 3-D cloud is on the page and WebGL is there. */

import { BufferAttribute, BufferGeometry, CanvasTexture, Color, LineBasicMaterial, LineSegments, PerspectiveCamera, Points, PointsMaterial, Scene as Stage, SRGBColorSpace, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { shade } from './colours.js';
import { between, length, longest, viewpoint } from './geometry.js';

/** @typedef {import('./geometry.js').Scene} Scene */

const TURN = Math.PI / 24;

/** From the eye to the middle of a cloud of radius 1. */
const AWAY = 3.3;

export class SolidDrawing {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true });
    this.stage = new Stage();
    this.camera = new PerspectiveCamera(38, 1, 0.01, 50);
    this.camera.up.set(0, 0, 1);
    /** The clouds the eye was placed for. @type {Float64Array | null} */
    this.seen = null;
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enablePan = false;
    this.controls.addEventListener('change', () => this.#render());
    canvas.addEventListener('keydown', this.#onKey);
    this.disc = disc();
    this.clean = new Points(new BufferGeometry(), this.#material());
    this.perturbed = new Points(new BufferGeometry(), this.#material());
    this.lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true }));
    this.stage.add(this.clean, this.lines, this.perturbed);
    this.stage.children.forEach((part, order) => { part.renderOrder = order; });
  }

  /**
   * @param {Scene} scene @param {number} t how far the perturbed cloud has been aligned, 0 to 1
   * @param {import('./colours.js').Colours} colours
   */
  draw(scene, t, colours) {
    const { frameGiven: a, frameAligned: b } = scene;
    if (this.seen !== scene.clean) this.#look(scene);
    const centre = between(a.centre, b.centre, t);
    const radius = a.radius + t * (b.radius - a.radius);
    const fit = (/** @type {Float64Array} */ points) => Float32Array.from(points, (x, i) => (x - centre[i % 3]) / radius);
    const size = Math.max(0.012, Math.min(0.12, 2.2 / Math.sqrt(scene.clean.length)));
    const moved = scene.moved(t);
    // Wider than the perturbed points, so that they show where both lie together.
    place(this.clean, fit(scene.clean), colours.clean, moved ? 1.5 * size : size);
    place(this.perturbed, moved ? fit(moved) : new Float32Array(), colours.perturbed, size);
    this.#residuals(scene, moved, fit, colours);
    this.#resize();
    this.#render();
  }

  /** Places the eye for a cloud that was not there before. @param {Scene} scene */
  #look(scene) {
    this.seen = scene.clean;
    const [x, y, z] = viewpoint(scene.frameAligned);
    this.camera.position.set(AWAY * x, AWAY * y, AWAY * z);
    this.controls.update();
  }

  /** Drawn in the order of the stage, whatever lies nearer, so that no cloud hides the other. */
  #material() {
    return new PointsMaterial({ map: this.disc, transparent: true, depthTest: false });
  }

  /**
   * @param {Scene} scene @param {Float64Array | null} moved
   * @param {(points: Float64Array) => Float32Array} fit @param {import('./colours.js').Colours} colours
   */
  #residuals(scene, moved, fit, colours) {
    this.lines.visible = Boolean(moved && scene.paired);
    if (!moved || !scene.paired) return;
    const most = longest(scene.clean, scene.given, 3) || 1;
    const from = fit(scene.clean), to = fit(moved);
    const ends = new Float32Array(2 * from.length), tints = new Float32Array(2 * from.length);
    const tint = new Color();
    for (let i = 0; i < from.length; i += 3) {
      const [r, g, b] = shade(colours, Math.min(length(scene.clean, moved, i, 3) / most, 1));
      tint.setRGB(r / 255, g / 255, b / 255, SRGBColorSpace);
      ends.set(from.subarray(i, i + 3), 2 * i);
      ends.set(to.subarray(i, i + 3), 2 * i + 3);
      tints.set([tint.r, tint.g, tint.b, tint.r, tint.g, tint.b], 2 * i);
    }
    attribute(this.lines.geometry, 'position', ends);
    attribute(this.lines.geometry, 'color', tints);
  }

  /** Arrow keys turn the view; together with another key they stay the browser's. @param {KeyboardEvent} event */
  #onKey = (event) => {
    const [across, up] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [0, 0];
    if ((!across && !up) || event.shiftKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { x, y, z } = this.camera.position;
    const distance = Math.hypot(x, y, z);
    const azimuth = Math.atan2(y, x) + across * TURN;
    const height = Math.max(-1.5, Math.min(1.5, Math.asin(z / distance) + up * TURN));
    const flat = distance * Math.cos(height);
    this.camera.position.set(flat * Math.cos(azimuth), flat * Math.sin(azimuth), distance * Math.sin(height));
    this.controls.update();
  };

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.renderer.setPixelRatio(window.devicePixelRatio || 1);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(height, 1);
    this.camera.updateProjectionMatrix();
  }

  #render() {
    this.renderer.render(this.stage, this.camera);
  }

  dispose() {
    this.canvas.removeEventListener('keydown', this.#onKey);
    this.controls.dispose();
    this.disc.dispose();
    for (const part of [this.clean, this.perturbed, this.lines]) part.geometry.dispose();
    this.renderer.dispose();
  }
}

/** A white disc, the shape of every point. */
function disc() {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 32;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  pen.fillStyle = '#fff';
  pen.arc(16, 16, 15, 0, 2 * Math.PI);
  pen.fill();
  return new CanvasTexture(canvas);
}

/** @param {BufferGeometry} geometry @param {string} name @param {Float32Array} values */
function attribute(geometry, name, values) {
  const old = geometry.getAttribute(name);
  if (old instanceof BufferAttribute && old.array.length === values.length) {
    old.array.set(values);
    old.needsUpdate = true;
  } else {
    geometry.setAttribute(name, new BufferAttribute(values, 3));
  }
  geometry.boundingSphere = null;
}

/** @param {Points<BufferGeometry, PointsMaterial>} points @param {Float32Array} at @param {string} colour @param {number} size */
function place(points, at, colour, size) {
  attribute(points.geometry, 'position', at);
  points.material.color.set(colour);
  points.material.size = size;
}
