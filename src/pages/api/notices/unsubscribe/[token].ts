import type { APIRoute } from 'astro';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/site/paths.ts';
import { readFields } from '#server/core/http/read-body.ts';
import {
  isRefusal,
  rateLimitedResponse,
  refusalResponse,
  refuse,
} from '#server/core/http/refusal.ts';
import { readUnsubscribeToken } from '#server/notices/mail/unsubscribe-token.ts';
import { endEmails } from '#server/notices/settings.ts';

/**
 * Ends a reader's e-mails about releases. The signed token in the address is the authority, so that mail
 * programs can post here by themselves (RFC 8058), from no page and with no cookie; nothing but this can be
 * done with it. The page's form says `page=1` and is led back to it.
 */
export const POST: APIRoute = async ({ locals, params, request }) => {
  const { app, address } = locals;
  const waitSeconds = await app.rateLimit.consume('webhook', { address });
  if (waitSeconds !== null) return rateLimitedResponse(waitSeconds);
  const token = params.token ?? '';
  const userId = readUnsubscribeToken(token, app.config.secretKeys);
  if (userId === null) return refusalResponse(refuse('NOT_FOUND', messages.unsubscribeUnknown));
  const form = await readFields(request, locals);
  if (isRefusal(form)) return refusalResponse(form);
  const isPage = form.get('page') === '1';
  // Mail programs send this and nothing else, in either kind of form (RFC 8058, section 3.2).
  if (!isPage && form.get('List-Unsubscribe') !== 'One-Click') {
    return refusalResponse(refuse('MALFORMED', messages.malformed));
  }
  await endEmails(app, userId);
  return isPage
    ? redirect(`${paths.unsubscribe(token)}?fait=1`)
    : new Response(messages.unsubscribed, { headers: { 'cache-control': 'no-store' } });
};

/** A person who follows the header's address gets the page that asks. */
export const GET: APIRoute = async ({ locals, params }) => {
  const { app, address } = locals;
  const waitSeconds = await app.rateLimit.consume('read', { address });
  if (waitSeconds !== null) return rateLimitedResponse(waitSeconds);
  const token = params.token ?? '';
  const isKnown = readUnsubscribeToken(token, app.config.secretKeys) !== null;
  if (isKnown) return redirect(paths.unsubscribe(token));
  return refusalResponse(refuse('NOT_FOUND', messages.unsubscribeUnknown));
};

function redirect(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}
