import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { comments } from '../db/schema/community.ts';

type Comment = typeof comments.$inferSelect;

/** A comment that has not been removed, or null. */
export function findComment(db: Database, id: string): Promise<Comment | null> {
  return findOne(db, and(eq(comments.id, id), isNull(comments.removedAt)));
}

/** The comment that starts a thread, removed or not, or null: its replies stay either way. */
export function findThread(db: Database, id: string): Promise<Comment | null> {
  return findOne(db, and(eq(comments.id, id), isNull(comments.parentId)));
}

async function findOne(db: Database, where: ReturnType<typeof and>): Promise<Comment | null> {
  const [comment] = await db.select().from(comments).where(where);
  return comment ?? null;
}
