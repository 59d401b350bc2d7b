// Code to copy: whatever clouds are called, it says that name and nothing else. package.test.js and the Python package's tests run it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { codeOf, LANGUAGES, withInstall } from '../../words/code.js';

/** Names that a shell, a terminal or a parser could take for something else. */
const NAMES = [
  'chair.ply', 'two words.xyz', 'it’s “ü” 𝕏 😀.xyz',
  `it's "so".xyz`,
  '$(touch x) `y` ${z}.xyz',
  'a\\nb\\.xyz', 'a!b !! !-1.xyz', "'; import os #.xyz", 'REQUEST', '--help', 'line\nREQUEST\nrm -rf /.xyz', '\x1b[31m\x07\x7f\x9b.xyz',
  '\u202ecod.exe\u2028\u2029\u200b\u{e0041}.xyz', '{x} {{y}} %s %(z)s.xyz', '</textarea><script>',
];

const request = {
  clean: { file: 'clean' }, perturbed: { file: 'perturbed' }, sigma: 0.1, prediction: { votes: 9731, samples: 10000, runner_up: { votes: 12 } },
  group: 'axis', axis: [0, 0, 1], translation: true, permutation: false, alpha: 1e-7, samples: 2000, bound: undefined,
};

/** Returns the arguments that sh gives to the program. */
const handed = (code) => JSON.parse(execFileSync('sh', ['-c', `orbitcert() { [ "$*" = "certify -" ] && cat; }\n${code}`], { encoding: 'utf8' }));

/** Returns the arguments that a module gives to the package. @param {string} code */
const called = (code) =>
  new Function(
    'certify', 'open',
    `${code
      .replace(/^import .*$/m, '')
      .replaceAll('await ', '')
      .replace(/const .*? = /, 'return ')
      .replace(/console.*/, '')}`,
  )(
    (document) => document, (file, reading = {}) => ({ file, ...reading }),
  );

test('the command and the module hand over the request, with the clouds by their names', () => {
  for (const name of NAMES) {
    const files = { clean: { name }, perturbed: { name, reading: { part: name, transposed: false, columns: undefined } } };
    const wanted = JSON.parse(JSON.stringify({ ...request, clean: { file: name }, perturbed: { file: name, part: name, transposed: false } }));
    const { command, javascript } = codeOf('certify', request, files);
    assert.deepEqual(handed(command), wanted);
    assert.deepEqual(called(javascript), wanted);
  }
});

test('nothing is hidden in what is copied, and nothing an interactive shell replaces', () => {
  for (const name of NAMES) {
    const codes = codeOf('certify', request, { clean: { name }, perturbed: { name, reading: { part: name } } });
    for (const [language] of LANGUAGES) assert.doesNotMatch(codes[language].replaceAll('\n', ''), /[\p{C}\p{Zl}\p{Zp}]/u, language);
    assert.doesNotMatch(codes.command, /!/);
    assert.equal(codes.command.match(/^REQUEST$/gm)?.length, 1);
  }
});

test('Python gets the arguments by their names, and the prediction as it is where arguments do not say it', () => {
  assert.equal(
    codeOf('certify', request, { clean: { name: 'a.ply' }, perturbed: { name: '😀.npz', reading: { part: '\u{e0041}', transposed: true } } }).python,
    `import orbitcert

result = orbitcert.certify(
    "a.ply",
    {"file": "😀.npz", "part": "\\U000e0041", "transposed": True},
    sigma=0.1,
    votes=9731,
    samples=10000,
    runner_up=12,
    group="axis",
    axis=[0, 0, 1],
    translation=True,
    permutation=False,
    alpha=1e-7,
    draws=2000,
)
print(result)
`,
  );
  const counted = { sigma: 1, prediction: { votes: 3, samples: 4, looks: 2, evidence: { classifier: { sorted: true } } } };
  assert.match(
    codeOf('withstand', counted, { clean: { name: 'a.ply' } }).python,
    /orbitcert\.withstand\(\n {4}"a\.ply",\n {4}sigma=1,\n {4}prediction=\{"votes": 3, .*"sorted": True\}\}\},\n\)/,
  );
});

