import { eq } from 'drizzle-orm';
import { payMessages } from '#shared/money/pay-messages.ts';
import type { App } from '#server/app.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { earningShares } from '#server/core/db/schema/earnings.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { Share } from './shares.ts';

/**
 * Sets a share from a day on; for a day gone by it corrects the next month. Of two that begin on one
 * day the later set counts. 404 for an unknown novel or author.
 * @param setBy the admin; null for the command.
 */
export async function setShare(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  share: Share,
  setBy: string | null,
): Promise<Refusal | null> {
  const { novelId, authorId } = share;
  const isKnown =
    (novelId === null || (await db.$count(novels, eq(novels.id, novelId))) > 0) &&
    (authorId === null || (await db.$count(users, eq(users.id, authorId))) > 0);
  if (!isKnown) return refuse('NOT_FOUND', payMessages.shareScope);
  await db.insert(earningShares).values({ ...share, setBy, createdAt: clock.now() });
  return null;
}
