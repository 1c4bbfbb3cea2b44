import type { APIRoute } from 'astro';
import { messages } from '../../lib/shared/messages.ts';
import { rateLimited } from '../../lib/server/http/endpoint.ts';
import { refusalResponse, refuse } from '../../lib/server/http/refusal.ts';

/** A call that does not exist answers like one that does: JSON, not a page. */
export const ALL: APIRoute = async ({ locals }) => {
  const waitSeconds = await locals.app.rateLimit.consume(`call:${locals.address}`);
  if (waitSeconds !== null) return rateLimited(waitSeconds);
  return refusalResponse(refuse('NOT_FOUND', messages.notFound));
};
