/** Starts what the first verdict waits for, before the rest of the page does anything: the engine, and the example’s file. */

import { Engine } from '../certifier/engine.js';
import { readAhead } from '../certificate/example-files.js';

export const engine = new Engine();
readAhead(location.hash);
