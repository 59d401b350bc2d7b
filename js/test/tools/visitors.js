// Visitors with other browsers than Chromium, who all do the same: open an address, look, click, choose a file.
// Firefox is driven by WebDriver BiDi, which Puppeteer speaks; WebKitGTK by WebDriver, which Selenium speaks.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import puppeteer from 'puppeteer-core';
import { Builder, By, Capabilities } from 'selenium-webdriver';
import { launching, programs } from '../../../build/install/browser.mjs';
import { PATIENCE, until } from './until.js';

/**
 * @typedef {object} Visitor
 * @property {(url: string) => Promise<void>} open
 * @property {(expression: string) => Promise<any>} ask what an expression gives in the page
 * @property {(selector: string) => Promise<void>} click
 * @property {(selector: string, path: string) => Promise<void>} choose a file for an input
 * @property {() => Promise<void>} leave
 */

/** @param {import('puppeteer-core').LaunchOptions} options @returns {Promise<Visitor>} */
async function byPuppeteer(options) {
  const browser = await puppeteer.launch({ headless: true, ...options });
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  return {
    open: async (url) => void (await page.goto(url)),
    ask: (expression) => page.evaluate(expression),
    click: (selector) => page.locator(selector).click(),
    choose: async (selector, path) => (await page.waitForSelector(selector)).uploadFile(path),
    leave: () => browser.close(),
  };
}

const chromium = () => {
  const { executablePath, chromiumSandbox, args } = launching();
  return byPuppeteer({ executablePath, args: chromiumSandbox ? args : [...args, '--no-sandbox'] });
};

const firefox = () => byPuppeteer({ browser: 'firefox', executablePath: programs().firefox });

/** WebKitGTK shows its windows on a screen that is in memory alone. @returns {Promise<Visitor>} */
async function webkit() {
  const { driver, miniBrowser, screen } = programs();
  const memory = spawn(screen, ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const display = `:${String((await once(memory.stdout, 'data'))[0]).trim()}`;
  const port = await freePort();
  const server = spawn(driver, [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } });
  const url = `http://127.0.0.1:${port}`;
  await until(() => fetch(`${url}/status`).then(({ ok }) => ok, () => false));
  const wanted = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } });
  const session = await new Builder().usingServer(url).withCapabilities(wanted).build();
  return {
    open: (address) => session.get(address),
    ask: (expression) => session.executeScript(`return ${expression}`),
    click: async (selector) => session.findElement(By.css(selector)).click(),
    choose: async (selector, path) => session.findElement(By.css(selector)).sendKeys(path),
    leave: async () => {
      await session.quit().catch(() => {});
      for (const child of [server, memory]) child.kill();
    },
  };
}

/** @returns {Promise<number>} */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  probe.close();
  await once(probe, 'close');
  return port;
}

/** @type {Record<string, () => Promise<Visitor>>} */
export const visitors = { Chromium: chromium, Firefox: firefox, WebKit: webkit };
