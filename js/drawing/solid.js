/** Draws 3-D clouds with WebGL; loaded only when a 3-D cloud is on the page and WebGL is there. */

import {
  BufferAttribute, BufferGeometry, CanvasTexture, Color, DirectionalLight, DoubleSide, Fog, HemisphereLight, LineBasicMaterial, LineSegments, Mesh,
  MeshBasicMaterial, MeshLambertMaterial, PerspectiveCamera, Points, PointsMaterial, Scene as Stage, Vector3, WebGLRenderer,
} from 'three';
import { HALF } from './camera.js';
import { shade, tintsOf } from './colours.js';
import { DRAWN, strokesOf } from './point-marks.js';
import { axisEnds, eachPair, length, longest } from './geometry.js';
import { MOST_ATOMS, Molecule } from './molecule.js';

/** @typedef {import('./picture.js').Filling} Filling */

const SHADES = 256;

/** The width of a mark that a point has, in pixels. */
const MARK = 12;

/** The opacity of a cone, and the size of atoms with arrows. */
const CONE = 0.22, SMALL = 0.5;

const NONE = new Float64Array();

export class SolidBrush {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, preserveDrawingBuffer: true });
    this.stage = new Stage();
    this.stage.fog = this.fog = new Fog('#fff');
    this.eye = new PerspectiveCamera();
    this.disc = disc();
    this.clean = new Points(new BufferGeometry(), this.#material());
    this.perturbed = new Points(new BufferGeometry(), this.#material());
    this.lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true }));
    this.axis = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ fog: false }));
    // Drawn one after another, whatever lies nearer, so that no cloud hides the other.
    this.perturbed.onBeforeRender = (renderer) => renderer.clearDepth();
    /** The points that have each mark. */
    this.marks = DRAWN.map(
      ([cloud, mark]) =>
        new Points(
          new BufferGeometry(),
          new PointsMaterial({ map: sign(mark, cloud === 'perturbed'), transparent: true, depthTest: false, sizeAttenuation: false, fog: false }),
        ),
    );
    /** Arrows lie over molecules, and so do their cones. */
    this.arrows = new Mesh(new BufferGeometry(), new MeshLambertMaterial({ flatShading: true, side: DoubleSide, fog: false }));
    this.arrows.onBeforeRender = (renderer) => renderer.clearDepth();
    this.cones = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ transparent: true, opacity: CONE, side: DoubleSide, depthWrite: false, fog: false }));
    this.stage.add(this.axis, this.clean, this.lines, this.perturbed, ...this.marks, this.arrows, this.cones);
    this.stage.children.forEach((part, order) => {
      part.renderOrder = order;
      part.frustumCulled = false;
    });
    this.size = 0;
    /** Balls and sticks in place of the points of either cloud, where these are a molecule. */
    this.molecules = { clean: new Molecule(1.3, false), perturbed: new Molecule(1, true) };
    this.light = new DirectionalLight('#fff', 2.2);
    this.stage.add(this.molecules.clean, this.molecules.perturbed, this.light, this.light.target, new HemisphereLight('#fff', '#dfe5e8', 1.6));
  }

  #material() {
    return new PointsMaterial({ map: this.disc, transparent: true, alphaTest: 0.5, vertexColors: true });
  }

  /** Source of the clean points; they stay if only the others move. @type {{clean: Float64Array, frame: object, at: Float32Array} | null} */
  #held = null;

  /** The clean points as they are drawn. @param {Filling} filling @param {(points: Float64Array) => Float32Array} fit */
  #cleanAt({ clean, frame }, fit) {
    const held = this.#held;
    if (held?.frame === frame && held.clean.buffer === clean.buffer && held.clean.length === clean.length) return held.at;
    const at = fit(clean);
    this.#held = { clean, frame, at };
    return at;
  }

  /** @param {Filling} filling */
  fill(filling) {
    const { scene, moved, frame: { centre, radius }, colours, look } = filling;
    const fit = (/** @type {Float64Array} */ points) => {
      const out = new Float32Array(points.length);
      for (let i = 0; i < points.length; i += 3) {
        out[i] = (points[i] - centre[0]) / radius;
        out[i + 1] = (points[i + 1] - centre[1]) / radius;
        out[i + 2] = (points[i + 2] - centre[2]) / radius;
      }
      return out;
    };
    const tints = tintsOf(filling, SHADES);
    this.size = look.size * Math.max(0.012, Math.min(0.12, 2.2 / Math.sqrt(scene.clean.length)));
    this.fog.color.set(colours.sheet);
    const from = this.#cleanAt(filling, fit), to = moved ? fit(moved) : new Float32Array();
    place(this.clean, from, moved ? { colours: [colours.clean], of: null } : tints);
    place(this.perturbed, to, moved ? tints : { colours: [], of: null });
    const { cones = NONE, bodies = NONE } = scene.axis && 'cones' in scene.axis ? scene.axis : {};
    attribute(this.axis.geometry, 'position', fit(axisEnds(scene.axis, filling.frame)));
    attribute(this.arrows.geometry, 'position', fit(bodies));
    attribute(this.cones.geometry, 'position', fit(cones));
    for (const { material } of [this.axis, this.arrows, this.cones]) material.color.set(colours.axis);
    this.axis.visible = scene.axis !== null;
    // Empty parts cost as much in each frame as others.
    [this.arrows.visible, this.cones.visible] = [bodies.length > 0, cones.length > 0];
    Object.assign(this.axis, { renderOrder: bodies.length > 0 ? this.arrows.renderOrder : 0 });
    this.#balls(filling, tints, from, to);
    this.lines.visible = Boolean(moved && scene.paired);
    if (moved && scene.paired) this.#residuals(filling, from, to);
    this.#mark(filling, { clean: from, perturbed: to });
  }

  /**
   * Molecules are balls and sticks, the clean one behind the other in one colour.
   * @param {Filling} filling
   * @param {ReturnType<typeof tintsOf>} tints
   * @param {Float32Array} from
   * @param {Float32Array} to as drawn
   */
  #balls({ scene: { shown, coming, paired, count, axis }, clean, moved, colours, look }, tints, from, to) {
    const { molecules } = this, size = (axis && 'bodies' in axis ? SMALL : 1) * look.size;
    const whole = clean.length / 3 === count && (!moved || moved.length === clean.length);
    const are = Boolean(shown?.bonds.length && look.colouring === shown.name && whole && count <= MOST_ATOMS && !coming && (!moved || paired));
    Object.assign(molecules.clean, { visible: are });
    Object.assign(molecules.perturbed, { visible: are && moved !== null });
    this.clean.visible = this.perturbed.visible = !are;
    if (!are || !shown) return;
    molecules.clean.fill(from, shown, moved ? { colours: [colours.clean], of: null } : tints, size);
    if (moved) molecules.perturbed.fill(to, shown, tints, size);
  }

  /** @param {Filling} filling @param {Record<'clean' | 'perturbed', Float32Array>} at as drawn */
  #mark({ scene: { coming }, colours, look }, at) {
    DRAWN.forEach(([cloud], k) => {
      const { geometry, material } = this.marks[k];
      const places = coming ? coming.marked[k].flatMap((i) => [...at[cloud].subarray(3 * i, 3 * i + 3)]) : [];
      attribute(geometry, 'position', Float32Array.from(places));
      this.marks[k].visible = places.length > 0;
      material.color.set(colours.mark);
      material.size = MARK * Math.max(0.6, look.size);
    });
  }

  /** @param {Filling} filling @param {Float32Array} from @param {Float32Array} to as drawn */
  #residuals({ scene, clean, moved, colours }, from, to) {
    if (!moved) return;
    const most = longest(scene, scene.given) || 1;
    const scale = Array.from({ length: SHADES }, (_, k) => colourOf(`rgb(${shade(colours.short, colours.long, k / (SHADES - 1))})`));
    const ends = new Float32Array(2 * from.length), tints = new Float32Array(2 * from.length);
    eachPair(scene, from.length / 3, to.length / 3, (i, j) => {
      const { r, g, b } = scale[Math.round(Math.min(length(clean, moved, i, j, 3) / most, 1) * (SHADES - 1))];
      for (let k = 0; k < 3; k++) {
        ends[6 * i + k] = from[3 * i + k];
        ends[6 * i + 3 + k] = to[3 * j + k];
      }
      for (let end = 6 * i; end < 6 * i + 6; end += 3) [tints[end], tints[end + 1], tints[end + 2]] = [r, g, b];
    });
    attribute(this.lines.geometry, 'position', ends);
    attribute(this.lines.geometry, 'color', tints);
  }

  /** Fits the canvas to its box. @param {number} width @param {number} height @param {number} ratio pixels of the screen for each of the page */
  #fit(width, height, ratio) {
    const { canvas, renderer } = this;
    // The same size again would make the browser take a new sheet.
    if (renderer.getPixelRatio() === ratio && canvas.width === Math.floor(width * ratio) && canvas.height === Math.floor(height * ratio)) return;
    renderer.setPixelRatio(ratio);
    renderer.setSize(width, height, false);
  }

  /** @param {import('./camera.js').Camera} camera @param {{width: number, height: number}} size @param {number} share */
  paint(camera, { width, height }, share) {
    const { renderer, eye, fog } = this;
    this.#fit(width, height, window.devicePixelRatio || 1);
    const { up, back } = camera.axes();
    eye.fov = (360 / Math.PI) * Math.atan((HALF * height) / Math.min(width, height));
    Object.assign(eye, { aspect: width / height, near: 0.01 * camera.away, far: camera.away + 50 });
    eye.updateProjectionMatrix();
    const [x, y, z] = camera.target;
    eye.up.fromArray(up);
    eye.position.set(x + camera.away * back[0], y + camera.away * back[1], z + camera.away * back[2]);
    eye.lookAt(x, y, z);
    this.light.target.position.set(x, y, z);
    this.light.position.copy(eye.position).add(new Vector3(...up).multiplyScalar(camera.away));
    // The far side is paler.
    fog.near = camera.away - 0.6;
    fog.far = camera.away + 2.4;
    const size = this.size / camera.nearness;
    // Wider than the perturbed points, so that they show where both lie together.
    this.clean.material.size = (this.perturbed.geometry.getAttribute('position').count > 0 ? 1.5 : 1) * size;
    this.perturbed.material.size = size;
    for (const { geometry } of [this.clean, this.lines, this.perturbed]) {
      const count = geometry.getAttribute('position')?.count ?? 0;
      geometry.setDrawRange(0, geometry === this.lines.geometry ? 2 * Math.ceil((share * count) / 2) : Math.ceil(share * count));
    }
    renderer.render(this.stage, eye);
  }

  dispose() {
    this.disc.dispose();
    for (const molecule of Object.values(this.molecules)) molecule.dispose();
    for (const part of [this.axis, this.arrows, this.cones, this.clean, this.perturbed, this.lines, ...this.marks]) part.geometry.dispose();
    for (const { material } of this.marks) material.map?.dispose();
    this.renderer.dispose();
  }
}

