import { createHash, randomBytes } from 'node:crypto';
import { and, count, eq, gt, lte, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { InvitationBody } from '#shared/contracts/novel-team.ts';
import { teamMax } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import type { MemberRole } from '#shared/site/novel-powers.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { novelInvitations, novelMembers } from '#server/core/db/schema/people.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { findOwnNovel, type Author } from '#server/people/novel-powers/own-work.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';

type World = Pick<App, 'db' | 'clock'>;
export type InvitationRow = typeof novelInvitations.$inferSelect;

const validMs = 14 * 86_400_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Invites by a secret that is returned once and stored as its hash; 409 `LIMIT_REACHED`. */
export async function invite(
  { db, clock }: World,
  author: Author,
  novelId: string,
  { role, note }: { role: MemberRole; note: string },
): Promise<{ invitation: InvitationRow; token: string } | Refusal> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  return transactionWithDeadlockRetry(db, async (tx) => {
    const novel = await findOwnNovel(tx, author, novelId, 'people', { lock: true });
    if (isRefusal(novel)) return novel;
    const ofNovel = eq(novelInvitations.novelId, novelId);
    await tx.delete(novelInvitations).where(and(ofNovel, lte(novelInvitations.expiresAt, now)));
    const [waiting] = await tx.select({ n: count() }).from(novelInvitations).where(ofNovel);
    const [joined] = await tx
      .select({ n: count() })
      .from(novelMembers)
      .where(eq(novelMembers.novelId, novelId));
    if ((waiting?.n ?? 0) + (joined?.n ?? 0) >= teamMax) {
      return refuse('LIMIT_REACHED', messages.studio.teamFull);
    }
    const expiresAt = new Date(now.getTime() + validMs);
    const [invitation] = await tx
      .insert(novelInvitations)
      .values({
        id: uuidv7(),
        novelId,
        invitedBy: author.id,
        role,
        note,
        tokenHash: hashOf(token),
        createdAt: now,
        expiresAt,
      })
      .returning();
    if (!invitation) throw new Error('an invitation that was inserted is not there');
    return { invitation, token };
  });
}

/** Withdraws an invitation. Refuses as `findOwnNovel`, and 404 for one that is gone. */
export async function withdrawInvitation(
  { db }: World,
  author: Author,
  id: string,
): Promise<Refusal | null> {
  const [found] = await db.select().from(novelInvitations).where(eq(novelInvitations.id, id));
  if (!found) return refuse('NOT_FOUND', messages.studio.invitationGone);
  const novel = await findOwnNovel(db, author, found.novelId, 'people');
  if (isRefusal(novel)) return novel;
  await db.delete(novelInvitations).where(eq(novelInvitations.id, id));
  return null;
}

/** Who invites this user to which novel; 404 `NOT_FOUND` for a link that is not valid. */
export async function readInvitation(
  { db, clock }: World,
  userId: string,
  token: string,
): Promise<InvitationBody | Refusal> {
  const [found] = await db
    .select({
      novelTitle: novels.title,
      inviterName: sql<string>`coalesce(nullif(${users.displayName}, ''), ${users.name})`,
      role: novelInvitations.role,
      expiresAt: novelInvitations.expiresAt,
      ownerId: novels.ownerId,
      memberRole: novelMembers.role,
    })
    .from(novelInvitations)
    .innerJoin(novels, eq(novels.id, novelInvitations.novelId))
    .innerJoin(users, eq(users.id, novelInvitations.invitedBy))
    .leftJoin(
      novelMembers,
      and(eq(novelMembers.novelId, novels.id), eq(novelMembers.userId, userId)),
    )
    .where(isValid(token, clock.now()));
  if (!found) return refuse('NOT_FOUND', messages.studio.invitationGone);
  const { ownerId, memberRole, expiresAt, ...invitation } = found;
  const currentRole = ownerId === userId ? 'owner' : memberRole;
  return { ...invitation, currentRole, expiresAt: expiresAt.toISOString() };
}

/**
 * Uses up a link: the user joins the novel, or does not want to. A member gets the new role. The
 * owner, who tries the link out, does not use it up. @returns the novel, null for a declined one, 404
 * for a link that is not valid.
 */
export async function answerInvitation(
  { db, clock }: World,
  userId: string,
  { token, isAccepted }: { token: string; isAccepted: boolean },
): Promise<string | null | Refusal> {
  const gone = refuse('NOT_FOUND', messages.studio.invitationGone);
  const now = clock.now();
  return transactionWithDeadlockRetry(db, async (tx) => {
    const [seen] = await tx.select().from(novelInvitations).where(isValid(token, now));
    if (!seen) return gone;
    // The novel first, as everywhere: removing and joining never cross.
    const [novel] = await lockNovel(tx, seen.novelId);
    if (novel?.ownerId === userId) return novel.id;
    const [taken] = await tx.delete(novelInvitations).where(isValid(token, now)).returning();
    if (!novel || !taken) return gone;
    if (!isAccepted) return null;
    const { role } = taken;
    await tx
      .insert(novelMembers)
      .values({ novelId: novel.id, userId, role, joinedAt: now })
      .onConflictDoUpdate({
        target: [novelMembers.novelId, novelMembers.userId],
        set: { role },
      });
    return novel.id;
  });
}

const isValid = (token: string, now: Date) =>
  and(eq(novelInvitations.tokenHash, hashOf(token)), gt(novelInvitations.expiresAt, now));

const lockNovel = (tx: Database, id: string) =>
  tx.select().from(novels).where(eq(novels.id, id)).for('no key update');
