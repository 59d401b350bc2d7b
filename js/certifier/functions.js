/**
 * The room of the certifier's calls: what the program in the workers can be asked, with types. Texts that are not read
 * here are JSON that Go wrote and only Go reads.
 */

/**
 * The functions of the certifier: their arguments and results.
 * @typedef {object} Functions
 * @property {() => string} core
 * @property {(handle: string, fileName: string, bytes: Uint8Array, reading: string) => string} open
 * @property {(handle: string) => void} close
 * @property {(handle: string) => Uint8Array} points
 * @property {(handle: string, name: string) => Uint8Array} attribute a number for each point, none where the cloud has no such attribute
 * @property {(clean: string, perturbed: string) => string} differences the attributes that two clouds have with other values
 * @property {(request: string) => string} check all that is wrong with a request
 * @property {(request: string) => string} search one slice of the search for the order of the points
 * @property {(request: string) => [certificate: string, work: string, madeClouds: boolean]} prepare madeClouds: computed with clouds that are not the
 *   opened ones, but prepared or attacked
 * @property {(request: string, points: Uint8Array, dimension: number) => [certificate: string, work: string, madeClouds: boolean]} prepareHeld the same
 *   where {"file": "held"} are these points
 * @property {(work: string, block: number) => Uint8Array} block
 * @property {(work: string, certificate: string, results: Uint8Array) => Step} reduce
 * @property {(request: string, certificate: string) => Uint8Array} document
 * @property {(request: string, certificate: string) => string} fits what perhaps does not fit together
 * @property {(request: string) => [text: string, key: string]} gram
 * @property {(request: string) => string} minimum
 * @property {(request: string) => string} growth of the interval of a number with the distance
 * @property {(certificate: string, fresh: string) => string} doubts what fresh draws do not bear out
 * @property {(certificate: string) => string} verify what holds of a document that any released core made
 * @property {() => void} runClear forgets what was opened for a run over a dataset
 * @property {(fileName: string, bytes: Uint8Array, reading: string) => string} runAdd as a file of clouds that is read so, '' for any file
 * @property {(settings: string) => string} runCheck all that is wrong with settings
 * @property {(settings: string) => string} runPlan joins clouds and votes
 * @property {(settings: string, classes: string) => string} runClouds joins clouds and labels, for votes that a model with these classes is still to give
 * @property {(first: number, count: number) => string} runEntries
 * @property {(settings: string, entry: string, cloud: number) => string} runLine what became of a cloud, as the line of a part
 * @property {(entry: string, cloud: number, why: string) => string} runBroken the line of a cloud that runLine could not bear
 * @property {(settings: string, count: number, lines: string) => [shown: string, document: Uint8Array]} runResult
 * @property {(result: string, how: string) => string} calibrate
 * @property {(first: string, second: string, radii: string) => string} compare
 * @property {(document: Uint8Array) => [header: string, inputs: string]} runIdentity the first line of the parts of the run that a document
 *   describes, and what its clouds are certified from
 * @property {(own: string, inputs: string, fileName: string, part: Uint8Array) => string} runTake
 * @property {(request: string) => string} countPlan the samples of a model; `prediction` of the request is model, classifier, sampling
 * @property {(request: string) => [inputs: Uint8Array, counts: Uint8Array]} countClean the rows of the clean cloud
 * @property {(request: string, first: number, count: number) => [inputs: Uint8Array, counts: Uint8Array]} countInputs
 * @property {(request: string, first: number, counts: Uint8Array, kind: string, width: number, logits: Uint8Array) => [classes: Uint8Array, why:
 *   Uint8Array]} countClasses
 *   for each sample the class, and the byte of the reason where it has none
 * @property {(request: string, by: string, classes: Uint8Array) => string} countVotes the votes document, '' before the first look
 * @property {(request: string, radius: number) => string} countNeeded the least probability that certifies
 * @property {(request: string, settings: string, from: number, classes: Uint8Array) => number} countDecided the number of samples after which all norms of a
 *   run
 *   are decided, 0 if they are not
 * @property {(request: string, probability: number, alpha: number, from: number, classes: Uint8Array) => number} countFirst the number of samples
 *   that first proves more, 0 if none does
 * @property {(request: string, first: number, classes: Uint8Array) => string} countDiffer samples whose class the evidence of the request has otherwise
 * @property {(votes: number, samples: number) => string} countInterval
 * @property {(probability: number, radius: number, sigma: number, alpha: number, classes: number) => number} countWanted the samples that prove a radius
 * @property {(probability: number, radius: number, sigma: number, alpha: number) => number} plan the same for votes without a rule
 * @property {(request: string, first: number, count: number) => [inputs: Uint8Array, counts: Uint8Array]} declaredInputs
 * @property {(request: string, classes: Uint8Array) => string} declaredResult
 * @property {(request: string) => string} radii
 * @property {(ball: string) => string} everyDirection
 * @property {(request: string, question: string) => string} curve
 * @property {(request: string, question: string, index: number) => Uint8Array} curveCloud the coordinates of X' at one point
 * @property {(point: string) => string} point
 * @property {(curve: string, answers: string) => number} reach
 * @property {(question: string) => string} map
 * @property {(map: string, block: number) => Uint8Array} mapBlock
 * @property {(request: string) => [withstood: string, families: string]} withstand without ranges, and the families that have one
 * @property {(request: string, family: string) => string} withstandRange one step of finding it, '' before the last
 * @property {(request: string, family: string, t: number) => Uint8Array} withstandCloud the coordinates of X moved along a family
 * @property {(request: string, question: string) => string} region
 */

