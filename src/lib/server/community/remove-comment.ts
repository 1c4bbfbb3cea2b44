import { and, eq, isNull, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { chapters } from '../db/schema/catalogue.ts';
import { commentReports, comments, moderationActs } from '../db/schema/community.ts';
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts';
import type { User } from '../identity/sessions.ts';

/**
 * Removes a comment: its words and its mention go, its place in the thread stays. Open reports of
 * it are settled. What an admin removes of others is noted, with the reason and without the words.
 * Removed twice, it counts once. Refuses `NOT_FOUND`, or `FORBIDDEN` to somebody else.
 * @returns how many comments the chapter has now.
 */
export async function removeComment(
  { db, clock, changed }: Pick<App, 'db' | 'clock' | 'changed'>,
  caller: User,
  id: string,
  reason: string,
): Promise<number | Refusal> {
  const now = clock.now();
  const result = await db.transaction(async (tx) => {
    // Not “for update”: a reply that is being written holds the chapter and refers to this row.
    const [comment] = await tx
      .select()
      .from(comments)
      .where(eq(comments.id, id))
      .for('no key update');
    if (!comment) return refuse('NOT_FOUND', messages.commentMissing);
    const { chapterId } = comment;
    const isOwn = comment.userId === caller.id;
    if (!isOwn && caller.role !== 'admin') return refuse('FORBIDDEN', messages.forbidden);
    if (comment.removedAt !== null) {
      return { chapterId, comments: await count(tx, chapterId, 0), isNew: false };
    }
    await tx
      .update(comments)
      .set({
        text: messages.commentRemoved,
        mentionId: null,
        mentionName: null,
        removedAt: now,
        removedBy: caller.id,
      })
      .where(eq(comments.id, id));
    await tx
      .update(commentReports)
      .set({ settledAt: now })
      .where(and(eq(commentReports.commentId, id), isNull(commentReports.settledAt)));
    if (!isOwn) {
      await tx.insert(moderationActs).values({
        actorId: caller.id,
        act: 'comment.removed',
        subjectId: id,
        reason,
        createdAt: now,
      });
    }
    return { chapterId, comments: await count(tx, chapterId, -1), isNew: true };
  });
  if (isRefusal(result)) return result;
  if (result.isNew) await changed([`chapter:${result.chapterId}`]);
  return result.comments;
}

async function count(tx: Database, chapterId: string, by: 0 | -1): Promise<number> {
  const [counted] = await tx
    .update(chapters)
    .set({ comments: sql`${chapters.comments} + ${by}` })
    .where(eq(chapters.id, chapterId))
    .returning({ comments: chapters.comments });
  if (!counted) throw new Error('a comment has no chapter');
  return counted.comments;
}
