import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { RequestHandler } from './astro-handler.ts';
import { refusalStatus, type RefusalCode } from '../../shared/contracts/call.ts';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import type { App } from '../app.ts';
import { isBehindLock, pageKey } from '../pagecache/cached-routes.ts';
import { encodeBodies } from '../pagecache/encodings.ts';
import type { RenderedPage } from '../pagecache/page-cache.ts';
import { findPageLock } from '../protection/access-lock.ts';
import { mayHoldLock } from '../protection/lock-cookie.ts';
import { callerAddress } from './address.ts';
import { createFileServer } from './built-files.ts';
import { answerHealth } from './health.ts';
import { renderForEverybody } from './internal-render.ts';
import { refusalBody } from './refusal.ts';
import { canonicalTarget, readUrl } from './request-url.ts';
import { securityHeaders } from './security-headers.ts';
import { sendPage } from './send-page.ts';

/** What stands behind the server: the app, Astro's handler, and the built files. */
export type Behind = { app: App; astro: RequestHandler; clientFolder: string };

const requestTimeoutMs = 30_000;
const headersTimeoutMs = 15_000;
const keepAliveMs = 65_000;
const rateLimitedKey = 'rate-limited';

/**
 * The server in front of Astro: health, the page cache, built files, and only then Astro
 * (design section 5). It does not listen yet.
 */
export function createHttpServer({ app, astro, clientFolder }: Behind): Server {
  const common = securityHeaders(app.config);
  const serveFile = createFileServer(clientFolder);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // Most requests ask for a page by its very key: they are answered before anything is parsed.
    // Who may be locked out carries a cookie; everybody else pays this one look at a header.
    const mayBeLocked = mayHoldLock(request.headers.cookie);
    if (
      isRead &&
      !mayBeLocked &&
      request.url?.startsWith('/') &&
      answerKept(request.url, request, response)
    )
      return;
    for (const [name, value] of Object.entries(common)) response.setHeader(name, value);
    const url = readUrl(request);
    if (!url) {
      sendRefusal(response, 'MALFORMED', messages.malformed);
      return;
    }
    if (await answerHealth(app, url.pathname, response)) return;
    // Calls count for themselves, each with its own limit, and read what only they may read.
    if (url.pathname.startsWith('/api/')) return passToAstro(request, response);
    if (!isRead) {
      response.setHeader('allow', 'GET, HEAD');
      sendRefusal(response, 'METHOD_NOT_ALLOWED', messages.methodNotAllowed);
      return;
    }
    const target = canonicalTarget(url);
    if (target !== null) {
      response.writeHead(301, { location: target, 'cache-control': 'no-store' }).end();
      return;
    }
    if (mayBeLocked && isBehindLock(url) && (await answerLocked(request, response))) return;
    const key = pageKey(url);
    if (key !== null) return answerPage(key, request, response);
    serveFile(request, response, () => {
      passUncached(request, response).catch((error: unknown) => fail(request, response, error));
    });
  }

  async function answerPage(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    // A page that is kept costs nothing; one that has to be rendered is counted.
    if (answerKept(key, request, response)) return;
    if (await isRateLimited(request, response)) return;
    sendPage(request, response, await app.pages.get(key, () => render(key)), common);
  }

  /** Answers who is locked out of novels and chapters with the suspension page. */
  async function answerLocked(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    if (await isRateLimited(request, response)) return true;
    const lockedUntil = await findPageLock(app, request.headers.cookie);
    if (lockedUntil === null) return false;
    const waitMs = lockedUntil.getTime() - app.clock.now().getTime();
    response.setHeader('retry-after', String(Math.max(1, Math.ceil(waitMs / 1000))));
    const { body, ...page } = await render(paths.suspension, { lockedUntil });
    const encoded = await encodeBodies(body, page.headers, 'once');
    sendPage(request, response, { ...page, ...encoded }, common);
    return true;
  }

  async function passUncached(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await isRateLimited(request, response)) return;
    await passToAstro(request, response);
  }

  function answerKept(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const page = app.pages.getKept(key, () => render(key));
    if (page) sendPage(request, response, page, common);
    return page !== null;
  }

  /** Counts a page that has to be rendered; one too many is answered here. */
  async function isRateLimited(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const address = callerAddress(request, app.config.trustProxyHops);
    const waitSeconds = await app.rateLimit.consume('page', { address });
    if (waitSeconds === null) return false;
    response.setHeader('retry-after', String(waitSeconds));
    // A crawler or a picture has no use for a page.
    if (/\.\w+$/.test(pathOf(request))) {
      sendRefusal(response, 'RATE_LIMITED', messages.rateLimited);
      return true;
    }
    const page = await app.pages.get(rateLimitedKey, () => render('/', { rateLimited: true }));
    const headers = { ...page.headers, 'cache-control': 'no-store' };
    sendPage(request, response, { ...page, headers, status: 429 }, common);
    return true;
  }

  async function render(path: string, state: Partial<App.Locals> = {}): Promise<RenderedPage> {
    const tags = new Set<string>();
    const locals = { app, requestId: randomUUID(), address: 'page', tags, ...state };
    const { status, headers, body } = await renderForEverybody(astro, path, locals);
    return { status, headers, body, tags: [...tags] };
  }

  async function passToAstro(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    response.setHeader('x-request-id', requestId);
    logWhenDone(request, response, requestId);
    const address = callerAddress(request, app.config.trustProxyHops);
    await astro(request, response, undefined, { app, requestId, address, tags: new Set() });
  }

  function logWhenDone(request: IncomingMessage, response: ServerResponse, requestId: string) {
    const startedAt = performance.now();
    response.once('close', () => {
      app.log.info(
        {
          requestId,
          method: request.method,
          path: pathOf(request),
          status: response.statusCode,
          durationMs: Math.round(performance.now() - startedAt),
        },
        'request',
      );
    });
  }

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    app.log.error({ err: error, path: pathOf(request) }, 'request failed');
    if (response.headersSent) response.destroy();
    else sendRefusal(response, 'INTERNAL', messages.internal);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => fail(request, response, error));
  });
  server.requestTimeout = requestTimeoutMs;
  server.headersTimeout = headersTimeoutMs;
  server.keepAliveTimeout = keepAliveMs;
  return server;
}

/** The path without its query, which may hold what no log should. */
function pathOf(request: IncomingMessage): string {
  return request.url?.split('?', 1)[0] ?? '';
}

function sendRefusal(response: ServerResponse, code: RefusalCode, message: string): void {
  response.writeHead(refusalStatus[code], {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(refusalBody({ refusal: code, message })));
}
