// Exports of the package in browsers.

export { certify, minimum, withstand, verify, open } from './browser.js';
export { Cloud, DoesNotStandError, EngineError, VerificationFailedError } from './library.js';
