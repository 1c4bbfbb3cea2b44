import type { APIRoute } from 'astro';

/** The route of an address that has moved for good; its query goes along, and browsers keep its anchor. */
export const movedTo =
  (path: string): APIRoute =>
  ({ url }) =>
    new Response(null, {
      status: 308,
      headers: { location: path + url.search, 'x-robots-tag': 'noindex' },
    });
