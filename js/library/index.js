// What the package gives in browsers.

export { certify, minimum, withstand, verify, open } from './browser.js';
export { Cloud, DoesNotStandError, EngineError } from './library.js';
