/** PostgreSQL error codes that we handle: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const sqlStates = {
  notNullViolation: '23502',
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  readOnlyTransaction: '25006',
  deadlockDetected: '40P01',
  diskFull: '53100',
  tooManyConnections: '53300',
  lockNotAvailable: '55P03',
} as const;

/** The code of a database error, also when wrapped by Drizzle; else undefined. */
export function sqlStateOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? error.code : sqlStateOf(error.cause);
}
