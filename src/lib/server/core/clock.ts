/** The current time, replaceable in tests. */
export type Clock = { now: () => Date };
