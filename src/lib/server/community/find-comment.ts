import { and, eq, isNull, notExists } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';
import { comments } from '#server/core/db/schema/community.ts';
import { heldComments } from '#server/core/db/schema/conversation.ts';

type Comment = typeof comments.$inferSelect;

/** A comment that has not been removed and does not wait for approval, or null. */
export function findComment(db: Database, id: string): Promise<Comment | null> {
  return findOne(db, and(eq(comments.id, id), isNull(comments.removedAt), isApproved(db)));
}

/** Nobody but its writer and the novel's author sees a comment that waits for approval. */
export function isApproved(db: Database) {
  const held = db
    .select({ id: heldComments.commentId })
    .from(heldComments)
    .where(eq(heldComments.commentId, comments.id));
  return notExists(held);
}

/** The comment that starts a thread, removed or not, or null: its replies stay either way. */
export function findThread(db: Database, id: string): Promise<Comment | null> {
  return findOne(db, and(eq(comments.id, id), isNull(comments.parentId)));
}

async function findOne(db: Database, where: ReturnType<typeof and>): Promise<Comment | null> {
  const [comment] = await db.select().from(comments).where(where);
  return comment ?? null;
}
