// The pages of the docs, in their order, by groups of the sidebar. Each is site/docs/NAME.md.

/** @type {{group: string, names: string[]}[]} */
export const GROUPS = [
  { group: 'Learn', names: ['start', 'how-it-works', 'pytorch', 'recipes', 'molecules', 'dataset', 'page'] },
  { group: 'Look up', names: ['files', 'documents', 'compatibility', 'command-line', 'api', 'hosting'] },
  { group: 'Background', names: ['mathematics', 'results', 'training', 'glossary'] },
];

export const PAGES = GROUPS.flatMap(({ names }) => names);
