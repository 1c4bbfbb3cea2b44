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
import { readNotice, receiveNotice } from '#server/publishing/content-notices/receive-notice.ts';

/**
 * The form of `/signaler`, which needs no script and no account. Like all changes it has to come from a
 * page of this site (`src/middleware.ts`). What is wrong leads back to the form, with what was typed.
 */
export const POST: APIRoute = async ({ locals, request, url, rewrite }) => {
  const { app, address } = locals;
  const waitSeconds = await app.rateLimit.consume('write', { address });
  if (waitSeconds !== null) return rateLimitedResponse(waitSeconds);
  const values = await readFields(request, locals);
  if (isRefusal(values)) return refusalResponse(values);
  const notice = readNotice(values);
  if (notice === null) return refusalResponse(refuse('MALFORMED', messages.malformed));
  const isComplete = 'key' in notice;
  // Corrections are not counted.
  const isTooMany = isComplete && (await app.rateLimit.consume('notice', { address })) !== null;
  if (isComplete && !isTooMany) {
    await receiveNotice(app, notice);
    const location = paths.contentNoticeSent(notice.key);
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
  }
  locals.refusedNotice = { values, errors: isComplete ? {} : notice.errors, isTooMany };
  // As a GET: the page reads no body.
  const page = await rewrite(new Request(new URL(paths.contentNotice(), url)));
  const status = isTooMany ? 429 : 400;
  return new Response(page.body, { status, headers: page.headers });
};
