/** The worker that visitors reach: it answers stored certificates, and hands all other calls to the one that computes (compute.mjs), which may be busy. */

import { failure, preflight } from './answer.mjs';
import { ask } from './ask.mjs';
import { stored } from './lookup.mjs';

/**
 * @typedef {object} Env
 * @property {KVNamespace} CERTIFICATES
 * @property {Fetcher} COMPUTE
 */

/** @type {ExportedHandler<Env>} */
export default {
  async fetch(request, env, ctx) {
    try {
      const { pathname } = new URL(request.url);
      const [, name] = /^\/api\/certificates\/([0-9a-f]{64})$/.exec(pathname) ?? [];
      if (name && request.method === 'OPTIONS') return preflight('GET, HEAD, OPTIONS');
      if (name && (request.method === 'GET' || request.method === 'HEAD')) return await stored(request, name, env, ctx);
      return await ask(env.COMPUTE, request);
    } catch (error) {
      return failure(error);
    }
  },
};
