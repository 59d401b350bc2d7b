/** The room of the docs: the search over all pages, old addresses that lead on, and the figures of “How it works”. */

import { connectSearch } from './search-box.js';

/** Leads from an anchor of a page that has moved to its new place. @param {string} start where there is no such anchor */
function leadOn(start) {
  const link = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  location.replace(link instanceof HTMLAnchorElement ? link.href : start + location.hash);
}

const { moved } = document.body.dataset;
if (moved) leadOn(moved);

const input = document.querySelector('search input');
if (input instanceof HTMLInputElement) connectSearch(input);
