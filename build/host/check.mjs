// Checks a built site, without a network, before it goes to a host.

import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { digest, filesOf } from '../finish/integrity.mjs';

/** Files for hosts, which are not part of the page: the service worker keeps none of them. */
const FOR_HOSTS = ['sw.js', '_headers', '.gitattributes', '.nojekyll', 'README.md', 'thumbnail.png'];

/** Reports whether the service worker leaves a file out: one for hosts, a packed form, or what code that runs elsewhere fetches. @param {string} name */
const isLeftOut = (name) => FOR_HOSTS.includes(name) || /\.gz$|^(packages|examples\/clouds)\//.test(name);

/** Bytes of a file that hosts take: GitHub refuses larger ones, Cloudflare too; Hugging Face wants those beyond the third kept by LFS. */
const MOST = { GitHub: 100e6, Cloudflare: 25 * 2 ** 20, LFS: 10e6 };

/** A static host that sends no header of its own. @param {string} folder @param {string[]} files @param {string} prefix */
async function serve(folder, files, prefix) {
  const server = createServer((request, response) => {
    response.shouldKeepAlive = false; // a connection that is kept has a timer in the caller, which may fire once the connection is gone
    const name = (request.url ?? '').slice(prefix.length) || 'index.html';
    if (!request.url?.startsWith(prefix) || !files.includes(name)) response.writeHead(404);
    else response.write(readFileSync(join(folder, name)));
    response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(true)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}${prefix}`, close: () => server.close() };
}

/** The addresses in a file, each with the digest that it must have, if one is named. @param {string} name @param {Uint8Array} bytes */
function addresses(name, bytes) {
  if (!/\.(html|css|js)$/.test(name)) return [];
  const text = new TextDecoder().decode(bytes);
  if (name.endsWith('.html')) {
    const elements = [...text.matchAll(/<(?:link|script|img|a)\s[^>]*>/g)].map(([element]) => element);
    return elements.map((element) => [/\s(?:href|src)="([^"#]*)/.exec(element)?.[1], /\sintegrity="([^"]+)"/.exec(element)?.[1]]);
  }
  if (name === 'sw.js') return [...text.matchAll(/"([^"]+)":"(sha256-[^"]+)?"/g)].map(([, path, sum]) => [path, sum]);
  if (name.endsWith('.css')) return [...text.matchAll(/url\("?([^")]+)/g)].map(([, path]) => [path]);
  if (name.endsWith('.js')) return [...text.matchAll(/\b(?:from|import)\s*\(?"([^"]+\.js)"/g)].map(([, path]) => [path]);
  return [];
}

/** Every file is there, relative, and what others say of it. @param {string} folder @returns {Promise<string[]>} what is wrong, one sentence each */
export async function problemsOnStaticHost(folder) {
  /** @type {string[]} */
  const problems = [];
  const check = (/** @type {unknown} */ holds, /** @type {string} */ problem) => void (holds || problems.push(problem));
  const files = filesOf(folder);
  const { url, close } = await serve(folder, files, '/some/sub/path/');
  /** Answers of the host, by address: many files name the same one. @type {Map<string, Promise<{ok: boolean, bytes: Uint8Array}>>} */
  const answers = new Map();
  const answer = async (/** @type {string} */ address) => {
    const response = await fetch(address);
    return { ok: response.ok, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  const get = (/** @type {string} */ address) => {
    if (!answers.has(address)) answers.set(address, answer(address));
    return /** @type {ReturnType<typeof answer>} */ (answers.get(address));
  };
  for (const name of files) {
    const { ok, bytes } = await get(url + name);
    check(ok, `${name} cannot be had`);
    for (const [path, sum] of addresses(name, bytes)) {
      if (!path || /^(https:|mailto:|data:)/.test(path)) continue;
      check(!path.startsWith('/'), `${name} names the absolute path ${path}`);
      const other = await get(new URL(path, url + name).href);
      check(other.ok, `${name} names ${path}, which is not there`);
      check(!sum || sum === digest(other.bytes), `${name} names ${path} by a wrong digest`);
    }
  }
  close();
  const read = (/** @type {string} */ name) => readFileSync(join(folder, name), 'utf8');
  for (const name of files) check(isLeftOut(name) || read('sw.js').includes(`"${name}":"`), `the service worker does not keep ${name}`);
  const code = files.filter((name) => name.endsWith('.js') && name !== 'sw.js').map(read).join();
  for (const name of files.filter((name) => /\.wasm$|^(worker|inference|hdf5)\.js$/.test(name)))
    check(code.includes(digest(readFileSync(join(folder, name)))), `the page does not know the digest of ${name}`);
  return problems;
}

/** Prints what one looks at before files go to a host. @param {string} folder @returns {string[]} what is wrong */
export function checklist(folder) {
  const files = filesOf(folder);
  const sized = files.map((name) => ({ name, bytes: statSync(join(folder, name)).size })).sort((a, b) => b.bytes - a.bytes);
  const total = sized.reduce((sum, { bytes }) => sum + bytes, 0);
  const mega = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  const large = sized.filter(({ bytes }) => bytes > MOST.LFS).map(({ name }) => name);
  const endings = [...new Set(files.flatMap((name) => /[^/](\.\w+)$/.exec(name)?.[1] ?? []))].sort().join(' ');
  const pages = files.filter((name) => name.endsWith('.html'));
  const bare = pages.filter((name) => !/http-equiv="Content-Security-Policy" content="default-src 'none';/.test(readFileSync(join(folder, name), 'utf8')));
  const headers = files.includes('_headers') ? readFileSync(join(folder, '_headers'), 'utf8') : '';
  const frames = /frame-ancestors ([^;\n]+)/.exec(headers)?.[1] ?? 'any';
  console.log(`files    ${files.length}, ${mega(total)} in all
largest  ${sized[0].name}, ${mega(sized[0].bytes)}; beyond 10 MB, which Hugging Face keeps by LFS: ${large.join(', ') || 'none'}
paths    relative: the folder may lie at any path
types    ${endings}; .wasm starts sooner as application/wasm, the others go by what every host calls them
policy   in ${pages.length - bare.length} of ${pages.length} pages as an element${headers ? ', and in _headers for hosts that read it'
  : ''}; frames of other sites: ${frames}`);
  return [
    ...Object.entries({ GitHub: MOST.GitHub, Cloudflare: MOST.Cloudflare })
      .filter(([, most]) => sized[0].bytes > most)
      .map(([host, most]) => `${sized[0].name} is larger than the ${mega(most)} that ${host} takes`),
    ...bare.map((name) => `${name} has no policy`),
  ];
}
