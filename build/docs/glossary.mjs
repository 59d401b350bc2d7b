// Prints the page of terms: node build/docs/glossary.mjs > site/docs/glossary.md

import { glossary } from './reference.mjs';

process.stdout.write(glossary());
