/** Fetches a file of a cloud from its address. @param {URL} url */
export async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded: the server answered ${response.status}`);
  return { name: url.pathname.split('/').pop() ?? '', bytes: new Uint8Array(await response.arrayBuffer()) };
}
