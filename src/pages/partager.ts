import type { APIRoute } from 'astro';
import { sharedPath } from '#shared/site/shared-address.ts';

/** What was shared with the installed site leads to the novel that it names, or to a search. */
export const GET: APIRoute = ({ url, locals }) => {
  const given = (name: string) => url.searchParams.get(name)?.slice(0, 2_000) ?? null;
  const shared = { titre: given('titre'), texte: given('texte'), adresse: given('adresse') };
  return new Response(null, {
    status: 303,
    headers: {
      location: sharedPath(shared, locals.app.config.siteUrl),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  });
};
