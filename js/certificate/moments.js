/** Records what lies on the desk at a moment, and puts it there again. */

/** @typedef {import('./desk.js').Desk} Desk */
/** @typedef {ReturnType<typeof momentOf>} Moment */

/** Records all that lies on the desk. @param {Desk} desk */
export function momentOf(desk) {
  const { certificateFile, counted, files, files: { clouds, evidence }, entries: { values }, job: { result, computed } } = desk;
  return {
    values, clouds, certificateFile, result, computed, counted, voted: desk.voting.cast, origin: evidence.origin,
    settings: evidence.settings, gram: files.gram, outputs: files.outputs, pointStates: desk.brush.pointStates,
  };
}

/** Puts on the desk what lay there at a moment. @param {Desk} desk @param {Moment} moment */
export async function resume(desk, { values, clouds, certificateFile, result, computed, counted, voted, origin, settings, gram, outputs, pointStates }) {
  desk.expect();
  // Another cloud on its way is given up.
  const files = desk.files.has(clouds) && !desk.files.busy ? undefined : { clean: clouds.clean?.source, perturbed: clouds.perturbed?.source };
  const filled = desk.fill(values, files, counted, { origin, settings });
  desk.files.outputs = outputs;
  desk.files.gram = gram;
  await filled;
  // Points that a brush has left keep their attributes.
  await desk.files.clouds.clean?.attributes.ready();
  if (desk.entries.values !== values) return;
  desk.voting.resume(voted, clouds.clean);
  desk.brush.resume(pointStates);
  desk.certificateFile = certificateFile;
  // Restart unfinished work; count votes only when the visitor asks.
  if (result.phase === 'working' && values.given !== 'model') return desk.certify();
  desk.job.resume(result, computed);
  void desk.documents.findMinimum();
}
