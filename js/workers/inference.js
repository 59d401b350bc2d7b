// A web worker that runs an ONNX model.

import { answer } from './answer.js';
import { logits, openModel, useRuntime, version } from './session.js';

/** @type {Record<string, (...args: any[]) => unknown>} */
const functions = { openModel, logits, version: () => version };

answer(async ({ module }) => useRuntime(module), (name, args, pause) => functions[name](...args, pause));
