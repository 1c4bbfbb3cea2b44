import {
  getAuthorNotices,
  setAuthorNotices,
  endPushSubscription,
  addPushSubscription,
  getNoticeSettings,
  setNoticeSettings,
  getNovelNotices,
  setNovelNotices,
} from '#shared/contracts/notices.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser } from '#server/people/identity/guards.ts';
import {
  onFollowedAuthor,
  readFollowNotices,
  setFollowNotices,
  onFollowedNovel,
} from '#server/notices/follow-notices.ts';
import { refuse } from '#server/core/http/refusal.ts';
import { isPushKey } from './push/push-sender.ts';
import { endSubscription, keepSubscription } from './push/subscriptions.ts';
import { readSettings, saveSettings } from '#server/notices/settings.ts';

export const calls = [
  endpoint(getAuthorNotices, requireUser, ({ app, caller, params }) =>
    readFollowNotices(app, { userId: caller.user.id, authorSlug: params.slug }),
  ),

  endpoint(
    setAuthorNotices,
    [requireUser, onFollowedAuthor],
    async ({ app, caller, params, body }) => {
      const followed = { userId: caller.user.id, authorSlug: params.slug };
      await setFollowNotices(app, followed, body.isTold);
      return readFollowNotices(app, followed);
    },
  ),

  endpoint(addPushSubscription, requireUser, async ({ app, caller, body }) => {
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
      endpoint: address,
      ...keys,
      expiresAt: expirationTime === null ? null : new Date(expirationTime),
    });
    return { isKept: true };
  }),

  endpoint(endPushSubscription, requireUser, async ({ app, caller, body }) => {
    await endSubscription(app.db, caller.user.id, body.endpoint);
    return { isKept: false };
  }),

  endpoint(getNoticeSettings, requireUser, ({ app, caller }) => readSettings(app, caller)),

  endpoint(setNoticeSettings, requireUser, async ({ app, caller, body }) => {
    await saveSettings(app, caller.user, body);
    return readSettings(app, caller);
  }),

  endpoint(getNovelNotices, requireUser, ({ app, caller, params }) =>
    readFollowNotices(app, { userId: caller.user.id, novelId: params.id }),
  ),

  endpoint(
    setNovelNotices,
    [requireUser, onFollowedNovel],
    async ({ app, caller, params, body }) => {
      const followed = { userId: caller.user.id, novelId: params.id };
      await setFollowNotices(app, followed, body.isTold);
      return readFollowNotices(app, followed);
    },
  ),
];
