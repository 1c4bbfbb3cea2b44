/** What is said of an act on a row of a list. */
export type ActWords = { kind: 'success' | 'error'; sentence: string };

/** Nothing was done yet, or its message was dismissed. */
export const nothingDone: ActWords = { kind: 'success', sentence: '' };
