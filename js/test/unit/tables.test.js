// Tables and lines for other programs: nothing in them is a command of a spreadsheet or of TeX.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cloudRows } from '../../dataset/cloud-rows.js';
import { csv, pgfplots, tex, texTable } from '../../parts/tables.js';

test('CSV: separators are quoted, missing values empty, and no text is computed', () => {
  const hostile = ['=1+1', '+cmd|x!A1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '=a,"b"\n', 'plain', "it's"];
  const rows = hostile.map((name) => [name, -0.5, undefined, null]);
  assert.equal(csv({ columns: ['name', 'x', 'y', 'z'], rows: [rows[7], rows[6]] }), 'name,x,y,z\r\nplain,-0.5,,\r\n"\'=a,""b""\n",-0.5,,\r\n');
  const first = csv({ columns: ['name'], rows: rows.map(([name]) => [name]) }).split('\r\n').slice(1, 7);
  for (const line of first) assert.match(line, /^"?'/);
});

test('TeX: every command is a letter again, and signs are formulas', () => {
  assert.equal(
    tex('50 % of a_b & {c} #1 $x$ ~^\\input{x}'),
    '50 \\% of a\\_b \\& \\{c\\} \\#1 \\$x\\$ \\textasciitilde{}\\textasciicircum{}\\textbackslash{}input\\{x\\}',
  );
  assert.equal(tex('‖Δ‖ = 2 σ, θ in °, −½'), '$\\|$$\\Delta$$\\|$ = 2 $\\sigma$, $\\theta$ in $^\\circ$, $-$$\\frac{1}{2}$');
  assert.equal(tex('a\n\n\\end\u0000\u202eb'), 'a \\textbackslash{}end b');
  assert.equal(tex(undefined), '');
  // Whatever comes, braces are balanced and a % or & never stands alone.
  for (let code = 0; code < 0x2400; code++) {
    const text = tex(`x${String.fromCharCode(code)}y`);
    const bare = text.replace(/\\text[a-z]+\{\}|\\[{}$&#%_]|\\ldots\{\}|\$[^$]*\$/g, '');
    assert.doesNotMatch(bare, /[\\{}$&#%_^~]/, text);
  }
});

test('a LaTeX table has numbers to the right and as many cells in every row', () => {
  const text = texTable({ columns: ['name', 'p_min'], rows: [['a & b', 0.5], ['c', undefined]] });
  assert.equal(
    text,
    '% \\usepackage{booktabs}\n\\begin{tabular}{lr}\n\\toprule\nname & p\\_min \\\\\n\\midrule\na \\& b & 0.5 \\\\\nc &  \\\\\n\\bottomrule\n\\end{tabular}\n',
  );
});

test('lines for pgfplots: every point, its colour, its dashes and its band', () => {
  const text = pgfplots({
    x: { label: '‖Δ‖', domain: [0, 2] }, y: { label: 'Certified accuracy, %', domain: [0, 1], goal: 0.5 },
    series: [
      {
        name: 'Black box', colour: '#7f898f', dash: '6 3',
        points: [
          { x: 0, y: 1, low: 0.9, high: 1 }, { x: 2, y: 1e-7, low: 0, high: 0.1 },
        ],
      },
      { name: 'Tight', colour: '#0d6d72', points: [{ x: 0, y: NaN }] },
    ],
    seen: [{ x: 1, votes: 3, samples: 4, low: 0.5, high: 1 }],
  });
  assert.match(text, /\\definecolor\{line0\}\{HTML\}\{7F898F\}\n\\definecolor\{line1\}\{HTML\}\{0D6D72\}/);
  assert.match(text, /xlabel=\{\$\\\|\$\$\\Delta\$\$\\\|\$\}, ylabel=\{Certified accuracy, \\%\}/);
  assert.match(
    text,
    /fill opacity=0\.16, forget plot\] coordinates \{\(0,0\.9\) \(2,0\) \(2,0\.1\) \(0,1\)\};\n\\addplot\[line0, thick, dash pattern=on 6pt off 3pt\] coordinates \{\(0,1\) \(2,1e-7\)\};\n\\addlegendentry\{Black box\}/,
  );
  assert.match(text, /\[line1, thick, solid\] coordinates \{\(0,nan\)\}/);
  assert.match(text, /\(1,0\.75\) \+= \(0,0\.25\) -= \(0,0\.25\)/);
});

test('one row a cloud: of an attack how many draws are certified, of families their ranges, and failures', () => {
  const run = {
    results: [
      { name: 'a', label: 1, predicted: 1, votes: 9, samples: 10, black_box: [2, 0], orbit: [2, 1] }, { name: 'b', failure: 'is empty' },
    ],
    grid: [0.1, 5], accuracy: { black_box: [1, 0], orbit: [1, 0.5] },
  };
  const rowsOf = (result) =>
    cloudRows(
      result, result.results,
      result.results.map((cloud) => ({ cloud, name: cloud.name, label: 'chair', predicted: 'bed', radius: null, verdict: 'abstains' })), 'turned',
    );
  assert.deepEqual(rowsOf(run), {
    columns: [
      'name', 'label', 'class', 'votes', 'samples', 'radius', 'verdict', 'change', 'black_box at 0.1', 'black_box at 5', 'orbit at 0.1', 'orbit at 5',
      'failure',
    ],
    rows: [
      ['a', 'chair', 'bed', 9, 10, undefined, 'abstains', 'turned', 2, 0, 2, 1, undefined],
      ['b', 'chair', 'bed', undefined, undefined, undefined, 'abstains', 'turned', undefined, undefined, undefined, undefined, 'is empty'],
    ],
  });
  const families = {
    families: [{ family: 'twist' }, { family: 'shift' }],
    results: [
      {
        name: 'a',
        ranges: [
          { family: 'twist', from: -0.1, to: 0.2 }, { family: 'shift', any: true },
        ],
      },
    ],
  };
  assert.deepEqual(rowsOf(families).rows[0].slice(8), [-0.1, 0.2, 'any', 'any', undefined]);
  const points = {
    ...families, points: [{ change: 'replaced' }, { change: 'added' }],
    results: [{ name: 'a', points: { replaced: 0, added: 7, removed: 2, of: 9 } }, { name: 'b' }],
  };
  assert.deepEqual(rowsOf(points).columns.slice(12, 14), ['points replaced', 'points added']);
  assert.deepEqual(rowsOf(points).rows.map((row) => row.slice(12, 14)), [[0, 7], [undefined, undefined]]);
});
