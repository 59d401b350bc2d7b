/** Sentences about a run. */

/** @param {number} count @param {string} one @param {string} [many] */
export const amount = (count, one, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Says how long the rest takes. @param {number} seconds */
export function left(seconds) {
  if (!Number.isFinite(seconds)) return '';
  return seconds < 90 ? `, about ${Math.ceil(seconds)} s left` : `, about ${Math.ceil(seconds / 60)} min left`;
}

/** Names the run that another would replace. @param {import('./run.js').Run} run */
export function present({ phase, counting, log }) {
  const clouds = amount(log?.total ?? 0, 'cloud');
  switch (phase) {
    case 'empty': return '';
    case 'paused': return `, replacing the unfinished ${counting ? 'count' : 'run'} of ${clouds}`;
    case 'done': return `, replacing the finished run of ${clouds}`;
    case 'counting': case 'running': return ', replacing the present run once it is paused';
    default: return ', replacing the open files';
  }
}

/** A run of an earlier visit that is not complete. @param {import('./log.js').RunLog} log */
export function unfinished({ head: { counting }, done, total }) {
  return `An unfinished ${counting ? 'count' : 'run'} was found: ${done} of ${total} clouds ${counting ? 'have their votes' : 'are done'}.`;
}

/** A run of an earlier visit that cannot be gone on with. @param {string | undefined} by the core that made it @param {string} core of this page */
export function outdated(by, core) {
  const maker = by === core ? 'an earlier form of this page' : `version ${by}, this page is ${core}`;
  return `A run was made by ${maker}: its settings are kept, its results are not.`;
}

/** Says what parts have given. @param {Awaited<ReturnType<typeof import('./log.js').take>>} taken @param {number} total clouds */
export function given({ fresh, changed, refused }, total) {
  const nothing = refused.length > 0 ? 'Nothing was taken from parts.' : 'The parts contain nothing new.';
  const text = fresh.length > 0 ? `${fresh.length} of ${total} clouds came from parts.` : nothing;
  return changed > 0 ? `${text} ${changed} were computed from other points and do not count.` : text;
}

/** Refuses files while a run is on its way. */
export const BUSY = 'Pause or cancel this run before you give other files.';

/** Says that parts wait. @param {number} count */
export const waiting = (count) => `${count === 1 ? 'A part waits' : `${count} parts wait`} for the run to begin.`;
