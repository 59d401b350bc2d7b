// The votes that come with the site are those of the models that come with it.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readStored } from '../../../build/content/stored.mjs';
import { repository } from '../tools/native.js';

const documents = ['docs/votes', 'datasets', 'examples'].flatMap((folder) =>
  readdirSync(join(repository, 'site', folder))
    .filter((name) => /\.json(\.gz)?$/.test(name))
    .map((name) => `${folder}/${name}`),
);
const modelsOf = (/** @type {any} */ { voted, prediction, models = [] }) =>
  [(voted ?? prediction?.evidence)?.model, ...models.map(({ model }) => model)].filter(Boolean);

test('votes are of the model of the site that they name', () => {
  const voted = documents.flatMap((path) => {
    const models = modelsOf(readStored(join(repository, 'site'), path.replace(/\.json(\.gz)?$/, '')));
    return models.map((model) => ({ path, model }));
  });
  for (const folder of ['docs/votes', 'datasets', 'examples']) assert.ok(voted.some(({ path }) => path.startsWith(folder)), `no votes in ${folder}`);
  for (const { path, model } of voted) {
    const digest = createHash('sha256').update(readFileSync(join(repository, 'site', 'models', model.name))).digest('hex');
    assert.equal(model.sha256, digest, `${path} was counted with another ${model.name}`);
  }
});
