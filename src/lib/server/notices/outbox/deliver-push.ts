import { and, eq, gt, inArray, lte, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '#server/app.ts';
import { outbox, pushSubscriptions } from '#server/core/db/schema/outbox.ts';
import type { PushPayload, PushSender } from '../push/push-sender.ts';
import { releasePush } from '../push/release-push.ts';
import { listSubscriptions, type Subscription } from '../push/subscriptions.ts';
import type { Message } from './claim-messages.ts';
import type { Delivery } from './delivery.ts';
import type { News } from './load-news.ts';
import { writeLetter } from '#server/core/queue/write-letter.ts';

type World = Pick<App, 'db' | 'clock' | 'log'>;

/** The longest that all browsers of a reader together can take. Push services answer within a second. */
export const longestPushMs = 10_000;

/**
 * Sends a message to all browsers of a reader at once, and forgets those whose subscription has ended.
 * When it is tried again for one of them, those that took it are left out. Where a newer one of the same
 * tag was begun since, it ends: it would take that one's place.
 */
export async function deliverPush(
  world: World,
  sender: PushSender,
  message: Message,
  news: News | null,
): Promise<Delivery> {
  if (!news?.reader) return { kind: 'ended', failure: 'nobody to tell' };
  const browsers = await listSubscriptions(world, news.reader.id);
  if (browsers.length === 0) {
    await endSubscriptions(world, news.reader.id, []);
    return { kind: 'ended', failure: 'no browser' };
  }
  const payload = releasePush(news.novels);
  if (await isOutdated(world, message, payload.tag)) {
    return { kind: 'ended', failure: 'a newer message takes its place' };
  }
  const done = message.rows.flatMap((row) => pushedSchema.parse(row.payload).browsers);
  const signal = AbortSignal.timeout(longestPushMs);
  const results = await Promise.all(
    browsers
      .filter(({ id, lastMessageId }) => lastMessageId !== message.id && !done.includes(id))
      .map((browser) => sendTo(world, sender, { browser, payload, message, signal })),
  );
  const gone = results.flatMap(({ id, isGone }) => (isGone ? [id] : []));
  if (gone.length > 0) await endSubscriptions(world, news.reader.id, gone);
  const taken = results.flatMap(({ id, isTaken }) => (isTaken ? [id] : []));
  await noteBrowsers(world, message, { tag: payload.tag, browsers: [...done, ...taken] });
  const failure = results.findLast((one) => one.failure !== null)?.failure ?? null;
  return failure === null ? { kind: 'sent' } : { kind: 'later', failure };
}

/**
 * Forgets subscriptions that their push services have ended, and those past their time. A reader whose
 * last one that was has a letter about it, once.
 */
async function endSubscriptions(
  { db, clock }: World,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const ended = await tx
      .delete(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.userId, userId),
          or(inArray(pushSubscriptions.id, [...ids]), lte(pushSubscriptions.expiresAt, now)),
        ),
      )
      .returning({ id: pushSubscriptions.id });
    const [first] = ended;
    if (!first || (await listSubscriptions({ db: tx, clock }, userId)).length > 0) return;
    await writeLetter(tx, { kind: 'push_ended', userId, about: first.id, payload: {} }, now);
  });
}

/** What a message's rows keep: its tag, and the browsers that took it. */
type Pushed = { tag: string; browsers: string[] };
const pushedSchema = z.object({ browsers: z.array(z.string()).default([]) });

/** Whether a newer message of this tag was sent to the same reader, or is on its way. */
async function isOutdated(
  { db }: World,
  { id, userId, attempts, rows }: Message,
  tag: string,
): Promise<boolean> {
  if (attempts === 0 || userId === null) return false;
  const createdAt = new Date(Math.max(...rows.map((row) => row.createdAt.getTime())));
  const isNewer = and(
    eq(outbox.userId, userId),
    eq(outbox.channel, 'push'),
    gt(outbox.createdAt, createdAt),
    ne(outbox.messageId, id),
    sql`${outbox.payload} ->> 'tag' = ${tag}`,
  );
  const [newer] = await db.select({ id: outbox.id }).from(outbox).where(isNewer).limit(1);
  return newer !== undefined;
}

async function noteBrowsers({ db }: World, { id }: Message, pushed: Pushed): Promise<void> {
  await db
    .update(outbox)
    .set({ payload: sql`${outbox.payload} || ${JSON.stringify(pushed)}::jsonb` })
    .where(eq(outbox.messageId, id));
}

type Push = {
  browser: Subscription;
  payload: PushPayload;
  message: Message;
  signal: AbortSignal;
};
/** `failure`: why it has to be tried again; null where there is nothing more to do. */
type Result = { id: string; isTaken: boolean; isGone: boolean; failure: string | null };

async function sendTo(
  { db, clock, log }: World,
  sender: PushSender,
  { browser, payload, message, signal }: Push,
): Promise<Result> {
  const { id } = browser;
  // 32 characters of base64url at most (RFC 8030, 5.4).
  const topic = message.id.replaceAll('-', '');
  const outcome = await sender.send(browser, payload, { topic, signal });
  const isThis = eq(pushSubscriptions.id, id);
  switch (outcome.kind) {
    case 'gone':
      return { id, isTaken: false, isGone: true, failure: null };
    case 'later':
      return { id, isTaken: false, isGone: false, failure: outcome.answer };
    case 'refused':
      log.error({ answer: outcome.answer }, 'a push service refused a message');
      break;
    case 'sent':
  }
  // At once: where this process ends before the others have answered, it is known of this one.
  await db
    .update(pushSubscriptions)
    .set({ lastMessageId: message.id, lastSentAt: clock.now() })
    .where(isThis);
  return { id, isTaken: true, isGone: false, failure: null };
}
