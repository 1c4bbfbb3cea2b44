import { endPushSubscription, keepPushSubscription } from '#shared/contracts/notices.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { isPushKey } from '#server/push/push-sender.ts';
import { endSubscription, keepSubscription } from '#server/push/subscriptions.ts';

export const POST = endpoint(keepPushSubscription, requireUser, async ({ app, caller, body }) => {
  const { endpoint: address, expirationTime, keys } = body;
  if (!app.pushSender?.accepts(address)) {
    const errors = [{ field: 'endpoint', message: messages.pushEndpoint }];
    return refuse('MALFORMED', messages.pushEndpoint, { errors });
  }
  if (!isPushKey(keys.p256dh)) {
    const errors = [{ field: 'keys.p256dh', message: messages.pushKey }];
    return refuse('MALFORMED', messages.pushKey, { errors });
  }
  const owner = { userId: caller.user.id, sessionId: caller.sessionId };
  await keepSubscription(app, owner, {
    ...{ endpoint: address, ...keys },
    expiresAt: expirationTime === null ? null : new Date(expirationTime),
  });
  return { isKept: true };
});

export const DELETE = endpoint(endPushSubscription, requireUser, async ({ app, caller, body }) => {
  await endSubscription(app.db, caller.user.id, body.endpoint);
  return { isKept: false };
});
