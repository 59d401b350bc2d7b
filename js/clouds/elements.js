/** Chemical elements by their atomic numbers: the usual colours, covalent radii. */

/**
 * Covalent radii in picometres, from hydrogen on: B. Cordero et al., Covalent radii revisited, Dalton Trans. (2008) 2832.
 * Of the values for carbon that of sp³, of Mn, Fe and Co that of low spin.
 */
const RADII = [
  31, 28, 128, 96, 84, 76, 71, 66, 57, 58, 166, 141, 121, 111, 107, 105, 102, 106, 203, 176, 170, 160, 153, 139, 139, 132, 126, 124, 132, 122, 122, 120,
  119, 120, 120, 116, 220, 195, 190, 175, 164, 154, 147, 146, 142, 139, 145, 144, 142, 139, 139, 138, 139, 140, 244, 215, 207, 204, 203, 201, 199, 198,
  198, 196, 194, 192, 192, 189, 190, 187, 187, 175, 170, 162, 151, 144, 141, 136, 136, 132, 145, 146, 148, 140, 150, 150, 260, 221, 215, 206, 200, 196,
  190, 187, 180, 169,
];

/** The radius in ångström of an element without one. */
const ANY = 1.5;

/** The usual colours (Corey, Pauling, Koltun), darker where they are pale. @type {Map<number, [symbol: string, colour: string]>} */
const COLOURS = new Map([
  [1, ['H', '#8fcfe6']], [5, ['B', '#e0967d']], [6, ['C', '#4f5357']], [7, ['N', '#3455db']], [8, ['O', '#d62a1e']], [9, ['F', '#4d9e2f']],
  [11, ['Na', '#8a4fd0']], [12, ['Mg', '#3f8f2a']], [15, ['P', '#e07800']], [16, ['S', '#d9a900']], [17, ['Cl', '#2e9c2e']], [26, ['Fe', '#c4571c']],
  [35, ['Br', '#8f2a1e']], [53, ['I', '#7a1fa0']],
]);

/** @type {[symbol: string, colour: string]} */
const OTHER = ['other', '#c2559c'];

/** The covalent radius of an element in ångström. @param {number} element its atomic number */
export const radiusOf = (element) => (RADII[element - 1] ?? 100 * ANY) / 100;

/** The symbol and the colour of an element as it is drawn. @param {number} element */
export const lookOf = (element) => COLOURS.get(element) ?? OTHER;
