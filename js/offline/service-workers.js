/** Returns the browser's service workers, undefined where it has none or refuses them, as in a sandboxed frame. */
export function serviceWorkers() {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}
