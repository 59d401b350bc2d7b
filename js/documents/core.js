/** The core that this program was built with; a test compares it with the core that runs. */
export const CORE = '0.9.0';
