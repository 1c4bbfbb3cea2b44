import type { APIRoute } from 'astro';
import { paths } from '#shared/site/paths.ts';
import { safeReturnPath } from '#shared/site/return-path.ts';

/**
 * Direct sign-up no longer exists: redirects to the sign-in page, which says so (specification,
 * section 2).
 */
export const GET: APIRoute = ({ url }) => {
  const returnPath = safeReturnPath(url.searchParams.get('retour'));
  return new Response(null, {
    status: 302,
    headers: {
      location: paths.login({ returnPath, reason: 'inscription' }),
      'x-robots-tag': 'noindex',
    },
  });
};
