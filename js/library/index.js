// Exports of the package in browsers.

export { certify, minimum, withstand, radii, curve, map, region, count, run, plan, calibrate, compare, verify, open } from './browser.js';
export { Cloud, DoesNotStandError, EngineError, VerificationFailedError } from './library.js';
