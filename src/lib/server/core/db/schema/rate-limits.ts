/** Request counts shared by instances, with `RATE_LIMIT_STORE=postgres`. */
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** Columns as rate-limiter-flexible reads and writes them. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull().default(0),
    /** Milliseconds since 1970. */
    expire: bigint('expire', { mode: 'number' }),
  },
  (t) => [index('rate_limits_expiry').on(t.expire)],
);
