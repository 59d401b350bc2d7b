import { EngineError as Refused } from '../workers/error.js';

/** @import {Failure} from './functions.js' */

/** Failure of an engine call, with its place in a file or request. @typedef {Refused & Failure} EngineError */

/** @type {{new (kind: Refused['kind'], message: string, place?: Failure): EngineError, parse(text: string): EngineError}} */
export const EngineError = Refused;