test('without clouds there are their inner products; an attack stays one', () => {
  const gram = codeOf('certify', { gram: { dimension: 2, factor: [[1, 0.5], [0, 2]] }, sigma: 1, prediction: { probability: 0.9 }, group: 'SE' });
  assert.deepEqual(handed(gram.command), { gram: { dimension: 2, factor: [[1, 0.5], [0, 2]] }, sigma: 1, prediction: { probability: 0.9 }, group: 'SE' });
  assert.match(gram.javascript, /^import \{ certify \} from/);
  const scaled = codeOf(
    'certify', { ...request, perturbed: { attack: 'scale', norm: 0.5 } }, { clean: { name: 'a.ply' }, perturbed: { name: 'of before.ply' } },
  );
  assert.deepEqual(called(scaled.javascript).perturbed, { attack: 'scale', norm: 0.5 });
  const changed = codeOf(
    'certify', { ...request, subsample: 5, perturbed: { changes: { replaced: 1 } } }, { clean: { name: 'a.ply' }, perturbed: { name: 'b.ply' } },
  );
  assert.deepEqual([called(changed.javascript).perturbed, handed(changed.command).subsample], [{ changes: { replaced: 1 } }, 5]);
  assert.match(scaled.python, /"a\.ply",\n {4}\{"attack": "scale", "norm": 0\.5\},/);
});

test('clouds that a site serves are fetched from their addresses, each once', () => {
  const file = { name: 'a-clean.json', address: 'https://example.org/o/examples/clouds/a-clean.json' };
  const { python, command, javascript } = codeOf('certify', request, { clean: file, perturbed: { ...file, reading: { transposed: true } } });
  assert.ok(
    python.startsWith(
      `from urllib.request import urlretrieve\n\nimport orbitcert\n\nurlretrieve("${
        file.address}", "a-clean.json")\nresult = orbitcert.certify(\n    "a-clean.json",\n    {"file": "a-clean.json", "transposed": True},\n`,
    ),
    python,
  );
  assert.ok(
    command.startsWith(`curl -fsS -o 'a-clean.json' '${file.address}'\norbitcert certify - <<'REQUEST'\n{\n  "clean": {"file": "a-clean.json"},\n`),
    command,
  );
  assert.ok(javascript.includes(`clean: await open("${file.address}"),\n  perturbed: await open("${file.address}", {transposed: true}),\n`), javascript);
  const attacked = codeOf('certify', { ...request, perturbed: { attack: 'scale', norm: 0.5 } }, { clean: { name: 'own.ply' }, perturbed: file });
  for (const [language] of LANGUAGES) assert.ok(!attacked[language].includes(file.address), language);
});

test('code begins with the lines that install its package, which Python and JavaScript read as comments', () => {
  const packages = { wheels: 'https://example.org/o/packages/index.html', tarball: 'https://example.org/o/packages/orbitcert-1.2.3.tgz' };
  const starts = {
    python: `# pip install numpy\n# pip install --no-index --find-links=${packages.wheels} orbitcert\nimport`,
    command: `pip install --no-index --no-deps --find-links='${packages.wheels}' orbitcert\norbitcert`,
    javascript: `// npm install ${packages.tarball}\n// Save this as certify.mjs and run: node certify.mjs\nimport`,
  };
  const codes = codeOf('certify', request, { clean: { name: 'a.ply' }, perturbed: { name: 'b.ply' } });
  for (const [language] of LANGUAGES) assert.ok(withInstall(language, codes[language], packages).startsWith(starts[language]), language);
});

test('a long prediction stays in a file that the code reads', () => {
  const prediction = { values: [1, null, 2.5] };
  const codes = codeOf('certify', { clean: {}, sigma: 0.1, prediction, group: 'SE' }, { clean: { name: 'a.xyz' }, prediction: { name: 'prediction.json' } });
  for (const code of Object.values(codes)) assert.doesNotMatch(code, /2\.5/);
  const read = codes.command.replace("cat 'prediction.json'", `echo '${JSON.stringify(prediction)}'`);
  assert.deepEqual(handed(read), { clean: { file: 'a.xyz' }, sigma: 0.1, group: 'SE', prediction });
  const module = codes.javascript.replace(/^import \{ readFile.*$/m, '')
    .replace("readFile('prediction.json', 'utf8')", JSON.stringify(JSON.stringify(prediction)))
    .replace('readFile("prediction.json", \'utf8\')', JSON.stringify(JSON.stringify(prediction)));
  assert.deepEqual(called(module), { clean: { file: 'a.xyz' }, sigma: 0.1, group: 'SE', prediction });
  assert.match(codes.python, /^import json$[^]*prediction=json\.load\(open\("prediction\.json"\)\),$/m);
});
