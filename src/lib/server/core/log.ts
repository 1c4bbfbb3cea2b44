import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config/config.ts';

/** Creates the log: one JSON line per event, on standard output unless a test redirects it. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  return pino({ level, base: null, serializers: { err: describeError } }, destination);
}

/**
 * A loggable error: what failed and where. Not the parameters of a query, which drizzle-orm
 * writes into its message, nor the row that PostgreSQL quotes in `detail`: they contain users'
 * addresses, texts and hashes.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error };
  const isQuery = 'query' in error && 'params' in error;
  return {
    type: error.name,
    message: isQuery ? 'a query failed' : error.message,
    ...('code' in error && { code: error.code }),
    ...('constraint' in error && { constraint: error.constraint }),
    ...(isQuery && { query: error.query }),
    at: (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
