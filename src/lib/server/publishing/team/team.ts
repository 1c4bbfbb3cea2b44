import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { isAuthor } from '#shared/site/staff-powers.ts';
import type { TeamBody } from '#shared/contracts/novel-team.ts';
import { messages } from '#shared/messages.ts';
import { may, type MemberRole } from '#shared/site/novel-powers.ts';
import type { App } from '#server/app.ts';
import { countWaiting, waitingFor } from '#server/community/inbox.ts';
import type { Database } from '#server/core/db/database.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { novelInvitations, novelMembers } from '#server/core/db/schema/people.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { findOwnNovel, roleOn, type Author } from '#server/people/novel-powers/own-work.ts';
import type { InvitationRow } from './invitations.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';

type World = Pick<App, 'db' | 'clock'>;

const nameOf = sql<string>`coalesce(nullif(${users.displayName}, ''), ${users.name})`;

/** A person's membership of a novel, by both keys. */
export const isMember = (novelId: string, userId: string) =>
  and(eq(novelMembers.novelId, novelId), eq(novelMembers.userId, userId));

/** Everybody of a novel. Refuses as `findOwnNovel`. */
export async function listTeam(
  { db, clock }: World,
  author: Author,
  novelId: string,
): Promise<TeamBody | Refusal> {
  const novel = await findOwnNovel(db, author, novelId, 'seeDrafts');
  if (isRefusal(novel)) return novel;
  const role = (await roleOn(db, author, novel)) ?? 'proofreader';
  const [members, ownerName, invitations, waiting] = await Promise.all([
    selectMembers(db, novelId),
    selectOwnerName(db, novel.ownerId),
    may(role, 'people') ? selectPending(db, novelId, clock.now()) : [],
    countWaiting(db, [novelId]),
  ]);
  return {
    novel: { _id: novel.id, title: novel.title },
    role,
    waiting: waitingFor(role, waiting.get(novelId)),
    isOffered: members.some(({ user, isOffered }) => isOffered && user._id === author.id),
    owner: novel.ownerId === null ? null : { _id: novel.ownerId, name: ownerName },
    members,
    invitations: invitations.map(toInvitationBody),
  };
}

async function selectOwnerName(db: Database, ownerId: string | null): Promise<string> {
  if (ownerId === null) return '';
  const [owner] = await db.select({ name: nameOf }).from(users).where(eq(users.id, ownerId));
  return owner?.name ?? '';
}

const selectPending = (db: Database, novelId: string, now: Date): Promise<InvitationRow[]> =>
  db
    .select()
    .from(novelInvitations)
    .where(and(eq(novelInvitations.novelId, novelId), gt(novelInvitations.expiresAt, now)))
    .orderBy(asc(novelInvitations.createdAt));

async function selectMembers(db: Database, novelId: string): Promise<TeamBody['members']> {
  const rows = await db
    .select({ member: novelMembers, name: nameOf, accountRole: users.role })
    .from(novelMembers)
    .innerJoin(users, eq(users.id, novelMembers.userId))
    .where(eq(novelMembers.novelId, novelId))
    .orderBy(asc(novelMembers.joinedAt));
  return rows.map(({ member, name, accountRole }) => ({
    user: { _id: member.userId, name },
    role: member.role,
    isOffered: member.offeredAt !== null,
    mayOwn: isAuthor(accountRole),
  }));
}

export const toInvitationBody = ({ id, role, note, createdAt, expiresAt }: InvitationRow) => ({
  _id: id,
  role,
  note,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

/** Gives a member another role; 404 for a user who is not a member. */
export async function setMemberRole(
  { db }: World,
  author: Author,
  { id, userId }: { id: string; userId: string },
  role: MemberRole,
): Promise<Refusal | null> {
  return transactionWithDeadlockRetry(db, async (tx) => {
    const novel = await findOwnNovel(tx, author, id, 'people', { lock: true });
    if (isRefusal(novel)) return novel;
    const changed = await tx
      .update(novelMembers)
      .set({ role })
      .where(isMember(id, userId))
      .returning();
    return changed.length > 0 ? null : refuse('NOT_FOUND', messages.studio.memberMissing);
  });
}

/** Removes a member, with an offer that was made to them. Members may remove themselves. */
export async function removeMember(
  { db }: World,
  author: Author,
  { id, userId }: { id: string; userId: string },
): Promise<Refusal | null> {
  const power = userId === author.id ? 'seeDrafts' : 'people';
  return transactionWithDeadlockRetry(db, async (tx) => {
    const novel = await findOwnNovel(tx, author, id, power, { lock: true });
    if (isRefusal(novel)) return novel;
    const removed = await tx.delete(novelMembers).where(isMember(id, userId)).returning();
    return removed.length > 0 ? null : refuse('NOT_FOUND', messages.studio.memberMissing);
  });
}