/**
 * The certificate so far and the work still to do, "" when there is none.
 * @typedef {[certificate: string, work: string]} Step
 */

/**
 * What came of computing a document that an earlier core made again.
 * @typedef {object} Verification
 * @property {string} core that made it
 * @property {boolean} certified whether a row that was verified certifies
 * @property {string[]} [failed] claims that the computation contradicts, as "field: problem"
 * @property {string[]} [partial] rows that this core does not compute
 * @property {string} [rule] how the earlier core shared α, if not all numbers hold at once with probability 1 − α
 */

/** One cloud of a file; sizes are 0 where they are not known yet. @typedef {import('../documents/types.js').Part} Part */

/**
 * Settings that an ambiguous file needs: the fields a request has beside "file".
 * @typedef {Partial<Omit<import('../documents/types.js').FromFile, 'file'>> & {votes?: string}} Reading votes: which ones a table of one set has
 */

/**
 * An answer to what a file leaves open: fields to set beside "file", in "preparation", or both.
 * @typedef {Omit<import('../documents/types.js').Remedy, 'reading'> & {reading?: Reading}} Remedy
 */

/**
 * A remedy for clouds of a dataset that fail without it: how many, and the files that are to be read so.
 * @typedef {Remedy & {clouds: number, files?: string[]}} Offer
 */

/**
 * An attribute of the points of a cloud: its range, and its values where they are few whole numbers.
 * @typedef {{name: string, least: number, most: number, values?: number[]}} Attribute
 */

/** Decision of a file's reader, and the alternative. @typedef {{text: string, remedies?: Remedy[]}} Note */

/**
 * @typedef {object} Failure
 * @property {string} [field] the request field that is bad
 * @property {string} [file] the file that is bad
 * @property {number} [line] its line, counted from 1
 * @property {number} [byte] its byte, counted from 0
 * @property {Part[]} [parts] the clouds of a file that has several, when none was named
 * @property {number} [total] how many there are, where not all are listed
 * @property {Remedy[]} [remedies] what the visitor may be offered at one click
 * @property {string} [message]
 * @property {Failure[]} [others] what else is wrong, where that is known
 * @property {string} [panic] a bug of ours: the message of a Go panic
 */

export {};
