// Finds a browser of the Chromium family for the tests, and says how they start it. The headless shell goes
// first: the same engine without windows takes half the processor time. Run as a
// program it prints the path; without the shell it installs Debian's (as root),
// and where there is no browser at all says in one line what to install. With
// "all" it does the same for Firefox and WebKitGTK.

import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const shell = 'chromium-headless-shell';

const names = [
  shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome',
  'microsoft-edge', 'microsoft-edge-stable',
];

const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/** @param {string} path */
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
  return [...names.flatMap(inPath), ...applications].find(executable);
}

/**
 * Options with which Playwright starts it. Pages are painted without a graphics processor: one made of software
 * takes half the time of the tests. WebGL has the software one, where a drawing asks for it. The pages of a context
 * share one process for each site, and in it what is compiled.
 */
export function launching() {
  return {
    executablePath: findBrowser(),
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic',
      '--process-per-site', '--disable-gpu-compositing', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
    ],
  };
}

/** Finds a program on the path. @param {string} name */
function inPath(name) {
  return name.startsWith('/') ? [name] : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
}

/** Other browsers of `make test-browsers`, each with its Debian package. @type {Record<string, [aptPackage: string, paths: string[]]>} */
const others = {
  firefox: ['firefox-esr', ['firefox-esr', 'firefox']],
  driver: ['webkit2gtk-driver', ['WebKitWebDriver']],
  miniBrowser: [
    'webkit2gtk-driver',
    ['MiniBrowser', '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser', '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser'],
  ],
  screen: ['xvfb', ['Xvfb']],
};

/** The paths of the other browsers' programs. @returns {Record<'firefox' | 'driver' | 'miniBrowser' | 'screen', string | undefined>} */
export function programs() {
  return /** @type {any} */ (Object.fromEntries(Object.entries(others).map(([program, [, paths]]) => [program, paths.flatMap(inPath).find(executable)])));
}

/** Installs packages where this may and can be done. @param {string[]} packages */
function install(packages) {
  if (packages.length === 0 || process.getuid?.() !== 0) return;
  try {
    execFileSync(fileURLToPath(new URL('debian.sh', import.meta.url)), packages, { stdio: ['ignore', 2, 2] });
  } catch {
    // No apt-get here, or no network: the caller sees what is missing.
  }
}

/** Installs what is missing of the other browsers; says which packages that leaves. */
function installOthers() {
  const missing = () => Object.entries(programs()).filter(([, path]) => !path).map(([program]) => others[program][0]);
  install(missing());
  return missing();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!process.env.CHROME_PATH && !inPath(shell).some(executable)) install([shell]);
  const path = findBrowser();
  if (!path) {
    console.error('The tests need Chromium, Chrome or Edge: install one, or set CHROME_PATH to it.');
    process.exit(1);
  }
  const missing = process.argv[2] === 'all' ? installOthers() : [];
  if (missing.length > 0) {
    console.error(`Firefox and WebKit need what Debian has as ${missing.join(', ')}: install it.`);
    process.exit(1);
  }
  console.log(path);
}
