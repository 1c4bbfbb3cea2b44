import { defineMiddleware, sequence } from 'astro:middleware';
import { isFromElsewhere } from '#server/core/http/request-origin.ts';
import { isPicturesUnavailable } from '#server/core/bucket.ts';
import { retryAfter } from '#server/core/http/unavailable.ts';
import { methodNotAllowed, refusalResponse, refuse } from '#server/core/http/refusal.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';

/** Apple answers a sign-in with a form that its own page posts; the state cookie guards it. */
const postedFromElsewhere = new Set<string>([paths.appleCallback]);
/** Mail programs post here from their own pages; the signed token in the address guards it. */
const unsubscribing = paths.oneClickUnsubscribe('');

/**
 * Refuses changes that another site's page asks for: Astro's own check cannot let one route
 * through.
 */
const refuseForeignChanges = defineMiddleware(({ request, url, locals }, next) => {
  const isForeign =
    !url.pathname.startsWith(unsubscribing) &&
    request.method !== 'GET' &&
    request.method !== 'HEAD' &&
    !postedFromElsewhere.has(url.pathname) &&
    isFromElsewhere(request.headers, locals.app.config.siteUrl);
  if (!isForeign) return next();
  return refusalResponse(refuse('CSRF_VALIDATION_ERROR', messages.csrfInvalid));
});

/**
 * A call asked with a method that it does not have: Astro would draw a whole page for it, and
 * nobody would count it.
 */
const refuseOtherMethods = defineMiddleware(async ({ url, locals }, next) => {
  const response = await next();
  const isUnanswered = response.status === 404 && !response.headers.has('x-error');
  return url.pathname.startsWith('/api/') && isUnanswered ? methodNotAllowed(locals) : response;
});

/** Adds the hosts of the settings to a page's policy, and who may frame it. */
function completePolicy(policy: string, analyticsSource: string | null): string {
  const complete = `${policy.replace(/;\s*$/, '')}; frame-ancestors 'none'`;
  if (analyticsSource === null) return complete;
  return complete.replaceAll(
    /(connect-src|script-src) 'self'/g,
    `$& ${new URL(analyticsSource).origin}`,
  );
}

/**
 * Completes the headers of what Astro answers. A page's policy comes from Astro, with the hashes
 * of its scripts; a build knows no settings, so what depends on them is added here.
 */
const completeHeaders = defineMiddleware(async ({ locals, routePattern }, next) => {
  // The first one counts: an error page is drawn by a route of its own.
  locals.route ??= routePattern;
  const response = await next();
  const policy = response.headers.get('content-security-policy');
  if (policy && !policy.includes('frame-ancestors')) {
    const { analyticsSource } = locals.app.config;
    response.headers.set('content-security-policy', completePolicy(policy, analyticsSource));
  }
  if (response.headers.get('content-type') === 'text/html') {
    response.headers.set('content-type', 'text/html; charset=utf-8');
  }
  // A page that was fetched ahead would be older than the next edit.
  if (import.meta.env.DEV) response.headers.delete('speculation-rules');
  // A CDN must not remember that something was not there, or where it was.
  if (response.status >= 300 && !response.headers.has('cache-control')) {
    response.headers.set('cache-control', 'no-store');
  }
  return response;
});

/** A picture that is there and cannot be read now; browsers and a CDN must ask again. */
const sayWhenPicturesAreBack = defineMiddleware(async ({ locals }, next) => {
  try {
    return await next();
  } catch (error) {
    if (!isPicturesUnavailable(error)) throw error;
    locals.app.log.error({ err: error, requestId: locals.requestId }, 'a picture is unavailable');
    return new Response(null, { status: 503, headers: { 'retry-after': retryAfter } });
  }
});

export const onRequest = sequence(
  completeHeaders,
  sayWhenPicturesAreBack,
  refuseForeignChanges,
  refuseOtherMethods,
);
