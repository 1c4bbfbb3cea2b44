import { and, eq, isNull, sql } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { commentReports, comments, withheldComments } from '#server/core/db/schema/community.ts';
import { heldComments, inboxEntries } from '#server/core/db/schema/conversation.ts';

type Comment = typeof comments.$inferSelect;

/**
 * Locks a comment, removed or not, until the transaction ends. Not “for update”: a reply being
 * written locks the chapter and references this row.
 */
export async function lockComment(tx: Database, id: string): Promise<Comment | null> {
  const [comment] = await tx
    .select()
    .from(comments)
    .where(eq(comments.id, id))
    .for('no key update');
  return comment ?? null;
}

type Removal = { by: string | null; at: Date; isWithheld: boolean };

/**
 * Removes a comment's words and mention; its place in the thread stays. Withheld words are stored
 * apart, so that they can be restored. Open reports are settled, and no answer is due.
 * @returns the chapter's number of comments.
 */
export async function takeOut(tx: Database, comment: Comment, removal: Removal): Promise<number> {
  const { id, text, mentionId } = comment;
  if (removal.isWithheld) {
    const words = { commentId: id, text, mentionId, withheldAt: removal.at };
    await tx.insert(withheldComments).values(words);
  }
  await tx
    .update(comments)
    .set({
      text: messages.commentRemoved,
      mentionId: null,
      mentionName: null,
      removedAt: removal.at,
      removedBy: removal.by,
    })
    .where(eq(comments.id, id));
  await closeReports(tx, id, removal.at);
  await closeEntry(tx, id, removal.at);
  // A comment that waited for approval was not counted.
  const released = await tx.delete(heldComments).where(eq(heldComments.commentId, id)).returning();
  return countComments(tx, comment.chapterId, released.length > 0 ? 0 : -1);
}

/** A comment waits for no answer of the novel's author any more; the first answer is kept. */
export async function closeEntry(
  tx: Database,
  commentId: string,
  at: Date,
  answerId: string | null = null,
): Promise<void> {
  await tx
    .update(inboxEntries)
    .set({
      settledAt: sql`coalesce(${inboxEntries.settledAt}, ${sql.param(at, inboxEntries.settledAt)})`,
      readAt: sql`coalesce(${inboxEntries.readAt}, ${sql.param(at, inboxEntries.readAt)})`,
      ...(answerId !== null && { answerId: sql`coalesce(${inboxEntries.answerId}, ${answerId})` }),
    })
    .where(eq(inboxEntries.commentId, commentId));
}

/** Settles a comment's open reports. @returns whether there were any. */
export async function closeReports(tx: Database, commentId: string, at: Date): Promise<boolean> {
  const closed = await tx
    .update(commentReports)
    .set({ settledAt: at })
    .where(and(eq(commentReports.commentId, commentId), isNull(commentReports.settledAt)))
    .returning({ commentId: commentReports.commentId });
  return closed.length > 0;
}

/** Changes a chapter's number of comments. @returns the new number; 0 for a review, which has no chapter. */
export async function countComments(
  tx: Database,
  chapterId: string | null,
  by: 1 | 0 | -1,
): Promise<number> {
  if (chapterId === null) return 0;
  const [counted] = await tx
    .update(chapters)
    .set({ comments: sql`${chapters.comments} + ${by}` })
    .where(eq(chapters.id, chapterId))
    .returning({ comments: chapters.comments });
  if (!counted) throw new Error('a comment has no chapter');
  return counted.comments;
}
