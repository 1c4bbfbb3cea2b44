import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../app.ts';

/** What is known of a request while it is answered. */
export type RequestTrace = {
  /** Names it in the log and in its answer's `x-request-id`. */
  requestId: string;
  /** What it was, for log and metrics: a route's pattern, or a word. Never a path. */
  route: string;
  /** Where Astro's middleware notes the pattern of the route that it found. */
  locals?: App.Locals;
};

/** As nginx's `$request_id` and most others write one. */
const idForm = /^[\da-zA-Z-]{8,64}$/;
/** Asked every few seconds by machines, or many times for a page: of no interest in the log. */
const quietRoutes = new Set(['/healthz', '/readyz', '/metrics', 'file']);

/**
 * Gives a request its id, and tells log and metrics of it once it is over: id, method, route,
 * status, duration. No path, query, header, address or body, so nothing that is somebody's. A
 * trusted proxy may give the id, so that its log and ours can be put side by side.
 */
export function traceRequest(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): RequestTrace {
  const trace: RequestTrace = { requestId: readId(app, request), route: 'other' };
  response.setHeader('x-request-id', trace.requestId);
  const startedAt = performance.now();
  response.once('close', () => {
    const tookMs = performance.now() - startedAt;
    const route = trace.locals?.route ?? trace.route;
    const method = request.method ?? '';
    const status = response.statusCode;
    // The caller went away before the answer was whole: nothing of ours failed.
    const isAborted = !response.writableFinished;
    const line = {
      requestId: trace.requestId,
      method,
      route,
      status,
      durationMs: Math.round(tookMs),
      ...(isAborted && { aborted: true }),
    };
    app.log[isAborted || quietRoutes.has(route) ? 'debug' : 'info'](line, 'request');
    app.metrics.countAnswered({ route, method, status, seconds: tookMs / 1000 });
  });
  return trace;
}

function readId({ config }: App, request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  const isGood = config.trustProxyHops > 0 && typeof given === 'string' && idForm.test(given);
  return isGood ? given : randomUUID();
}
