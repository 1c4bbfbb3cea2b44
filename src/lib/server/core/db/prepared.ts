import type { Database } from './database.ts';

/**
 * A query that is built once for each database, and parsed by PostgreSQL once for each connection:
 * building costs more than running it. `build` ends in `.prepare(name)`; values are
 * `sql.placeholder`s, passed to `execute` as the driver takes them.
 */
export function prepared<Query extends object>(
  build: (db: Database) => Query,
): (db: Database) => Query {
  const built = new WeakMap<Database, Query>();
  return (db) => {
    const known = built.get(db);
    if (known) return known;
    const query = build(db);
    built.set(db, query);
    return query;
  };
}
