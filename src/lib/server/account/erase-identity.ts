/** Name, address and sign-in identities: all that ties an account to a person. */
import { and, eq, inArray, ne } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { Database } from '../db/database.ts';
import { images } from '../db/schema/catalogue.ts';
import { identities, sessions, users, waitingIdentities } from '../db/schema/identity.ts';
import { creditTransactions, stripeCustomers } from '../db/schema/money.ts';
import {
  challengeLocks,
  challengePasses,
  challenges,
  premiumOpenings,
  readingPaces,
} from '../db/schema/protection.ts';
import { imageTag } from '../pagecache/tags.ts';

type Person = Pick<typeof users.$inferSelect, 'id' | 'profileImage'>;

/**
 * Empties the row and deletes what points to the person. @returns tags of the pages that
 * change.
 */
export async function eraseIdentity(tx: Database, person: Person, now: Date): Promise<string[]> {
  const { id } = person;
  const theirs = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, id));
  await tx.delete(challengePasses).where(inArray(challengePasses.sessionId, theirs));
  await tx.delete(sessions).where(eq(sessions.userId, id));
  await tx.delete(identities).where(eq(identities.userId, id));
  await tx.delete(waitingIdentities).where(eq(waitingIdentities.userId, id));
  await tx.delete(challenges).where(eq(challenges.subject, `user:${id}`));
  await tx.delete(challengeLocks).where(eq(challengeLocks.subject, `user:${id}`));
  await tx.delete(premiumOpenings).where(eq(premiumOpenings.userId, id));
  await tx.delete(readingPaces).where(eq(readingPaces.userId, id));
  await tx.delete(stripeCustomers).where(eq(stripeCustomers.userId, id));
  // Nothing was paid, so no invoice needs the billing details.
  await tx
    .update(creditTransactions)
    .set({ billing: {} })
    .where(and(eq(creditTransactions.userId, id), eq(creditTransactions.status, 'failed')));
  await tx
    .update(users)
    .set({
      name: messages.accountGone,
      displayName: messages.accountGone,
      email: null,
      firstName: '',
      lastName: '',
      bio: '',
      preferredGenres: [],
      profileImage: null,
      role: 'reader',
      readerPreferences: null,
      readerPreferencesAt: null,
      commentsSuspendedUntil: null,
      newsSeenUntil: null,
      statementsSeenMonth: null,
      updatedAt: now,
      erasedAt: now,
    })
    .where(eq(users.id, id));
  return erasePicture(tx, person);
}

/** Deletes the picture, unless another user has the same one. */
async function erasePicture(tx: Database, { id, profileImage }: Person): Promise<string[]> {
  const [, hash] = /^\/images\/([0-9a-f]{32})-/.exec(profileImage ?? '') ?? [];
  if (profileImage === null || hash === undefined) return [];
  const isShared = and(eq(users.profileImage, profileImage), ne(users.id, id));
  if ((await tx.$count(users, isShared)) > 0) return [];
  await tx.delete(images).where(eq(images.hash, hash));
  return [imageTag(hash)];
}
