import { and, eq, exists, inArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { messages } from '#shared/messages.ts';
import type { NovelPower } from '#shared/site/novel-powers.ts';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import type { comments } from '#server/core/db/schema/community.ts';
import { heldComments, inboxEntries } from '#server/core/db/schema/conversation.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { typoReports } from '#server/core/db/schema/typos.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import { commentedTag } from '#server/core/pagecache/tags.ts';
import type { Author } from '#server/people/novel-powers/own-work.ts';
import { hasPowerOn } from '#server/people/novel-powers/membership.ts';
import { countComments, lockComment } from './take-out-comment.ts';

/**
 * Marks entries of novels as read, or as unread, for their teams: comments by who answers them, reports
 * of typos by every role; others are ignored. Idempotent.
 * @returns how many were changed.
 */
export async function markRead(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  author: Author,
  { ids, isRead }: { ids: readonly string[]; isRead: boolean },
): Promise<number> {
  const readAt = isRead ? clock.now() : null;
  const isOwn = (novelId: PgColumn, power: NovelPower) =>
    exists(
      db
        .select({ id: novels.id })
        .from(novels)
        .where(and(eq(novels.id, novelId), hasPowerOn(db, author, power))),
    );
  const comments = await db
    .update(inboxEntries)
    .set({ readAt })
    .where(
      and(
        inArray(inboxEntries.commentId, [...ids]),
        isOwn(inboxEntries.novelId, 'comments'),
        sql`(${inboxEntries.readAt} is null) = ${isRead}`,
      ),
    )
    .returning({ id: inboxEntries.commentId });
  const typos = await db
    .update(typoReports)
    .set({ readAt })
    .where(
      and(
        inArray(typoReports.id, [...ids]),
        isOwn(typoReports.novelId, 'seeDrafts'),
        sql`(${typoReports.readAt} is null) = ${isRead}`,
      ),
    )
    .returning({ id: typoReports.id });
  return comments.length + typos.length;
}

/** Says whether a comment waits for an answer; one that is removed never does. Idempotent. */
export async function setClosed(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  id: string,
  isSettled: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    const comment = await lockComment(tx, id);
    if (!comment || (comment.removedAt !== null && !isSettled)) return;
    const now = clock.now();
    await tx
      .update(inboxEntries)
      .set({ settledAt: isSettled ? now : null, ...(isSettled && { readAt: readOr(now) }) })
      .where(
        and(
          eq(inboxEntries.commentId, id),
          sql`(${inboxEntries.settledAt} is null) = ${isSettled}`,
        ),
      );
  });
}

const readOr = (now: Date) =>
  sql`coalesce(${inboxEntries.readAt}, ${sql.param(now, inboxEntries.readAt)})`;

/**
 * Shows a held comment to everybody and counts it; from now on it waits for an answer. Idempotent.
 * Refuses `NOT_FOUND` for a comment that was removed meanwhile.
 */
export async function approveComment(
  { db, clock, changed }: Pick<App, 'db' | 'clock' | 'changed'>,
  id: string,
): Promise<Refusal | null> {
  const result = await db.transaction(async (tx) => {
    const comment = await lockComment(tx, id);
    if (comment?.removedAt !== null) {
      return refuse('NOT_FOUND', messages.commentMissing);
    }
    const isNew = await release(tx, comment, clock.now());
    return { tag: commentedTag(comment), isNew };
  });
  if ('refusal' in result) return result;
  if (result.isNew) await changed([result.tag]);
  return null;
}

async function release(
  tx: Database,
  { id, chapterId }: typeof comments.$inferSelect,
  now: Date,
): Promise<boolean> {
  const released = await tx.delete(heldComments).where(eq(heldComments.commentId, id)).returning();
  if (released.length === 0) return false;
  await countComments(tx, chapterId, 1);
  await tx
    .update(inboxEntries)
    .set({ settledAt: null, readAt: readOr(now) })
    .where(eq(inboxEntries.commentId, id));
  return true;
}
