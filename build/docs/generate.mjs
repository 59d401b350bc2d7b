// Writes what follows from the sources into site/docs: node build/docs/generate.mjs

import { readFileSync, writeFileSync } from 'node:fs';
import { filled, glossary, WITH_PARTS } from './reference.mjs';

const file = (/** @type {string} */ name) => new URL(`../../site/docs/${name}.md`, import.meta.url);

for (const name of WITH_PARTS) writeFileSync(file(name), filled(readFileSync(file(name), 'utf8')));
writeFileSync(file('glossary'), glossary());
