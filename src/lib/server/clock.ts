/** Time, so that tests can hold it. */
export type Clock = { now: () => Date };
