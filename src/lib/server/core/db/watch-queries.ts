import type { ClientBase } from 'pg';

/**
 * Reports each failed statement of a connection. `pg` has no event for it: the pool queries with a
 * callback, everything else with a promise.
 */
export function watchQueries(client: ClientBase, onFailed: (error: unknown) => void): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const watched = (...given: unknown[]): unknown => {
    const callback = given.at(-1);
    if (isCallback(callback)) {
      return query(...given.slice(0, -1), (error: unknown, result: unknown) => {
        if (error) onFailed(error);
        callback(error, result);
      });
    }
    const answer = query(...given);
    if (answer instanceof Promise) answer.catch(onFailed);
    return answer;
  };
  client.query = watched as typeof client.query;
}

function isCallback(last: unknown): last is (error: unknown, result: unknown) => void {
  return typeof last === 'function';
}
