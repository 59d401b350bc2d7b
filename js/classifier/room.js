/** Entry point, which the page loads when a model is first wanted. */

import './attack-panel.js';
import './model-field.js';
import './votes.js';

export { Classifier } from './classifier.js';
export { exampleOf } from './model-files.js';
export { RunVoter } from './run-voter.js';
