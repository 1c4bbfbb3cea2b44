/** A large book is parsed again before it is shown or saved: a longer timeout than for other calls. */
export const readingTimeoutMs = 180_000;
