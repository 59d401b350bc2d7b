// How many cases a campaign tries: few in make test, all in make campaigns, many in make soak.

/** @param {{few: number, all: number, many?: number}} counts */
export const tried = ({ few, all, many = all }) => (process.env.SOAK ? many : process.env.CAMPAIGN ? all : few);
