/** Addresses that do not take our e-mails: their readers get no more of what they asked for (decision 77). */
import { and, eq, isNotNull } from 'drizzle-orm';
import { asciiAddress } from '#shared/site/email-address.ts';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { mailBounces, outbox } from '#server/core/db/schema/outbox.ts';
import { readDeliveryReport } from './mail/delivery-report.ts';

type Bounce = Omit<typeof mailBounces.$inferInsert, 'userId'>;

/** Notes that a user's address refuses our e-mails; the newest answer counts. */
export async function noteBounce(db: Database, userId: string, bounce: Bounce): Promise<void> {
  await db
    .insert(mailBounces)
    .values({ userId, ...bounce })
    .onConflictDoUpdate({ target: mailBounces.userId, set: bounce });
}

/**
 * Takes an e-mail that was sent to `MAIL_FROM`: one that says that ours came back for good is noted. Anybody
 * may write there, so it counts only with the Message-ID of an e-mail of ours, which only its reader and
 * the mail servers know, and with the address that its reader has now. Idempotent.
 * @returns the address; null where it says nothing of that kind.
 */
export async function takeReport(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  raw: Uint8Array,
): Promise<string | null> {
  const returned = await readDeliveryReport(raw);
  if (!returned) return null;
  const { messageId, recipients, answer } = returned;
  const [reader] = await db
    .select({ id: users.id, email: users.email })
    .from(outbox)
    .innerJoin(users, eq(users.id, outbox.userId))
    .where(
      and(eq(outbox.messageId, messageId), eq(outbox.channel, 'email'), isNotNull(users.email)),
    )
    .limit(1);
  const address = reader?.email ?? null;
  if (!reader || address === null) return null;
  if (!recipients.includes(asciiAddress(address.toLowerCase()))) return null;
  await noteBounce(db, reader.id, { address, answer, bouncedAt: clock.now() });
  return address;
}
