import type { APIRoute } from 'astro';
import { messages } from '#shared/messages.ts';
import { findCall } from '#server/calls.ts';
import { toWebResponse } from '#server/core/http/call-response.ts';
import {
  methodNotAllowed,
  rateLimitedResponse,
  refusalResponse,
  refuse,
} from '#server/core/http/refusal.ts';

/**
 * All calls in `astro dev`; the built server answers them before it asks Astro. A missing call responds
 * like an existing one: with JSON, not a page.
 */
export const ALL: APIRoute = async ({ locals, request, url }) => {
  const found = findCall(request.method, url.pathname);
  if (found === 'other-method') return methodNotAllowed(locals);
  if (found) {
    const { endpoint, params } = found;
    return toWebResponse(await endpoint.answer({ locals, request, url, params }));
  }
  const { app, address } = locals;
  const waitSeconds = await app.rateLimit.consume('read', { address });
  if (waitSeconds !== null) return rateLimitedResponse(waitSeconds);
  return refusalResponse(refuse('NOT_FOUND', messages.notFound));
};
