// The pages of the docs, in their order, by groups of the sidebar. Each is site/docs/NAME.md.

/** @type {{group: string, names: string[]}[]} */
export const GROUPS = [
  { group: 'Learn', names: ['start', 'how-it-works', 'pytorch', 'recipes', 'molecules', 'dataset', 'rely', 'page'] },
  { group: 'Look up', names: ['files', 'documents', 'compatibility', 'command-line', 'python', 'javascript', 'go', 'hosting'] },
  { group: 'Background', names: ['mathematics', 'results', 'paper', 'methods', 'models', 'glossary'] },
];

export const PAGES = GROUPS.flatMap(({ names }) => names);

/** Pages that are no more, and where what they had is now. @type {Record<string, string>} */
export const MOVED = { experiments: 'results', training: 'models', api: 'python', index: 'start' };
