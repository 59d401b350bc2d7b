/**
 * The room of where the page's files come from: the site that serves them, and for visits without a network the service
 * worker and its registration. It keeps files and knows nothing of what is in them.
 */

/** Has the browser keep the page for visits without a network, and tells when a newer build of it is ready. */

import { build } from '../workers/build.js';
import { scriptURL } from '../workers/trusted-types.js';
import { serviceWorkers } from './service-workers.js';

/**
 * A newer build that waits. Once it has taken over, the page loads again.
 * @typedef {() => Promise<boolean>} Replace resolves with false where other windows still need the old one
 */

/**
 * Registers the service worker. Where there can be none, or no room for the files, or where a visitor saves data, the page works as it is.
 * @param {(replace: Replace) => void} onNewer
 */
export async function keepOffline(onNewer) {
  const serviceWorker = serviceWorkers();
  if (!build || !serviceWorker || /** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData) return;
  try {
    const registration = await serviceWorker.register(scriptURL(new URL('sw.js', document.baseURI).href));
    watch(registration, onNewer);
    const { active } = await serviceWorker.ready;
    if (!serviceWorker.controller) active?.postMessage({ type: 'join', of: build });
  } catch {
    // Switched off, or the host has no such file.
  }
}

/** @param {ServiceWorkerRegistration} registration @param {(replace: Replace) => void} onNewer */
function watch(registration, onNewer) {
  const offer = () => {
    const { active, waiting } = registration;
    if (active && waiting) onNewer(() => replaceBy(waiting));
  };
  const follow = () => registration.installing?.addEventListener('statechange', offer);
  registration.addEventListener('updatefound', follow);
  follow();
  offer();
}

/** @param {ServiceWorker} waiting @returns {Promise<boolean>} */
function replaceBy(waiting) {
  waiting.addEventListener('statechange', () => waiting.state === 'activated' && location.reload());
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    waiting.postMessage({ type: 'replace' }, [port2]);
  });
}
