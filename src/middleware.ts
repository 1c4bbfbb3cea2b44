import { defineMiddleware } from 'astro:middleware';

/**
 * Completes the headers of what Astro answers. A page's policy comes from Astro, with the hashes of its scripts; who may frame it can only be
 * told in a header, so it is added here and not in the configuration that prerendered pages share.
 */
export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  const policy = response.headers.get('content-security-policy');
  if (policy && !policy.includes('frame-ancestors')) {
    response.headers.set(
      'content-security-policy',
      `${policy.replace(/;\s*$/, '')}; frame-ancestors 'none'`,
    );
  }
  if (response.headers.get('content-type') === 'text/html') {
    response.headers.set('content-type', 'text/html; charset=utf-8');
  }
  // A CDN must not remember that something was not there, or where it was.
  if (response.status >= 300 && !response.headers.has('cache-control')) {
    response.headers.set('cache-control', 'no-store');
  }
  return response;
});
