// Finds a browser of the Chromium family for the tests. Run as a program it
// prints the path, and where it finds none installs Debian's chromium (as root)
// or says in one line what to install.

import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const names = [
  'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome',
  'microsoft-edge', 'microsoft-edge-stable',
];

const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of an installed browser, or undefined. CHROME_PATH goes first. */
export function findBrowser() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...paths, ...applications].find(executable);
}

function installBrowser() {
  if (process.getuid?.() !== 0) return;
  const apt = (...args) => execFileSync('apt-get', ['-qq', ...args], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  try {
    apt('update');
    apt('install', '-y', '--no-install-recommends', 'chromium');
  } catch {
    // No apt-get here, or no network: the line below says what to do.
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!findBrowser()) installBrowser();
  const path = findBrowser();
  if (!path) {
    console.error('The tests need Chromium, Chrome or Edge: install one, or set CHROME_PATH to it.');
    process.exit(1);
  }
  console.log(path);
}
