import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import { blockedReadersPageSize } from '#shared/constants.ts';
import type { BlockedReader } from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import { hasStaffPower } from '#shared/site/staff-powers.ts';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { comments, moderationActs } from '#server/core/db/schema/community.ts';
import { blockedReaders } from '#server/core/db/schema/conversation.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { lockAddressee, writeLetter } from '#server/core/queue/write-letter.ts';
import type { User } from '#server/people/identity/sessions.ts';
import type { Cursor } from '#server/core/http/cursor.ts';
import { wasReported } from './moderate-comment.ts';

/** Whose novels, and which reader. */
type Block = { authorId: string; userId: string };

const isBlock = ({ authorId, userId }: Block) =>
  and(eq(blockedReaders.authorId, authorId), eq(blockedReaders.userId, userId));

/** Whether an author has blocked a reader; nobody has where the novel has no owner. */
export async function isBlockedBy(
  db: Database,
  authorId: string | null,
  userId: string,
): Promise<boolean> {
  if (authorId === null) return false;
  const [row] = await db
    .select({ userId: blockedReaders.userId })
    .from(blockedReaders)
    .where(isBlock({ authorId, userId }));
  return row !== undefined;
}

const owned = alias(novels, 'owned');

/** Whether an author may block the person of a row of `users`: no admin, and none of their team. */
export const isBlockable = (authorId: SQL | typeof novels.ownerId): SQL<boolean> =>
  sql<boolean>`(${users.role} <> 'admin' and ${users.id} <> ${authorId} and not exists (
    select from ${novels} as owned join ${novelMembers} on ${novelMembers.novelId} = ${owned.id}
    where ${owned.ownerId} = ${authorId} and ${novelMembers.userId} = ${users.id}))`;

/**
 * Keeps a reader from commenting on an author's novels, and records the reason in the moderation
 * log. Staff who do it for the author write to the reader (`restriction`). Idempotent. Refuses
 * `NOT_FOUND` for an erased account, `FORBIDDEN` for the author, for members
 * of the author's novels and for an admin.
 */
export function blockReader(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { id: actorId, role }: Pick<User, 'id' | 'role'>,
  { authorId, userId, reason }: Block & { reason: string },
): Promise<Refusal | null> {
  const createdAt = clock.now();
  return db.transaction(async (tx) => {
    if (!(await lockAddressee(tx, userId))) return refuse('NOT_FOUND', messages.personMissing);
    const blockable = and(eq(users.id, userId), isBlockable(sql`${authorId}::uuid`));
    if ((await tx.$count(users, blockable)) === 0) {
      return refuse('FORBIDDEN', messages.blockOfAdmin);
    }
    const added = await tx
      .insert(blockedReaders)
      .values({ authorId, userId, createdAt })
      .onConflictDoNothing()
      .returning({ userId: blockedReaders.userId });
    if (added.length === 0) return null;
    const details = { authorId };
    await tx
      .insert(moderationActs)
      .values({ actorId, act: 'person.blocked', subjectId: userId, reason, details, createdAt });
    if (actorId !== authorId && hasStaffPower(role, 'moderate')) {
      const isReported = await wasReported(tx, eq(comments.userId, userId));
      const act = 'person.blocked' as const;
      const payload = { act, aboutId: authorId, facts: reason, isReported };
      const about = `${authorId}:${userId}:${createdAt.toISOString()}`;
      await writeLetter(tx, { kind: 'restriction', userId, about, payload }, createdAt);
    }
    return null;
  });
}

/** Lets a reader comment again on an author's novels; where staff lift it, writes to the reader. Idempotent. */
export async function unblockReader(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { authorId, userId }: Block,
  by?: { actorId: string; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockAddressee(tx, userId))) return;
    const gone = await tx
      .delete(blockedReaders)
      .where(isBlock({ authorId, userId }))
      .returning({ userId: blockedReaders.userId });
    if (gone.length === 0) return;
    const about = uuidv7();
    const createdAt = clock.now();
    await tx.insert(moderationActs).values({
      ...(by ?? { actorId: authorId }),
      id: about,
      act: 'person.unblocked',
      subjectId: userId,
      details: { authorId },
      createdAt,
    });
    const payload = { act: 'person.unblocked', aboutId: authorId } as const;
    const letter = { kind: 'restriction', userId, about, payload } as const;
    if (by) await writeLetter(tx, letter, createdAt);
  });
}

const shownName = sql<string>`coalesce(nullif(${users.displayName}, ''), ${users.name})`;

/** Who has blocked a reader, last first. */
export const listBlockers = (db: Database, userId: string) =>
  db
    .select({ _id: users.id, name: shownName })
    .from(blockedReaders)
    .innerJoin(users, eq(users.id, blockedReaders.authorId))
    .where(eq(blockedReaders.userId, userId))
    .orderBy(desc(blockedReaders.createdAt));

/** A page of the readers whom an author has blocked, last blocked first. */
export async function listBlockedReaders(
  db: Database,
  authorId: string,
  after: Cursor | null,
): Promise<{ readers: BlockedReader[]; next: Cursor | null }> {
  const rows = await db
    .select({ id: users.id, name: users.displayName, createdAt: blockedReaders.createdAt })
    .from(blockedReaders)
    .innerJoin(users, eq(users.id, blockedReaders.userId))
    .where(
      and(
        eq(blockedReaders.authorId, authorId),
        after
          ? sql`(${blockedReaders.createdAt}, ${blockedReaders.userId}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(blockedReaders.createdAt), desc(blockedReaders.userId))
    .limit(blockedReadersPageSize + 1);
  const shown = rows.slice(0, blockedReadersPageSize);
  const last = shown.at(-1);
  return {
    readers: shown.map(({ id, name, createdAt }) => ({
      _id: id,
      name,
      date: createdAt.toISOString(),
    })),
    next: rows.length > shown.length && last ? { createdAt: last.createdAt, id: last.id } : null,
  };
}
