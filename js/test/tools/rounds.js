/** How often a benchmark repeats what it times: as often as it usually does, or as `make bench BENCHTIME=1x` says. @param {number} usual */
export const rounds = (usual) => Number(/^(\d+)x$/.exec(process.env.BENCHTIME ?? '')?.[1] ?? usual);
