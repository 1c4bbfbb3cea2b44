/** Logs what the specification, section 8, only logs: marks and bookmarks that fail. */
export function logFailure(
  what: string,
  { status, error }: { status: number; error: string },
): void {
  // oxlint-disable-next-line no-console -- this is the log
  console.warn(`${what}: ${status} ${error}`);
}

/** Logs a fault of ours after which the page goes on. */
export function logFault(error: unknown): void {
  // oxlint-disable-next-line no-console -- this is the log
  console.error(error);
}
