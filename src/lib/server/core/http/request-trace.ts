import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '#server/app.ts';
import { fileRoute } from '../metrics/metrics.ts';

/** What is known of a request in flight. */
export type RequestTrace = {
  /** Its id in the log and in the response's `x-request-id`. */
  requestId: string;
  /** For log and metrics: a route's pattern, or a word. Never a path. */
  route: string;
  /** Where Astro's middleware records the pattern of the matched route. */
  locals?: App.Locals;
};

/** The format of nginx's `$request_id` and most others. */
const idForm = /^[\da-zA-Z-]{8,64}$/;
/** Requested every few seconds by machines, or many times per page: not worth logging. */
const quietRoutes = new Set(['/healthz', '/readyz', '/metrics', fileRoute]);

/**
 * Gives a request its id, and reports it to log and metrics once it is over: id, method, route,
 * status, duration. No path, query, header, address or body, so no personal data. A trusted
 * proxy may set the id, so that its log and ours can be correlated.
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
    // The caller disconnected before the end of the response: not an error of ours.
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
