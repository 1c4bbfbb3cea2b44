import { and, eq, gt, lt } from 'drizzle-orm';
import type { Provider } from '#shared/site/paths.ts';
import type { App } from '#server/app.ts';
import { identities, waitingIdentities } from '#server/core/db/schema/identity.ts';
import { hashOfSecret, type BrowserSecret } from './browser-secret.ts';
import type { IdentityClaims } from './claims.ts';
import { attemptLifetimeMs } from './sign-in-attempts.ts';

type World = Pick<App, 'db' | 'clock'>;

/** An identity, and the account that it may be linked to in this browser. */
type Waiting = { provider: Provider; claims: IdentityClaims; userId: string };

/**
 * Stores, for ten minutes and this browser, an identity whose address belongs to another account.
 * It is linked to that account when its user signs in to it (`joinWaitingIdentities`).
 */
export async function storeWaitingIdentity(
  { db, clock }: World,
  browserSecret: BrowserSecret,
  { provider, claims, userId }: Waiting,
): Promise<void> {
  const { subject, email, emailVerified, emailAuthoritative } = claims;
  const waiting = {
    userId,
    email,
    emailVerified,
    emailAuthoritative,
    expiresAt: new Date(clock.now().getTime() + attemptLifetimeMs),
  };
  await db
    .insert(waitingIdentities)
    .values({ browserHash: hashOfSecret(browserSecret), provider, subject, ...waiting })
    .onConflictDoUpdate({
      target: [
        waitingIdentities.browserHash,
        waitingIdentities.provider,
        waitingIdentities.subject,
      ],
      set: waiting,
    });
}

/**
 * Links this browser's waiting identities to a user who has just signed in. An identity that
 * meanwhile belongs to another user stays theirs.
 */
export async function joinWaitingIdentities(
  { db, clock }: World,
  browserSecret: BrowserSecret,
  userId: string,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const taken = await tx
      .delete(waitingIdentities)
      .where(
        and(
          eq(waitingIdentities.browserHash, hashOfSecret(browserSecret)),
          eq(waitingIdentities.userId, userId),
          gt(waitingIdentities.expiresAt, now),
        ),
      )
      .returning();
    if (taken.length === 0) return;
    await tx
      .insert(identities)
      .values(taken.map((one) => ({ ...identityOf(one), createdAt: now, lastUsedAt: now })))
      .onConflictDoNothing();
  });
}

function identityOf(waiting: typeof waitingIdentities.$inferSelect) {
  const { provider, subject, userId, email, emailVerified, emailAuthoritative } = waiting;
  return { provider, subject, userId, email, emailVerified, emailAuthoritative };
}

/** Deletes expired ones. */
export async function sweepWaitingIdentities({ db, clock }: World): Promise<void> {
  await db.delete(waitingIdentities).where(lt(waitingIdentities.expiresAt, clock.now()));
}
