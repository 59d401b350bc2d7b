/** Numbers as texts for other programs: tables as CSV and for LaTeX, lines for pgfplots. */

/**
 * A table: named columns and rows of values, as exact as they are known.
 * @typedef {{columns: string[], rows: unknown[][]}} Table
 *
 * @typedef {Pick<import('./plot.js').Lines, 'x' | 'y' | 'series' | 'seen'>} Lines whose colours are #rrggbb
 */

/** First characters that make a spreadsheet compute a text. */
const COMPUTED = /^[=+\-@\t\r]/;

/** One value: missing ones stay empty, texts with separators are quoted, and none is a formula. @param {unknown} value */
function entry(value) {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' && COMPUTED.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {Table} table */
export const csv = ({ columns, rows }) => [columns, ...rows].map((row) => `${row.map(entry).join(',')}\r\n`).join('');

/** Characters that TeX reads as commands, and signs that pdflatex has only in formulas. @type {Record<string, string>} */
const SIGNS = {
  '\\': '\\textbackslash{}', '{': '\\{', '}': '\\}', '$': '\\$', '&': '\\&', '#': '\\#', '%': '\\%', '_': '\\_', '^': '\\textasciicircum{}',
    '~': '\\textasciitilde{}',
  '<': '\\textless{}', '>': '\\textgreater{}', '|': '\\textbar{}', '"': "''", '‖': '$\\|$', 'Δ': '$\\Delta$', 'θ': '$\\theta$', 'σ': '$\\sigma$',
    'α': '$\\alpha$', 'Φ': '$\\Phi$',
  '′': '$^\\prime$', '≥': '$\\geq$', '≤': '$\\leq$', '−': '$-$', '½': '$\\frac{1}{2}$', '°': '$^\\circ$', '×': '$\\times$', '→': '$\\to$', '–': '--', '“': '``',
    '”': "''", '’': "'", '…': '\\ldots{}',
};

/** A text for LaTeX. Lines and what is not seen are spaces. @param {unknown} text */
export const tex = (text) => String(text ?? '').replace(/[\p{C}\s]+/gu, ' ').replace(/[^\p{L}\p{N} ]|[ΔθσαΦ½]/gu, (sign) => SIGNS[sign] ?? sign);

/** @param {unknown[]} row */
const line = (row) => `${row.map(tex).join(' & ')} \\\\\n`;

/** A table for LaTeX, numbers to the right. @param {Table} table */
export function texTable({ columns, rows }) {
  const side = columns.map((_, i) => (rows.every((row) => typeof row[i] !== 'string') ? 'r' : 'l')).join('');
  return `% \\usepackage{booktabs}\n\\begin{tabular}{${side}}\n\\toprule\n${line(columns)}\\midrule\n${rows.map(line).join('')}\\bottomrule\n\\end{tabular}\n`;
}

/** A number that TeX reads; what is none is left out of a line. @param {number} x */
const number = (x) => (Number.isFinite(x) ? String(x) : 'nan');

/** @param {[number, number][]} points */
const coordinates = (points) => `coordinates {${points.map(([x, y]) => `(${number(x)},${number(y)})`).join(' ')}}`;

/** @param {string | undefined} dash */
function dashes(dash) {
  const parts = (dash ?? '').split(/[ ,]+/).filter(Boolean);
  return parts.length ? `dash pattern=${parts.map((length, i) => `${i % 2 ? 'off' : 'on'} ${length}pt`).join(' ')}` : 'solid';
}

/** @param {Lines['series'][number]} series @param {number} n */
function plotted({ name, dash, points }, n) {
  const banded = points.filter(({ low, high }) => low !== undefined && high !== undefined);
  const rim = [...banded.map(({ x, low }) => [x, low]), ...banded.toReversed().map(({ x, high }) => [x, high])];
  const band = rim.length ? `\\addplot[draw=none, fill=line${n}, fill opacity=0.16, forget plot] ${coordinates(/** @type {any} */ (rim))};\n` : '';
  return `${band}\\addplot[line${n}, thick, ${dashes(dash)}] ${coordinates(points.map(({ x, y }) => [x, y]))};\n\\addlegendentry{${tex(name)}}\n`;
}

/** Formats the measured values with their bars. @param {Lines} lines */
function measured({ seen = [] }) {
  if (seen.length === 0) return '';
  const dots = seen.map(({ x, votes, samples, low, high }) => `(${x},${votes / samples}) += (0,${high - votes / samples}) -= (0,${votes / samples - low})`);
  return `\\addplot[black, only marks, mark=o, forget plot, error bars/.cd, y dir=both, y explicit] coordinates {${dots.join(' ')}};\n`;
}

/** A line plot for pgfplots. @param {Lines} lines */
export function pgfplots(lines) {
  const { x, y, series } = lines;
  const colours = series.map(({ colour }, n) => `\\definecolor{line${n}}{HTML}{${colour.slice(1).toUpperCase()}}\n`).join('');
  const goal = y.goal === undefined ? '' : `\\addplot[black, densely dotted, forget plot] ${coordinates([[x.domain[0], y.goal], [x.domain[1], y.goal]])};\n`;
  return `% \\usepackage{pgfplots} \\pgfplotsset{compat=1.16}
\\begin{tikzpicture}
${colours}\\begin{axis}[width=\\linewidth, height=0.6\\linewidth, xlabel={${tex(x.label)}}, ylabel={${tex(y.label)}},
  xmin=${x.domain[0]}, xmax=${x.domain[1]}, ymin=${y.domain[0]}, ymax=${
    y.domain[1]}, ymajorgrids, legend style={at={(0.5,1.03)}, anchor=south, draw=none}, legend columns=-1]
${goal}${series.map(plotted).join('')}${measured(lines)}\\end{axis}
\\end{tikzpicture}
`;
}
