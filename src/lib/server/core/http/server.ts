import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import type { App } from '#server/app.ts';
import { fileRoute } from '../metrics/metrics.ts';
import { pageKey, type FindPage } from '../pagecache/cached-page.ts';
import { readDictionary } from '../pagecache/dictionary.ts';
import { encodeBodies } from '../pagecache/encodings.ts';
import type { RenderedPage } from '../pagecache/stored-page.ts';
import { callerAddress, createNetworkLookup } from './address.ts';
import { readBuiltFiles } from './built-files.ts';
import type { FindCall } from './find-call.ts';
import { createHealth, type Life } from './health.ts';
import { answerMetrics } from './metrics.ts';
import { createNetworkBudget } from './network-budget.ts';
import { uploadPace } from './read-body.ts';
import { createPageRenderer, type Render } from './render-page.ts';
import { traceRequest, type RequestTrace } from './request-trace.ts';
import { canonicalTarget, readUrl } from './request-url.ts';
import { securityHeaders } from './security-headers.ts';
import { sendPage } from './send-page.ts';
import { sendCall, sendResponse } from './send-response.ts';
import { findUnloaded, isFileName, retryAfter, sendRefusal, showsPage } from './unavailable.ts';
import { toCallRequest, toRequest } from './to-request.ts';
import { BodyAwareResponse, refuseBrokenRequests } from './unread-body.ts';

/** Who is locked out of pages, as the server is given it from above. */
export type PageLocks = {
  /** Whether a request may be of somebody locked out: the one check that every page request pays. */
  mayBeLocked: (cookieHeader: string | undefined) => boolean;
  /** Whether a page is behind the lock. */
  isBehind: (url: URL) => boolean;
  /** Until when a request is locked out; null where it is not. */
  find: (app: App, cookieHeader: string | undefined) => Promise<Date | null>;
};

/** Dependencies of the server: the app, Astro's pages, the built files, and its lifetime. */
export type ServerOptions = {
  app: App;
  render: Render;
  findPage: FindPage;
  findCall: FindCall;
  locks: PageLocks;
  clientFolder: string;
  life?: Life;
};

/** A request, its response, and what is logged of both. */
type Exchange = { request: IncomingMessage; response: ServerResponse; trace: RequestTrace };

/** Timeout of a whole request; a body has a shorter one (`readBytes`). */
const requestTimeoutMs = uploadPace.withinMs + 30_000;
const headersTimeoutMs = 15_000;
/** Interval at which both timeouts are checked. */
const timeoutCheckMs = 5_000;
const keepAliveMs = 65_000;
/** Allowed methods of a call; a `Request` cannot carry TRACE. */
const callMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Metrics label of a page that has not set its route. */
const unknownPage = 'page';
/** Keys of pages that no address may find: addresses begin with a slash. */
const rateLimitedKey = 'rate-limited';
const missingKey = 'missing';
/** Cached chapters per minute and address, besides the limit on renders (decision 43). */
const cachedChapterShare = 2;

/**
 * The server in front of Astro: health, the page cache, built files, and only then Astro
 * (design section 5). It does not listen yet.
 */
