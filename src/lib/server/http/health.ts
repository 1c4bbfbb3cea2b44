import type { ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';

/** How far the server's life has come. */
export type Life = { isStopping: boolean };

const answerWithinMs = 2_000;

/**
 * Answers `/healthz` (the process is alive) and `/readyz` (the database answers, and nobody has
 * asked the process to stop: a balancer sends nothing more then).
 */
export async function answerHealth(
  app: App,
  path: '/healthz' | '/readyz',
  response: ServerResponse,
  { isStopping }: Life,
): Promise<void> {
  const isFine = path === '/healthz' || (!isStopping && (await databaseAnswers(app)));
  response.writeHead(isFine ? 200 : 503, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(isFine ? 'ok\n' : 'unavailable\n');
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
