// What is long: a few cases of it, or its beginning, in make test, all in make campaigns, many cases in make soak.

export const whole = ['CAMPAIGN', 'SOAK'].some((name) => name in process.env);

/** @param {{few: number, all: number, many?: number}} counts */
export const tried = ({ few, all, many = all }) => (process.env.SOAK ? many : whole ? all : few);