/** Colours by their names: a movement has the same ones in every frame. @type {Map<string, Color>} */
const known = new Map();

/** @param {string} name */
function colourOf(name) {
  const colour = known.get(name) ?? new Color(name);
  known.set(name, colour);
  return colour;
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

/** A white mark. @param {import('./point-marks.js').Mark} mark @param {boolean} perturbed */
function sign(mark, perturbed) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 48;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  pen.strokeStyle = '#fff';
  pen.lineWidth = 8;
  for (const [x1, y1, x2, y2] of strokesOf(mark, perturbed)) {
    pen.moveTo(24 + 19 * x1, 24 + 19 * y1);
    pen.lineTo(24 + 19 * x2, 24 + 19 * y2);
  }
  pen.stroke();
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
}

/** @param {Points<BufferGeometry, PointsMaterial>} points @param {Float32Array} at @param {ReturnType<typeof tintsOf>} tints */
function place({ geometry }, at, { colours, of }) {
  const { userData } = geometry, [one] = colours;
  if (userData.at !== at) attribute(geometry, 'position', at);
  const isSame = !of && userData.one === one && geometry.getAttribute('color')?.array.length === at.length;
  Object.assign(userData, { at, one: of ? '' : one });
  if (isSame) return;
  const scale = colours.map(colourOf);
  const tints = new Float32Array(at.length);
  for (let i = 0; i < at.length; i += 3) {
    const { r, g, b } = scale[of ? of(i / 3) : 0];
    [tints[i], tints[i + 1], tints[i + 2]] = [r, g, b];
  }
  attribute(geometry, 'color', tints);
}
