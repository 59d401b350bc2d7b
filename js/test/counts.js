// What is long: a few cases of it, or its beginning, in make test, all in make campaigns, many cases in make soak.

import { test } from 'node:test';

export const whole = ['CAMPAIGN', 'SOAK'].some((name) => name in process.env);

/** @param {{few: number, all: number, many?: number}} counts */
export const tried = ({ few, all, many = all }) => (process.env.SOAK ? many : whole ? all : few);

/** A test that is left to make campaigns: one more state, fault or file of a feature through which another test walks in make test. */
export const further = whole ? test : /** @type {typeof test} */ (() => Promise.resolve());
