import { EngineError } from '../certifier/failure.js';

/** Fetches a file of a cloud from its address. @param {URL} url */
export async function fetched(url) {
  const refuse = (/** @type {string} */ why) => {
    throw new EngineError('input', `could not be loaded: ${why}`, { file: String(url) });
  };
  const response = await fetch(url).catch(() => refuse('the server did not answer'));
  if (!response.ok) refuse(`the server answered ${response.status}`);
  return { name: url.pathname.split('/').pop() ?? '', bytes: new Uint8Array(await response.arrayBuffer()) };
}
