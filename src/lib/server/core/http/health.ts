import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '#server/app.ts';
import { callerAddress } from './address.ts';
import { isOperators } from './metrics.ts';

/** The state of the server's lifecycle. */
export type Life = { isStopping: boolean };

const answerWithinMs = 2_000;

const timeSchema = z.object({ rows: z.tuple([z.object({ ms: z.coerce.number() })]) });

/** Answers one of the two addresses. */
export type AnswerHealth = (
  path: '/healthz' | '/readyz',
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>;

/**
 * Answers `/healthz` (the process is alive) and `/readyz` (the database answers, and no stop signal
 * was received: a load balancer then sends no more requests). All who ask at the same time share one
 * look at the database. A wrong clock is reported to the operator by `/readyz` but does not fail it: most
 * of the site is not affected, and all servers may have it.
 */
export function createHealth(app: App, life: Life): AnswerHealth {
  let underWay: Promise<boolean> | null = null;
  const isReady = () =>
    (underWay ??= databaseAnswers(app).finally(() => {
      underWay = null;
    }));
  return async (path, request, response) => {
    const isFine = path === '/healthz' || (!life.isStopping && (await isReady()));
    response.writeHead(isFine ? 200 : 503, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    });
    const details = path === '/readyz' && isOperators(app, request) ? detailsOf(app, request) : [];
    response.end([isFine ? 'ok' : 'unavailable', ...details, ''].join('\n'));
  };
}

/** Whether the database answers in time; its clock is compared with ours. */
export async function databaseAnswers({
  db,
  clockWatch,
}: Pick<App, 'db' | 'clockWatch'>): Promise<boolean> {
  const startedMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), answerWithinMs);
  });
  try {
    const query = db.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`);
    const answer = await Promise.race([query, tooLate]);
    if (answer === null) return false;
    const [{ ms }] = timeSchema.parse(answer).rows;
    clockWatch.heard('database', new Date(ms), performance.now() - startedMs);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Wrong clocks; and whom the server takes a caller for that came through a proxy. */
function detailsOf({ clockWatch, config }: App, request: IncomingMessage): string[] {
  const clocks = clockWatch.wrong().map(({ source, aheadSeconds }) => {
    const how = aheadSeconds > 0 ? 'ahead of' : 'behind';
    return `clock ${Math.abs(aheadSeconds)} s ${how} ${source}`;
  });
  const isForwarded = request.headers['x-forwarded-for'] !== undefined;
  return isForwarded
    ? [...clocks, `caller ${callerAddress(request, config.trustProxyHops)}`]
    : clocks;
}
