import { and, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { NoticeSettingsBody, setNoticeSettings } from '#shared/contracts/notices.ts';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import { mailBounces, noticeSettings } from '#server/core/db/schema/outbox.ts';
import type { SignedIn, User } from '#server/people/identity/sessions.ts';
import { listSubscriptions } from './push/subscriptions.ts';

type World = Pick<App, 'db' | 'clock' | 'mailer' | 'pushSender'>;
type Input = z.output<(typeof setNoticeSettings)['body']>;

/** What a user asked to be told, and what the site offers. */
export async function readSettings(
  world: World,
  { user, sessionId }: Pick<SignedIn, 'user' | 'sessionId'>,
): Promise<NoticeSettingsBody> {
  const { db, mailer, pushSender } = world;
  const [settings] = await db
    .select()
    .from(noticeSettings)
    .where(eq(noticeSettings.userId, user.id));
  const [bounce] = await db.select().from(mailBounces).where(eq(mailBounces.userId, user.id));
  const browsers = await listSubscriptions(world, user.id);
  const { quietFromHour: fromHour = null, quietUntilHour: untilHour = null } = settings ?? {};
  return {
    email: settings?.emailPace ?? 'off',
    push: settings?.pushPace ?? 'off',
    quiet: fromHour === null || untilHour === null ? null : { fromHour, untilHour },
    offers: { email: mailer !== null, push: pushSender !== null },
    address: user.email,
    hasBounced: user.email !== null && bounce?.address === user.email,
    pushKey: pushSender?.publicKey ?? null,
    browsers: browsers.length,
    isHere: browsers.some((browser) => browser.sessionId === sessionId),
  };
}

/** Sets what a user asks to be told; whatever is not `off` is their yes, dated the first time. */
export async function saveSettings(world: World, user: User, input: Input): Promise<void> {
  const { db, clock } = world;
  const now = clock.now();
  const nowValue = sql`${sql.param(now, noticeSettings.updatedAt)}::timestamptz`;
  const set = {
    emailPace: input.email,
    pushPace: input.push,
    quietFromHour: input.quiet?.fromHour ?? null,
    quietUntilHour: input.quiet?.untilHour ?? null,
    updatedAt: now,
  };
  await db.transaction(async (tx) => {
    await tx
      .insert(noticeSettings)
      .values({
        userId: user.id,
        ...set,
        emailAgreedAt: input.email === 'off' ? null : now,
        pushAgreedAt: input.push === 'off' ? null : now,
      })
      .onConflictDoUpdate({
        target: noticeSettings.userId,
        set: {
          ...set,
          // A yes that was taken back and given again is a new one.
          emailAgreedAt: input.email === 'off' ? null : agreedAt('email', nowValue),
          pushAgreedAt: input.push === 'off' ? null : agreedAt('push', nowValue),
        },
      });
    if (input.email !== 'off') {
      await tx.delete(mailBounces).where(eq(mailBounces.userId, user.id));
    }
  });
}

function agreedAt(channel: 'email' | 'push', now: ReturnType<typeof sql>) {
  const column = channel === 'email' ? noticeSettings.emailAgreedAt : noticeSettings.pushAgreedAt;
  return sql`coalesce(${column}, ${now})`;
}

/** Whether a user is sent e-mails that can be ended. */
export async function wantsEmails(db: Database, userId: string): Promise<boolean> {
  const wants = and(eq(noticeSettings.userId, userId), ne(noticeSettings.emailPace, 'off'));
  return (await db.$count(noticeSettings, wants)) > 0;
}

/** Ends the e-mails that a user asked for; what is about their account or money still comes. Idempotent. */
export async function endEmails(
  { db, clock }: { db: Database; clock: App['clock'] },
  userId: string,
) {
  await db
    .update(noticeSettings)
    .set({ emailPace: 'off', emailAgreedAt: null, updatedAt: clock.now() })
    .where(eq(noticeSettings.userId, userId));
}
