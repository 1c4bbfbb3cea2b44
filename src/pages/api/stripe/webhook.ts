import type { APIRoute } from 'astro';
import { messages } from '#shared/messages.ts';
import { readText } from '#server/core/http/read-body.ts';
import {
  isRefusal,
  rateLimitedResponse,
  refusalResponse,
  refuse,
} from '#server/core/http/refusal.ts';
import { handleStripeEvent } from '#server/money/payments/handle-stripe-event.ts';

/**
 * Stripe's webhook. It carries a signature instead of tokens (design section 7); an invalid one is
 * 400 and changes nothing. Stripe repeats anything but a success, so events of other products get
 * one too.
 */
export const POST: APIRoute = async ({ locals, request }) => {
  const { app, address, requestId } = locals;
  const { payments } = app;
  const waitSeconds = await app.rateLimit.consume('webhook', { address });
  if (waitSeconds !== null) return rateLimitedResponse(waitSeconds);
  if (!payments) return refusalResponse(refuse('NOT_FOUND', messages.notFound));
  // The signature is over the raw bytes.
  const body = await readText(request, locals);
  if (isRefusal(body)) return refusalResponse(body);
  const event = payments.readEvent(body, request.headers.get('stripe-signature') ?? '');
  if (event === 'forged') return refusalResponse(refuse('MALFORMED', messages.malformed));
  // Another kind of event, as an account may send for its other products: ignored.
  if (event === 'unknown') {
    app.log.warn({ requestId }, 'a signed event of an unknown kind was ignored');
    return received();
  }
  try {
    await handleStripeEvent({ ...app, payments }, event);
  } catch (error) {
    const { id, type } = event;
    app.log.error({ err: error, requestId, event: id, type }, 'event not heard');
    return refusalResponse(refuse('INTERNAL', messages.internal));
  }
  return received();
};

const received = () =>
  Response.json({ received: true }, { headers: { 'cache-control': 'no-store' } });
