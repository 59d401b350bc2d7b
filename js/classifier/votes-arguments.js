// The command line of orbitcert-votes.

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { InputError, limitFiles } from './node.js';

/** Seconds that a model may take to open or to answer a batch by default. */
const LIMIT = 600;

export const usage = `usage: orbitcert-votes request.json --model model.onnx [--beside FILE]… [--classes names.json]
                        [--layout NAME] [--output NAME] [--returns NAME] [--number I] [--clip C] [--again] [--samples N] [--all] [--radius R]
                        [--programs FOLDER]

       orbitcert-votes certificate.json --model model.onnx --recount [--blocks K] [--beside FILE]… [--output NAME]

       orbitcert-votes run.json --model model.onnx [--samples N] [--documents FILE] [--beside FILE]… [--layout NAME] [--output NAME]

       orbitcert-votes run.json --model model.onnx --recount [--documents FILE [--blocks K] [--seed TEXT]] [--beside FILE]… [--output NAME]

Prints the votes document of the model on noisy copies of the request's clean cloud. The count stops at the first sample
after which the votes certify the request; without a perturbation it takes all samples.
Or counts the votes of a certificate again and tells which samples differ; or prints a run document with votes for each of
its clouds.
A run with "attack": {"family": "ball", "norms": […], "search": N} has each cloud attacked by N perturbed ones, and
votes on what is found; clouds that it says were "attacked" are voted on as they are.
The request names the attributes of points that the model sees: {"prediction": {"model": {"attributes": ["element"]}}}.
Votes draw one pose or one random turn each with {"prediction": {"classifier": {"pose": "one"}}} or {"turn": "random"} in a
request, and with {"voted": {"classifier": …}} in a run.
With {"attribute_sigma": {"intensity": 0.1}} each sample draws noise on that attribute too.
With {"scores": true} each sample votes for a class drawn with its scores, the softmax of its logits.
  --beside    a file that the model takes weights from
  --layout    how the model takes clouds, where its graph leaves it open: BDN, BND, flat BDN, flat BND, …
  --output    which output has the logits, where there are several
  --returns   what the model returns, where its graph leaves it open: classes, number (B, B×1, or one of B×K), or labels
              of points, BNC or BCN (clouds, points, labels), or vectors that turn with the cloud, vector (B×D), BND or BDN; a
              request may say it too: prediction.model.returns
  --clip      length at which vectors are clipped; prediction.model.clip of a request
  --number    which of several numbers counts, from 0; prediction.model.number of a request
  --again     another input that has the shape of the clouds takes the same clouds again
  --samples   samples that bound the probability (10,000; 1,000 for labels or vectors of points)
  --all       count all samples, for a larger bound
  --radius    without a perturbation, stop as soon as the radius is above this one
  --fresh     new random draws, in place of those that follow from the inputs
  --recount   compare with the votes in a certificate, or in a run
  --documents the votes documents of a run's clouds, one a line: written, or read for a second count of some blocks
  --blocks    how many blocks of samples, chosen by chance; default: all
  --limit     seconds that the model may take to open or to answer a batch (600)
  --file-limit the most bytes of a file, such as 4GB (2GB)
  --seed      the chance by which blocks of a run are chosen, told where it is not given
  --programs  folder of certifier.wasm and ort.wasm; default: site/ beside this file`;

/** Reads the command line. */
export function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      model: { type: 'string' }, beside: { type: 'string', multiple: true, default: [] }, classes: { type: 'string' },
      layout: { type: 'string' }, output: { type: 'string' }, again: { type: 'boolean' }, samples: { type: 'string' },
      programs: { type: 'string', default: fileURLToPath(new URL('site/', import.meta.url)) }, help: { type: 'boolean' },
      fresh: { type: 'boolean' }, recount: { type: 'boolean' }, blocks: { type: 'string' }, documents: { type: 'string' }, seed: { type: 'string' },
      limit: { type: 'string', default: String(LIMIT) }, returns: { type: 'string' }, number: { type: 'string' }, clip: { type: 'string' }, all: { type: 'boolean' },
        radius: { type: 'string' }, 'file-limit': { type: 'string', default: '2GB' },
    },
  });
  if (values.help) return { values, file: '' };
  if (positionals.length === 0) throw new InputError('takes one document, got none; --help lists the options');
  if (positionals.length > 1) throw new InputError(`takes one document, got ${positionals.join(', ')}; --help lists the options`);
  if (!values.model) throw new InputError('--model is missing: the ONNX file of the model; --help lists the options');
  if (!(Number(values.limit) > 0 && Number(values.limit) <= 1e6))
    throw new InputError(`--limit ${values.limit}: must be a number of seconds above 0, at most 1,000,000`);
  limitFiles(values['file-limit']);
  for (const flag of /** @type {const} */ (['samples', 'blocks'])) {
    if (values[flag] !== undefined && !(Number.isInteger(Number(values[flag])) && Number(values[flag]) > 0))
      throw new InputError(`--${flag} ${values[flag]}: must be a whole number from 1`);
  }
  if (values.radius !== undefined && !(Number(values.radius) >= 0)) throw new InputError(`--radius ${values.radius}: must be a number of at least 0`);
  return { values, file: positionals[0] };
}
