/** The cells of a map as they arrive, coarse ones first, and their picture. */

/** Numbers per cell in a block: column, row, stride, p_min, gain. */
const NUMBERS = 5;

/** Radius that gives the picture its values beyond the disc: all cells there are inside. */
const RIM = 0.98;

/** @typedef {'gain' | 'minimum'} Quantity */

export class Grid {
  /** @param {number} size cells in a row */
  constructor(size) {
    this.size = size;
    /** Stride of the cell that stands here, 255 where none does. */
    this.strides = new Uint8Array(size * size).fill(255);
    this.minimum = new Float64Array(size * size).fill(NaN);
    this.gain = new Float64Array(size * size).fill(NaN);
  }

  /** @param {Float64Array} cells of one block */
  take(cells) {
    for (let i = 0; i < cells.length; i += NUMBERS) {
      const [column, row, stride, minimum, gain] = cells.subarray(i, i + NUMBERS);
      this.#fill(column, row, stride, minimum, gain);
    }
  }

  /**
   * Fills the square that a cell stands for, and its mirror image: ε̃₂ and −ε̃₂ are alike.
   * @param {number} column @param {number} row @param {number} stride @param {number} minimum @param {number} gain
   */
  #fill(column, row, stride, minimum, gain) {
    const { size } = this;
    const left = column - (stride >> 1), top = row - (stride >> 1);
    for (let y = top; y < Math.min(top + stride, size); y++) {
      for (let x = left; x < Math.min(left + stride, size); x++) {
        if (!this.inside(x, y)) continue;
        // The cell itself is known for good, its neighbours until finer ones come.
        const fineness = x === column && y === row ? 1 : stride;
        this.#put(y * size + x, fineness, minimum, gain);
        this.#put((size - 1 - y) * size + x, fineness, minimum, gain);
      }
    }
  }

  /** @param {number} at @param {number} stride @param {number} minimum @param {number} gain */
  #put(at, stride, minimum, gain) {
    if (stride > this.strides[at]) return;
    this.strides[at] = stride;
    this.minimum[at] = minimum;
    this.gain[at] = gain;
  }

  /** The parameter at the centre of a column or row. @param {number} i */
  centre(i) {
    return (2 * i + 1 - this.size) / this.size;
  }

  /** Reports whether a cell's centre is in the unit disc. @param {number} x @param {number} y */
  inside(x, y) {
    return this.centre(x) ** 2 + this.centre(y) ** 2 <= 1;
  }

  /** The cell nearest to parameters. @param {number} along @param {number} across @returns {[number, number]} */
  cell(along, across) {
    const index = (/** @type {number} */ e) => Math.min(Math.max(Math.floor((e + 1) / 2 * this.size), 0), this.size - 1);
    return [index(along), index(across)];
  }

  /**
   * The cell whose value a pixel shows: its own, or just outside the disc the next one inside, for a smooth
   * rim; −1 further out.
   * @param {number} x @param {number} y
   */
  #shownAt(x, y) {
    const [along, across] = [this.centre(x), this.centre(y)];
    const far = Math.hypot(along, across);
    if (far <= 1) return y * this.size + x;
    const [column, row] = this.cell(along * RIM / far, across * RIM / far);
    return far < 2 - RIM + 1 / this.size ? row * this.size + column : -1;
  }

  /**
   * Paints the map on a canvas of one pixel per cell, ε̃₂ upwards.
   * @param {HTMLCanvasElement} canvas @param {Quantity} quantity @param {[number, number]} range of the colours
   * @param {Uint8ClampedArray} colours 256 of them, as red, green, blue
   */
  paint(canvas, quantity, [low, high], colours) {
    const { size } = this;
    if (canvas.width !== size) canvas.width = canvas.height = size;
    const image = new ImageData(size, size);
    const values = this[quantity];
    for (let y = 0, at = 4 * size * (size - 1); y < size; y++, at -= 8 * size) {
      for (let x = 0; x < size; x++, at += 4) {
        const cell = this.#shownAt(x, y);
        if (cell < 0 || Number.isNaN(values[cell])) continue;
        const shade = 3 * Math.round(255 * Math.min(Math.max((values[cell] - low) / (high - low), 0), 1));
        for (let k = 0; k < 3; k++) image.data[at + k] = colours[shade + k];
        image.data[at + 3] = 255;
      }
    }
    canvas.getContext('2d')?.putImageData(image, 0, 0);
  }
}
