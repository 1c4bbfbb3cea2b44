import type pg from 'pg';

type Statement = string | pg.QueryConfig;
type Query = (statement: Statement, values?: unknown[]) => Promise<pg.QueryResult>;

/**
 * Prepares a pool for a pooler that lends a session of PostgreSQL for one transaction (PgBouncer's
 * `pool_mode=transaction`): nothing outlives the transaction, which another client's may follow.
 * Limits are set by `set local` in the message that begins a transaction, statements have no name,
 * and one outside a transaction gets its own, in the same network round trip (`pipeline`).
 * @param pool made with `pipeline: true`.
 * @param limits PostgreSQL's, in milliseconds.
 */
export function limitTransactions(pool: pg.Pool, limits: Record<string, number>): void {
  const settings = Object.entries(limits).map(([name, ms]) => `; set local ${name} = ${ms}`);
  const limited = (text: string) => (/^begin\b/i.test(text) ? text + settings.join('') : text);

  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    const lent: Query = (statement, values) => {
      const { text, ...rest } = typeof statement === 'string' ? { text: statement } : statement;
      return query({ ...rest, text: limited(text), name: undefined }, values);
    };
    client.query = lent as typeof client.query;
  });

  const alone: Query = async (...statement) => {
    const client = await pool.connect();
    const query = client.query.bind(client) as Query;
    const sent = [query('begin'), query(...statement), query('commit')] as const;
    const results = await Promise.allSettled(sent);
    // A refused `begin` leaves the statement outside of any transaction: that connection is given up.
    client.release(results[0].status === 'rejected');
    // A failed statement makes its `commit` a rollback; it counts only once that was answered.
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return sent[1];
  };
  pool.query = alone as typeof pool.query;
}
