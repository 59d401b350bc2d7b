/** A molecule as balls and sticks: a ball for each atom in the colour of its element, a stick for each bond. */

import { Color, CylinderGeometry, Group, InstancedMesh, Matrix4, MeshLambertMaterial, Quaternion, SphereGeometry, Vector3 } from 'three';

/** The radius of a ball as a share of the covalent radius, and of a stick as a share of the shortest bond. */
const BALL = 0.36, STICK = 0.06;

/** Sides of balls and sticks, and most atoms that get them: more are points. */
const SIDES = 20;
export const MOST_ATOMS = 3000;

const UP = new Vector3(0, 1, 0);

/**
 * The length that a covalent radius of 1 has in the picture, by the bonds as drawn; 0 without bonds.
 * @param {Float32Array} at @param {import('./geometry.js').Shown} shown
 */
function unitOf(at, { bonds, radii }) {
  const units = bonds.map(([a, b]) => Math.hypot(...[0, 1, 2].map((j) => at[3 * a + j] - at[3 * b + j])) / ((radii?.[a] ?? 1) + (radii?.[b] ?? 1)));
  return units.sort((a, b) => a - b)[units.length >> 1] ?? 0;
}

export class Molecule extends Group {
  /** Factor by which its balls are enlarged. */
  #larger;
  /** @type {InstancedMesh<import('three').BufferGeometry, MeshLambertMaterial>[]} */
  #parts = [];

  #over;

  /** @param {number} larger @param {boolean} over whether it is drawn over everything before it */
  constructor(larger, over) {
    super();
    this.#larger = larger;
    this.#over = over;
  }

  /** Balls and sticks for so many. @param {number} atoms @param {number} bonds */
  #fit(atoms, bonds) {
    if (this.#parts[0]?.count === atoms && this.#parts[1]?.count === bonds) return this.#parts;
    this.dispose();
    const solid = () => new MeshLambertMaterial();
    this.#parts = [
      new InstancedMesh(new SphereGeometry(1, SIDES, SIDES / 2), solid(), atoms),
      new InstancedMesh(new CylinderGeometry(1, 1, 1, SIDES / 2, 1, true), solid(), bonds),
    ];
    for (const [i, part] of this.#parts.entries()) Object.assign(part, { frustumCulled: false, renderOrder: (this.#over ? 2 : 0) + i });
    if (this.#over) this.#parts[0].onBeforeRender = (renderer) => renderer.clearDepth();
    this.add(...this.#parts);
    return this.#parts;
  }

  /**
   * @param {Float32Array} at where the atoms are drawn @param {import('./geometry.js').Shown} shown
   * @param {ReturnType<typeof import('./colours.js').tintsOf>} tints of the atoms, without a place the first one for all and their bonds
   * @param {number} size by which points are drawn larger
   */
  fill(at, shown, { colours, of }, size) {
    const unit = unitOf(at, shown);
    const [balls, sticks] = this.#fit(at.length / 3, shown.bonds.length);
    const place = new Matrix4(), tints = colours.map((colour) => new Color(colour));
    for (let i = 0; i < balls.count; i++) {
      const radius = size * this.#larger * BALL * unit * (shown.radii?.[i] ?? 1);
      balls.setMatrixAt(i, place.makeScale(radius, radius, radius).setPosition(at[3 * i], at[3 * i + 1], at[3 * i + 2]));
      balls.setColorAt(i, tints[of ? of(i) : 0]);
    }
    const width = size * this.#larger * STICK * unit, turn = new Quaternion();
    shown.bonds.forEach(([a, b], i) => {
      const from = new Vector3(...at.subarray(3 * a, 3 * a + 3)), to = new Vector3(...at.subarray(3 * b, 3 * b + 3));
      const along = to.clone().sub(from), length = along.length();
      sticks.setMatrixAt(
        i, place.compose(from.add(to).multiplyScalar(0.5), turn.setFromUnitVectors(UP, along.normalize()), new Vector3(2 * width, length, 2 * width)),
      );
      // Half of each atom: grey is the other molecule.
      sticks.setColorAt(i, of ? tints[of(a)].clone().lerp(tints[of(b)], 0.5) : tints[0]);
    });
    for (const part of this.#parts) {
      part.instanceMatrix.needsUpdate = true;
      if (part.instanceColor) part.instanceColor.needsUpdate = true;
    }
  }

  dispose() {
    for (const part of this.#parts) {
      this.remove(part);
      part.geometry.dispose();
      part.material.dispose();
      part.dispose();
    }
    this.#parts = [];
  }
}
