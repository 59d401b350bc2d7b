// Number of cases that a long test tries: a few in make test, all in make campaigns, many in build/test/long.sh soak.

/** @param {{few: number, all: number, many?: number}} counts */
export function tried({ few, all, many = all }) {
  if (process.env.SOAK) return many;
  return process.env.CAMPAIGN ? all : few;
}
