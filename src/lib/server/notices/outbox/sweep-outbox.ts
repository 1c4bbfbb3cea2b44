import { and, inArray, isNotNull, lt, lte, or } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import { sessions } from '#server/core/db/schema/identity.ts';
import { outbox, pushSubscriptions } from '#server/core/db/schema/outbox.ts';

/** Ended rows are kept as long as a question about them is likely. */
const retentionMs = 60 * 24 * 3_600_000;
const rowsPerStatement = 5_000;
/** A round of the job; what is left is for the next one. */
const statementsMax = 40;

/**
 * Deletes what was sent or has failed two months ago, in small portions, and subscriptions of browsers
 * whose session has ended.
 */
export async function sweepOutbox({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - retentionMs);
  for (let count = 0; count < statementsMax; count++) {
    const old = db
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(lt(outbox.createdAt, before), or(isNotNull(outbox.sentAt), isNotNull(outbox.failedAt))),
      )
      .limit(rowsPerStatement);
    const gone = await db
      .delete(outbox)
      .where(inArray(outbox.id, old))
      .returning({ id: outbox.id });
    if (gone.length < rowsPerStatement) break;
  }
  const ended = db.select({ id: sessions.id }).from(sessions).where(isNotNull(sessions.endedAt));
  await db
    .delete(pushSubscriptions)
    .where(or(inArray(pushSubscriptions.sessionId, ended), lte(pushSubscriptions.expiresAt, now)));
}