export function createHttpServer({
  app,
  render: renderWith,
  findPage,
  findCall,
  locks,
  clientFolder,
  life = { isStopping: false },
}: ServerOptions): Server {
  const security = securityHeaders(app.config);
  const findFile = readBuiltFiles(clientFolder, app.config);
  const cachedChapters = createNetworkBudget(cachedChapterShare * app.config.rateLimitPerMinute);
  const answerHealth = createHealth(app, life);
  const networksOf = createNetworkLookup(app.config.trustProxyHops);
  const { renderPage: renderAny, renderWithoutData } = createPageRenderer(app, renderWith);
  const dictionary = readDictionary(clientFolder);

  async function renderPage(key: string, state?: Partial<App.Locals>): Promise<RenderedPage> {
    const page = await renderAny(key, state);
    return dictionary && isChapterKey(key) ? { ...page, dictionary } : page;
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    // While stopping, connections close after the response, so that clients reconnect elsewhere.
    if (life.isStopping) response.shouldKeepAlive = false;
    // Most requests match a cache key exactly: they are served before anything is parsed or awaited.
    // Locked-out users carry a cookie; for others this costs one header check.
    try {
      const mayBeLocked = locks.mayBeLocked(request.headers.cookie);
      if (!mayBeLocked && answerCached(request, response)) return;
      const exchange = { request, response, trace: traceRequest(app, request, response) };
      answerOther(exchange, mayBeLocked)
        .catch((error: unknown) => fail(exchange, error))
        // Failures are handled there; this is for those in it.
        .catch((error: unknown) => giveUp(response, error));
    } catch (error) {
      giveUp(response, error);
    }
  }

  async function answerOther(exchange: Exchange, mayBeLocked: boolean): Promise<void> {
    const { request, response, trace } = exchange;
    for (const [name, value] of Object.entries(security.other)) response.setHeader(name, value);
    const url = readUrl(request);
    if (!url) {
      sendRefusal(response, 'MALFORMED', messages.malformed);
      return;
    }
    const { pathname } = url;
    if (pathname === '/healthz' || pathname === '/readyz' || pathname === '/metrics') {
      trace.route = pathname;
      if (pathname === '/metrics') return answerMetrics(app, request, response);
      return answerHealth(pathname, request, response);
    }
    app.proxyWatch.saw(request);
    // API calls have their own rate limits and read their own bodies.
    const isCall = pathname.startsWith('/api/');
    if (isCall && callMethods.has(request.method ?? '')) return answerCall(exchange, url);
    if (isCall || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.setHeader('allow', isCall ? [...callMethods].join(', ') : 'GET, HEAD');
      sendRefusal(response, 'METHOD_NOT_ALLOWED', messages.methodNotAllowed);
      return;
    }
    const target = canonicalTarget(url);
    if (target !== null) {
      trace.route = 'redirect';
      response.writeHead(301, { location: target, 'cache-control': 'no-store' }).end();
      return;
    }
    if (mayBeLocked && locks.isBehind(url) && (await answerLocked(exchange))) return;
    const file = findFile(pathname);
    if (file) {
      trace.route = fileRoute;
      sendPage(request, response, file, security);
      return;
    }
    // The error page has no address. No address of ours has an encoded “%”: Astro, which decodes more than
    // once, would resolve it to a page that was checked under another name.
    if (pathname === '/500' || pathname.includes('%25')) return answerMissing(exchange);
    const found = await findPage(url);
    const key = found && pageKey(url, found);
    if (key === paths.missing) return answerMissing(exchange);
    if (key !== null) return answerPage(key, exchange);
    if (await isRateLimited(exchange)) return;
    await passToAstro(exchange, url, { isDeclared: found !== null });
  }

  async function answerPage(key: string, exchange: Exchange): Promise<void> {
    const { request, response, trace } = exchange;
    // Cached pages are free, cached chapters have a loose limit; renders are counted.
    const cached = app.pages.getCached(key, () => renderPage(key));
    // Nobody's sign-in stops half-way: it is one render a minute for all.
    const isCounted = !cached && key !== paths.authSuccess;
    if (isCounted && (await isRateLimited(exchange))) return;
    const waitSeconds = cached && countCachedChapter(key, request);
    if (waitSeconds !== null) return refuseForNow(exchange, waitSeconds);
    const { requestId } = trace;
    const page = cached ?? (await app.pages.get(key, () => renderPage(key, { requestId })));
    app.metrics.countPage(cached ? 'hit' : 'miss');
    if (isUnavailable(page.status)) return sendUnavailable(exchange);
    trace.route = page.route ?? unknownPage;
    sendPage(request, response, page, security);
  }

  /** Serves the suspension page to users locked out of novels and chapters. */
  async function answerLocked(exchange: Exchange): Promise<boolean> {
    const { request, response, trace } = exchange;
    if (await isRateLimited(exchange)) return true;
    const lockedUntil = await locks.find(app, request.headers.cookie);
    if (lockedUntil === null) return false;
    const waitMs = lockedUntil.getTime() - app.clock.now().getTime();
    response.setHeader('retry-after', String(Math.max(1, Math.ceil(waitMs / 1000))));
    const { requestId } = trace;
    const { body, ...page } = await renderWithoutData(paths.suspension, { lockedUntil, requestId });
    const encoded = await encodeBodies(body, page.headers);
    trace.route = page.route ?? unknownPage;
    sendPage(request, response, { ...page, ...encoded }, security);
    return true;
  }

  /** Only sends and counts: the path of most requests. */
  function answerCached(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url: key = '' } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !key.startsWith('/')) return false;
    const page = app.pages.getCached(key, () => renderPage(key)) ?? findFile(key);
    if (!page || countCachedChapter(key, request) !== null) return false;
    sendPage(request, response, page, security);
    app.metrics.countCached(page.route ?? unknownPage, response.statusCode);
    return true;
  }

  /** Counts a cached chapter; returns the seconds to wait, or null. */
  function countCachedChapter(key: string, request: IncomingMessage): number | null {
    return isChapterKey(key) ? cachedChapters.take(networksOf(request)) : null;
  }

  /** Counts a page to render; rejects it beyond the limit. */
  async function isRateLimited(exchange: Exchange): Promise<boolean> {
    const address = callerAddress(exchange.request, app.config.trustProxyHops);
    const waitSeconds = await app.rateLimit.consume('page', { address });
    if (waitSeconds === null) return false;
    await refuseForNow(exchange, waitSeconds);
    return true;
  }

  async function refuseForNow(exchange: Exchange, waitSeconds: number): Promise<void> {
    const { request, response, trace } = exchange;
    trace.route = 'rate-limited';
    response.setHeader('retry-after', String(waitSeconds));
    // A crawler or an image request needs no HTML page.
    if (isFileName(request)) {
      sendRefusal(response, 'RATE_LIMITED', messages.rateLimited);
      return;
    }
    await sendAs(429, exchange, rateLimitedKey, () =>
      renderWithoutData('/', { rateLimited: true }),
    );
  }

  /** The page of an address that has none, rendered once for all. */
  async function answerMissing(exchange: Exchange): Promise<void> {
    exchange.trace.route = '404';
    await sendAs(404, exchange, missingKey, async () => {
      const page = await renderWithoutData(paths.missing);
      // The cache keeps nothing else.
      return page.status === 404 ? { ...page, status: 200 } : page;
    });
  }

  /** Sends a page of ours with another status. It is kept as any other. */
  async function sendAs(
    status: number,
    { request, response }: Exchange,
    key: string,
    renderIt: () => Promise<RenderedPage>,
  ): Promise<void> {
    const page = await app.pages.get(key, renderIt);
    const headers = { ...page.headers, 'cache-control': 'no-store' };
    // An error page stays one.
    const isFine = page.status === 200;
    sendPage(request, response, { ...page, headers, ...(isFine && { status }) }, security);
  }

  async function answerCall(exchange: Exchange, url: URL): Promise<void> {
    const { request, response } = exchange;
    const found = findCall(request.method ?? '', url.pathname);
    if (!found || found === 'other-method') return passToAstro(exchange, url);
    const { endpoint, params } = found;
    const locals = localsOf(exchange, { route: endpoint.path });
    const answer = await endpoint.answer({
      request: toCallRequest(request, url),
      url,
      params,
      locals,
    });
    await sendCall(request, response, answer);
  }

  async function passToAstro(
    exchange: Exchange,
    url: URL,
    state: Partial<App.Locals> = {},
  ): Promise<void> {
    const { request, response } = exchange;
    const answer = await renderWith(toRequest(request, url), localsOf(exchange, state));
    if (isUnavailable(answer.status)) return sendUnavailable(exchange);
    await sendResponse(request, response, answer, security);
  }

  function localsOf({ request, trace }: Exchange, state: Partial<App.Locals>): App.Locals {
    trace.route = 'other';
    const address = callerAddress(request, app.config.trustProxyHops);
    const { requestId } = trace;
    trace.locals = { app, requestId, address, tags: new Set(), ...state };
    return trace.locals;
  }

  async function fail(exchange: Exchange, error: unknown): Promise<void> {
    const { request, response, trace } = exchange;
    const { requestId, route } = trace;
    const hasLeft = response.destroyed || (request.destroyed && !request.complete);
    app.log[hasLeft ? 'debug' : 'error']({ err: error, requestId, route }, 'request failed');
    if (response.headersSent) response.destroy();
    else if (isUnavailable(500)) await sendUnavailable(exchange);
    else sendRefusal(response, 'INTERNAL', messages.internal);
  }

  /** Whether what failed with this status lacked the database. */
  function isUnavailable(status: number): boolean {
    return status >= 500 && app.database.isUnreachable();
  }

  /** Says when to try again: with the maintenance page, or `UNAVAILABLE` to what shows none. */
  async function sendUnavailable(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    response.setHeader('retry-after', retryAfter);
    if (!showsPage(request)) {
      sendRefusal(response, 'UNAVAILABLE', messages.unavailable);
      return;
    }
    const unloaded = findUnloaded(request);
    const state = unloaded === undefined ? {} : { unloaded };
    await sendAs(503, exchange, `unavailable:${unloaded}`, () =>
      renderWithoutData(paths.maintenance, state),
    );
  }

  function giveUp(response: ServerResponse, error: unknown): void {
    app.log.error({ err: error }, 'request failed');
    response.destroy();
  }

  const options = {
    ServerResponse: BodyAwareResponse,
    connectionsCheckingInterval: timeoutCheckMs,
    // A request without a body is no stream that Node has to end.
    optimizeEmptyRequests: true,
  };
  const server = createServer(options, answer);
  server.requestTimeout = requestTimeoutMs;
  server.headersTimeout = headersTimeoutMs;
  server.keepAliveTimeout = keepAliveMs;
  refuseBrokenRequests(server);
  return server;
}

/** Whether a cache key is a chapter's, whose text is worth scraping. */
function isChapterKey(key: string): boolean {
  return key.startsWith('/chapter/');
}
