/** A large book is read anew before it is shown or saved: longer than other calls may take. */
export const readingTimeoutMs = 180_000;
