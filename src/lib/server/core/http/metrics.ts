import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '#server/app.ts';

/** Headers that a proxy adds: a request with one of them comes from elsewhere. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Answers `/metrics`: with `METRICS_TOKEN` set, to callers who send it, else only to this machine.
 * Behind a proxy every caller would seem to be this machine: then all are refused without a token.
 */
export async function answerMetrics(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { metricsToken } = app.config;
  response.setHeader('cache-control', 'no-store');
  if (metricsToken === null ? !isLocal(app, request) : !showsToken(request, metricsToken)) {
    const challenge = metricsToken === null ? {} : { 'www-authenticate': 'Bearer' };
    const headers = { 'content-type': 'text/plain; charset=utf-8', ...challenge };
    response.writeHead(metricsToken === null ? 403 : 401, headers).end('refused\n');
    return;
  }
  const { type, text } = await app.metrics.read();
  response.writeHead(200, { 'content-type': type }).end(text);
}

/** Whether a request is the operator's: with the token of `/metrics`, or from this machine. */
export function isOperators(app: App, request: IncomingMessage): boolean {
  const { metricsToken } = app.config;
  return isLocal(app, request) || (metricsToken !== null && showsToken(request, metricsToken));
}

function isLocal({ config }: App, request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress ?? '';
  return (
    config.trustProxyHops === 0 &&
    proxyHeaders.every((name) => request.headers[name] === undefined) &&
    /^(?:::ffff:)?127\.|^::1$/.test(address)
  );
}

function showsToken(request: IncomingMessage, token: string): boolean {
  const shown = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (shown === undefined) return false;
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(shown), digest(token));
}
