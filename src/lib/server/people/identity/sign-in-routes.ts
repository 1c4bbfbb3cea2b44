import type { APIContext, APIRoute } from 'astro';
import type { LimitClass } from '#shared/contracts/call.ts';
import { messages } from '#shared/messages.ts';
import { paths, type Provider } from '#shared/site/paths.ts';
import { safeReturnPath } from '#shared/site/return-path.ts';
import { browserCookie, newBrowserSecret, readBrowserSecret } from './browser-secret.ts';
import { beginSignIn, finishSignIn, type FailedSignIn } from './sign-in.ts';
import { readForm } from '#server/core/http/read-body.ts';
import { isRefusal, methodNotAllowed, refusalResponse, refuse } from '#server/core/http/refusal.ts';
import { signInByStaffLink } from './staff-links.ts';

/**
 * Marks that a redirect to our own host was tried: behind a proxy that hides it, once is enough.
 */
const redirectedParameter = 'ici';

/**
 * `GET /api/auth/{provider}`: sends the browser to the provider, with the secret that it must
 * return with. Like all of these routes it is a page to the browser: every failure leads to the
 * sign-in page, which has a message for it.
 */
export function beginRoute(provider: Provider): APIRoute {
  return (context) => {
    if (isNoNavigation(context.request.headers)) {
      return refusalResponse(refuse('FORBIDDEN', messages.forbidden));
    }
    return answer(context, provider, 'signIn', async () => {
      const { app } = context.locals;
      const { siteUrl } = app.config;
      const elsewhere = ownAddress(context, siteUrl);
      if (elsewhere) return redirect(307, elsewhere);
      const secret = readBrowserSecret(context.request.headers, siteUrl);
      const browserSecret = secret ?? newBrowserSecret();
      const returnPath = context.url.searchParams.get('retour');
      const joinsWaiting = context.url.searchParams.get('relier') === '1';
      const begun = await beginSignIn(app, provider, { browserSecret, returnPath, joinsWaiting });
      if ('failure' in begun) return redirect(303, loginPath(provider, begun));
      // An existing one is not set again: another tab may be receiving a new one at this
      // moment.
      const cookie = secret ? null : browserCookie(browserSecret, siteUrl);
      return redirect(302, begun.url.href, cookie);
    });
  };
}

/** Loaded as a picture or script by another page: it must not use up a reader's sign-in budget. */
function isNoNavigation(headers: Headers): boolean {
  const mode = headers.get('sec-fetch-mode');
  return mode !== null && mode !== 'navigate';
}

/**
 * The provider's callback, in query or body: signs the browser in and sends it to the page that
 * stores the token, or to the sign-in page. `read` returns null for an invalid callback.
 */
export function finishRoute(
  provider: Provider,
  read: (context: APIContext) => Promise<URLSearchParams | null> | URLSearchParams,
): APIRoute {
  return (context) =>
    // Not the budget of beginning a sign-in: nobody should be stopped half-way.
    answer(context, provider, 'read', async () => {
      const { app } = context.locals;
      const { headers } = context.request;
      const secret = readBrowserSecret(headers, app.config.siteUrl);
      const finished = await finishSignIn(
        app,
        provider,
        (await read(context)) ?? new URLSearchParams(),
        { secret, userAgent: headers.get('user-agent') ?? '' },
      );
      if ('failure' in finished) return redirect(303, loginPath(provider, finished));
      const cookie = browserCookie(finished.browserSecret, app.config.siteUrl);
      return redirect(303, paths.signedIn(finished.token, finished.returnPath), cookie);
    });
}

/**
 * `POST /api/auth/staff`, the form of a staff link's page: signs its user in and sends the browser on as
 * a provider's callback does. A link that does not work leads to its page, which says so.
 */
export const staffRoute: APIRoute = (context) =>
  answer(context, null, 'signIn', async () => {
    const { request, locals } = context;
    const { siteUrl } = locals.app.config;
    const form = await readForm(request, locals);
    const given = isRefusal(form) ? null : form.get('jeton');
    const signedIn = await signInByStaffLink(locals.app, given ?? '', {
      secret: readBrowserSecret(request.headers, siteUrl),
      userAgent: request.headers.get('user-agent') ?? '',
    });
    if (!signedIn) return redirect(303, paths.staffLink(''));
    const cookie = browserCookie(signedIn.browserSecret, siteUrl);
    return redirect(303, paths.signedIn(signedIn.token, paths.home), cookie);
  });

/** Any other method, HEAD included: nothing begins, and no callback is consumed. */
export function onlyMethod(method: 'GET' | 'POST'): APIRoute {
  return async ({ locals }) => {
    const response = await methodNotAllowed(locals);
    response.headers.set('allow', method);
    return response;
  };
}

async function answer(
  context: APIContext,
  provider: Provider | null,
  limit: LimitClass,
  step: () => Promise<Response>,
): Promise<Response> {
  const { app, address, requestId } = context.locals;
  try {
    const waitSeconds = await app.rateLimit.consume(limit, { address });
    if (waitSeconds !== null) return await tooMany(context, provider, waitSeconds);
    return await step();
  } catch (error) {
    app.log.error({ err: error, requestId, provider }, 'sign-in broke off');
    return redirect(303, loginPath(provider, { failure: 'indisponible', returnPath: '/' }));
  }
}

/** The sign-in page with the specification's sentence, since a person looks at it. */
async function tooMany(
  context: APIContext,
  provider: Provider | null,
  waitSeconds: number,
): Promise<Response> {
  context.locals.rateLimited = true;
  context.locals.app.proxyWatch.sawRefusedSignIn();
  const returnPath = safeReturnPath(context.url.searchParams.get('retour'));
  const login = new URL(paths.login({ ...(provider && { provider }), returnPath }), context.url);
  // As a GET: Apple's form post must not reach the page.
  const page = await context.rewrite(new Request(login));
  const response = new Response(page.body, { status: 429, headers: page.headers });
  response.headers.set('retry-after', String(waitSeconds));
  return asPrivate(response);
}

/** The same path on the site's own host, where the cookie has to be set; null if this is it. */
function ownAddress({ request, url }: APIContext, siteUrl: string): string | null {
  const host = request.headers.get('host');
  if (host === null || host === new URL(siteUrl).host) return null;
  if (url.searchParams.has(redirectedParameter)) return null;
  const own = new URL(url.pathname + url.search, siteUrl);
  own.searchParams.set(redirectedParameter, '1');
  return own.href;
}

function loginPath(provider: Provider | null, { failure, returnPath }: FailedSignIn): string {
  // “Vous aviez choisi …” would lead back to the provider that was just refused.
  const chosen = failure === 'premiere' || provider === null ? {} : { provider };
  return paths.login({ reason: failure, returnPath, ...chosen });
}

function redirect(status: 302 | 303 | 307, location: string, cookie?: string | null): Response {
  const response = new Response(null, { status, headers: { location } });
  if (cookie) response.headers.append('set-cookie', cookie);
  return asPrivate(response);
}

/** These addresses contain codes and tokens: no caching, no referrer. */
function asPrivate(response: Response): Response {
  response.headers.set('cache-control', 'no-store');
  response.headers.set('referrer-policy', 'no-referrer');
  return response;
}
