import { and, eq, isNull, sql } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { Database } from '../db/database.ts';
import { chapters } from '../db/schema/catalogue.ts';
import { commentReports, comments, withheldComments } from '../db/schema/community.ts';

type Comment = typeof comments.$inferSelect;

/**
 * A comment, removed or not, that nobody else changes until the transaction ends. Not “for update”:
 * a reply that is being written holds the chapter and refers to this row.
 */
export async function holdComment(tx: Database, id: string): Promise<Comment | null> {
  const [comment] = await tx
    .select()
    .from(comments)
    .where(eq(comments.id, id))
    .for('no key update');
  return comment ?? null;
}

type Removal = { by: string; at: Date; isWithheld: boolean };

/**
 * Takes a comment's words and mention out of it; its place in the thread stays. Withheld, they are
 * kept apart, so that they can be put back. Reports that wait are settled.
 * @returns how many comments the chapter has now.
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
  await settleReports(tx, id, removal.at);
  return countComments(tx, comment.chapterId, -1);
}

/** Settles the reports of a comment that wait. @returns whether there were any. */
export async function settleReports(tx: Database, commentId: string, at: Date): Promise<boolean> {
  const settled = await tx
    .update(commentReports)
    .set({ settledAt: at })
    .where(and(eq(commentReports.commentId, commentId), isNull(commentReports.settledAt)))
    .returning({ commentId: commentReports.commentId });
  return settled.length > 0;
}

/** Changes how many comments a chapter has. @returns how many it has now. */
export async function countComments(
  tx: Database,
  chapterId: string,
  by: 1 | 0 | -1,
): Promise<number> {
  const [counted] = await tx
    .update(chapters)
    .set({ comments: sql`${chapters.comments} + ${by}` })
    .where(eq(chapters.id, chapterId))
    .returning({ comments: chapters.comments });
  if (!counted) throw new Error('a comment has no chapter');
  return counted.comments;
}
