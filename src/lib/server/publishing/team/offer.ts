import { and, count, eq, isNotNull } from 'drizzle-orm';
import { isAuthor } from '#shared/site/staff-powers.ts';
import { studioLimits } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { novelInvitations, novelMembers } from '#server/core/db/schema/people.ts';
import { recordHandover } from '#server/money/earnings/handovers.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { PayloadOf } from '#server/core/queue/letter-kinds.ts';
import { writeLetter } from '#server/core/queue/write-letter.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';
import { lockAuthor } from '../studio/edit-novel.ts';
import { findOwnNovel, type Author } from '#server/people/novel-powers/own-work.ts';
import { isMember } from './team.ts';

type World = Pick<App, 'db' | 'clock'>;

/**
 * Offers a novel to one member; `userId` null withdraws the offer. 404 for a user who is not a member, 403
 * for a member whose account is not an author's: they could not open what they own.
 */
export async function offerNovel(
  { db, clock }: World,
  author: Author,
  id: string,
  userId: string | null,
): Promise<Refusal | null> {
  return transactionWithDeadlockRetry(db, async (tx) => {
    const novel = await findOwnNovel(tx, author, id, 'transfer', { lock: true });
    if (isRefusal(novel)) return novel;
    if (userId !== null) {
      const refusal = await refuseAsOwner(tx, id, userId);
      if (refusal) return refusal;
    }
    const isOffered = and(eq(novelMembers.novelId, id), isNotNull(novelMembers.offeredAt));
    await tx.update(novelMembers).set({ offeredAt: null }).where(isOffered);
    if (userId === null) return null;
    await tx.update(novelMembers).set({ offeredAt: clock.now() }).where(isMember(id, userId));
    return null;
  });
}

async function refuseAsOwner(tx: Database, id: string, userId: string): Promise<Refusal | null> {
  const [member] = await tx
    .select({ accountRole: users.role })
    .from(novelMembers)
    .innerJoin(users, eq(users.id, novelMembers.userId))
    .where(isMember(id, userId));
  if (!member) return refuse('NOT_FOUND', messages.studio.memberMissing);
  return isAuthor(member.accountRole) ? null : refuse('FORBIDDEN', messages.studio.notAnAuthor);
}

/**
 * The member takes over a novel that is offered to them. In one transaction they become its owner and
 * pending invitations of the previous owner are deleted. The previous owner becomes co-author, unless
 * their account is erased, and gets an e-mail. 404 without an offer.
 */
export async function acceptNovel(
  { db, clock }: World,
  author: Author,
  id: string,
): Promise<Refusal | null> {
  return transactionWithDeadlockRetry(db, async (tx) => {
    const accounts = await lockBoth(tx, author.id, id);
    if (isRefusal(accounts)) return accounts;
    const novel = await findOwnNovel(tx, author, id, 'seeDrafts', { lock: true });
    if (isRefusal(novel)) return novel;
    if (novel.ownerId !== accounts.ownerId) return offerGone;
    const refusal = await refuseAsOwner(tx, id, author.id);
    if (refusal) return refusal;
    const [listed] = await tx
      .select({ novels: count() })
      .from(novels)
      .where(eq(novels.ownerId, author.id));
    if ((listed?.novels ?? 0) >= studioLimits.novels) {
      return refuse('LIMIT_REACHED', messages.studio.novelsFull);
    }
    const [taken] = await tx
      .delete(novelMembers)
      .where(and(isMember(id, author.id), isNotNull(novelMembers.offeredAt)))
      .returning();
    if (!taken) return offerGone;
    // Its creation key was the other's; two of one author's would be the same.
    const owned = { ownerId: author.id, creationKey: null };
    await tx.update(novels).set(owned).where(eq(novels.id, id));
    await recordHandover(tx, id, novel.ownerId, clock.now());
    if (novel.ownerId !== null && accounts.isOwnerPresent) {
      const before = { novelId: id, userId: novel.ownerId, role: 'co_author' as const };
      await tx.insert(novelMembers).values({ ...before, joinedAt: clock.now() });
    }
    const answer = { novelId: id, memberId: author.id, isAccepted: true };
    await notifyOwner(tx, accounts, answer, clock.now());
    await tx.delete(novelInvitations).where(eq(novelInvitations.novelId, id));
    return null;
  });
}

/** The member declines a novel that is offered to them; its owner gets an e-mail. 404 without an offer. */
export async function declineNovel(
  { db, clock }: World,
  author: Author,
  id: string,
): Promise<Refusal | null> {
  return transactionWithDeadlockRetry(db, async (tx) => {
    const accounts = await lockBoth(tx, author.id, id);
    if (isRefusal(accounts)) return accounts;
    const novel = await findOwnNovel(tx, author, id, 'seeDrafts', { lock: true });
    if (isRefusal(novel)) return novel;
    if (novel.ownerId !== accounts.ownerId) return offerGone;
    const declined = await tx
      .update(novelMembers)
      .set({ offeredAt: null })
      .where(and(isMember(id, author.id), isNotNull(novelMembers.offeredAt)))
      .returning();
    if (declined.length === 0) return offerGone;
    const answer = { novelId: id, memberId: author.id, isAccepted: false };
    await notifyOwner(tx, accounts, answer, clock.now());
    return null;
  });
}

/** Writes to who made the offer, unless their account is erased. */
async function notifyOwner(
  tx: Database,
  { ownerId: userId, isOwnerPresent }: Accounts,
  answer: PayloadOf<'offer_answer'>,
  answeredAt: Date,
): Promise<void> {
  if (userId === null || !isOwnerPresent) return;
  const about = `${answer.novelId}:${answeredAt.toISOString()}`;
  await writeLetter(tx, { kind: 'offer_answer', userId, about, payload: answer }, answeredAt);
}

const offerGone = refuse('NOT_FOUND', messages.studio.offerGone);

type Accounts = { ownerId: string | null; isOwnerPresent: boolean };

/** Locks the accounts of who answers and of the owner, before the novel; an erased one stays so. */
async function lockBoth(
  tx: Database,
  userId: string,
  novelId: string,
): Promise<Accounts | Refusal> {
  const [novel] = await tx
    .select({ ownerId: novels.ownerId })
    .from(novels)
    .where(eq(novels.id, novelId));
  const ownerId = novel?.ownerId ?? null;
  const ended = new Map<string, Refusal | null>();
  for (const id of [...new Set([userId, ownerId])].filter((one) => one !== null).toSorted()) {
    ended.set(id, await lockAuthor(tx, id));
  }
  const refusal = ended.get(userId);
  if (refusal) return refusal;
  return { ownerId, isOwnerPresent: ownerId !== null && ended.get(ownerId) === null };
}
