import { and, asc, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { sessions } from '#server/core/db/schema/identity.ts';
import { pushSubscriptions } from '#server/core/db/schema/outbox.ts';
import type { PushTarget } from './push-sender.ts';

/** Browsers of one reader that are told; the one subscribed first gives way to another. */
const subscriptionsMax = 20;

type World = Pick<App, 'db' | 'clock'>;
type Owner = { userId: string; sessionId: string };

/**
 * Keeps a browser's subscription for the session that it is signed in with. The same endpoint again
 * belongs to who sent it last: whoever signs in on a browser takes over what it shows. Idempotent.
 */
export async function addSubscription(
  { db, clock }: World,
  { userId, sessionId }: Owner,
  target: PushTarget & { expiresAt: Date | null },
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const [session] = await tx
      .select({ device: sessions.device })
      .from(sessions)
      .where(eq(sessions.id, sessionId));
    const owned = { userId, sessionId, device: session?.device ?? '', ...target };
    await tx
      .insert(pushSubscriptions)
      .values({ ...owned, createdAt: now })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: owned });
    const current = tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
      .offset(subscriptionsMax);
    await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, current));
  });
}

/** Ends this user's subscription at an endpoint. Idempotent. */
export async function endSubscription(
  db: Database,
  userId: string,
  endpoint: string,
): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
}

/** A browser of a reader that shows messages. */
export type Subscription = typeof pushSubscriptions.$inferSelect;

/** This user's browsers that are signed in, the first one first. */
export async function listSubscriptions(
  { db, clock }: World,
  userId: string,
): Promise<Subscription[]> {
  const now = clock.now();
  const isSignedIn = and(
    eq(sessions.id, pushSubscriptions.sessionId),
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, now),
  );
  const rows = await db
    .select({ subscription: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(sessions, isSignedIn)
    .where(
      and(
        eq(pushSubscriptions.userId, userId),
        or(isNull(pushSubscriptions.expiresAt), gt(pushSubscriptions.expiresAt, now)),
      ),
    )
    .orderBy(asc(pushSubscriptions.createdAt))
    .limit(subscriptionsMax);
  return rows.map(({ subscription }) => subscription);
}
