import { EngineError as Refused } from '../workers/error.js';

/** @import {Failure} from './functions.js' */

/** Why the engine could not do what it was asked, and where in a file or request that is. @typedef {Refused & Failure} EngineError */

/** @type {{new (kind: Refused['kind'], message: string, place?: Failure): EngineError, parse(text: string): EngineError}} */
export const EngineError = Refused;
