// Takes the picture of README and Start: the first example with its verdict, light and dark. Needs build/out/site and a Chromium.
//
//   node build/docs/pictures.mjs     writes site/docs/pictures

import { createServer } from 'node:http';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '../install/browser.mjs';

const packaged = createRequire(new URL('../../js/package.json', import.meta.url));
const { chromium } = packaged('playwright-core');

const repository = fileURLToPath(new URL('../../', import.meta.url));
const site = join(repository, 'build', 'out', 'site');
const pictures = join(repository, 'site', 'docs', 'pictures');

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json', '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

const server = createServer((request, response) => {
  const name = normalize(new URL(request.url ?? '/', 'http://localhost').pathname).slice(1) || 'index.html';
  try {
    const bytes = readFileSync(join(site, name));
    response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(true)));
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

mkdirSync(pictures, { recursive: true });
const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1200, height: 750 }, serviceWorkers: 'block', reducedMotion: 'reduce' });
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.locator('[data-phase=done]').waitFor();
    await page.getByText('Checked on your device.').waitFor();
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector('orbit-clouds'))?.painted);
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
    writeFileSync(join(pictures, `first-${colorScheme}.webp`), data, 'base64');
  }
} finally {
  await browser.close();
  server.close();
}
