import type { APIRoute } from 'astro';
import { messages } from '#shared/messages.ts';
import { rateLimitedResponse, refusalResponse, refuse } from '#server/http/refusal.ts';

/** A missing call responds like an existing one: with JSON, not a page. */
export const ALL: APIRoute = async ({ locals }) => {
  const { app, address } = locals;
  const waitSeconds = await app.rateLimit.consume('read', { address });
  if (waitSeconds !== null) return rateLimitedResponse(waitSeconds);
  return refusalResponse(refuse('NOT_FOUND', messages.notFound));
};
