// The commands of README, with the program that they build: what it prints, and its exit codes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { program, repository } from '../tools/native.js';

test('the commands of README run as they are written, and end with the exit codes that it names', (t) => {
  const readme = readFileSync(join(repository, 'README.md'), 'utf8');
  assert.doesNotMatch(readme, /go run/, 'go run turns every failure into exit code 1');
  const [build, ...commands] = [.../^```console\n([^]*?)^```/m.exec(readme)[1].matchAll(/^\$ (.*)/gm)].map(([, command]) => command);
  assert.equal(build, 'go build -o orbitcert ./core/cmd/orbitcert');
  const folder = mkdtempSync(join(tmpdir(), 'orbitcert-readme-'));
  t.after(() => rmSync(folder, { recursive: true }));
  symlinkSync(program('orbitcert'), join(folder, 'orbitcert'));
  symlinkSync(join(repository, 'site'), join(folder, 'site'));
  const run = (command, input) => spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8', input });
  assert.ok(commands.length >= 4, `${commands}`);
  for (const command of commands) {
    const { status, stderr } = run(command);
    assert.equal(status, 0, `${command}: ${stderr}`);
  }
  const certificate = join(folder, 'certificate.json');
  writeFileSync(certificate, readFileSync(certificate, 'utf8').replace(/"radius": \d/, '"radius": 9'));
  const forged = run('./orbitcert verify certificate.json');
  assert.deepEqual([forged.status, run('./orbitcert certify -', '{}').status], [3, 2], forged.stderr);
});
