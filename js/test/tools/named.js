// Elements that many tests use, each with its name in this one place.

import { until } from './until.js';

/** @typedef {Pick<import('playwright-core').Page, 'getByRole' | 'getByText' | 'locator'>} Within a page, a frame or a part of them */

/** The button that claims stale evidence for the settings entered. @param {Within} page */
export const claim = (page) => page.getByRole('button', { name: 'They are mine' });

/** The group of check boxes for attributes. @param {Within} page */
export const seenAttributes = (page) => page.getByRole('group', { name: 'Attributes that the model' });

/** Ticks an attribute that the model sees: a click may miss, since what was ticked before moves up. @param {Within} page @param {string} name */
export async function tick(page, name) {
  const box = seenAttributes(page).getByLabel(name, { exact: true });
  await until(async () => await box.isChecked() || (await box.click(), false));
}

/** The disclosure of a run’s table. @param {Within} page */
export const allValues = (page) => page.getByText('All values');

/** The button of the example that is not certified. @param {Within} page */
export const otherDigit = (page) => page.getByRole('button', { name: 'A 3 made into' });

/** The last words of a map that is complete. */
export const COMPLETE = 'evaluated at its centre';
