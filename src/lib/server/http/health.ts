import type { ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';

const answerWithinMs = 2_000;

/**
 * Answers `/healthz` (the process is alive) and `/readyz` (the database answers).
 * @returns whether the path was one of them.
 */
export async function answerHealth(
  app: App,
  path: string,
  response: ServerResponse,
): Promise<boolean> {
  if (path !== '/healthz' && path !== '/readyz') return false;
  const isFine = path === '/healthz' || (await databaseAnswers(app));
  response.writeHead(isFine ? 200 : 503, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(isFine ? 'ok\n' : 'unavailable\n');
  return true;
}

async function databaseAnswers(app: App): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), answerWithinMs);
  });
  try {
    return await Promise.race([app.db.execute(sql`select 1`).then(() => true), tooLate]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
