import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { pushSubscriptions } from '../db/schema/outbox.ts';
import type { PushPayload, PushSender } from '../push/push-sender.ts';
import { releasePush } from '../push/release-push.ts';
import { listSubscriptions, type Subscription } from '../push/subscriptions.ts';
import type { Message } from './claim-messages.ts';
import type { Delivery } from './delivery.ts';
import type { News } from './load-news.ts';

type World = Pick<App, 'db' | 'clock' | 'log'>;

/**
 * Sends a message to each browser of a reader, and forgets those whose subscription has ended. One that
 * took it before is left out when it is tried again for another.
 */
export async function deliverPush(
  world: World,
  sender: PushSender,
  message: Message,
  news: News | null,
): Promise<Delivery> {
  if (!news?.reader) return { kind: 'ended', failure: 'nobody to tell' };
  const browsers = await listSubscriptions(world, news.reader.id);
  if (browsers.length === 0) return { kind: 'ended', failure: 'no browser' };
  const payload = releasePush(news.novels);
  let failure: string | null = null;
  for (const browser of browsers) {
    if (browser.lastMessageId === message.id) continue;
    failure = (await sendTo(world, sender, { browser, payload, message })) ?? failure;
  }
  return failure === null ? { kind: 'sent' } : { kind: 'later', failure };
}

/** @returns why it has to be tried again; null where there is nothing more to do. */
async function sendTo(
  { db, clock, log }: World,
  sender: PushSender,
  { browser, payload, message }: { browser: Subscription; payload: PushPayload; message: Message },
): Promise<string | null> {
  // 32 characters of base64url at most (RFC 8030, 5.4).
  const outcome = await sender.send(browser, payload, message.id.replaceAll('-', ''));
  const isThis = eq(pushSubscriptions.id, browser.id);
  switch (outcome.kind) {
    case 'gone':
      await db.delete(pushSubscriptions).where(isThis);
      return null;
    case 'later':
      return outcome.answer;
    case 'refused':
      log.error({ answer: outcome.answer }, 'a push service refused a message');
      break;
    case 'sent':
  }
  await db
    .update(pushSubscriptions)
    .set({ lastMessageId: message.id, lastSentAt: clock.now() })
    .where(isThis);
  return null;
}
