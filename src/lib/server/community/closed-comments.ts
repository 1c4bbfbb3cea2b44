import { eq } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import type { Chapter } from '../catalogue/chapters.ts';
import { readsEverythingOf } from '../catalogue/free-readers.ts';
import type { Database } from '../db/database.ts';
import { chapters, novels } from '../db/schema/catalogue.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import type { SignedIn, User } from '../identity/sessions.ts';
import { isBlockedBy } from './blocked-readers.ts';

/** A chapter's comments: since when they are closed, and whose novel it is. */
type Commented = Pick<Chapter, 'commentsClosedAt'> & { novel: { ownerId: string | null } };

/**
 * Why somebody may not comment on a chapter, as a sentence; null if they may. The novel's author
 * and admins always may.
 */
export async function closedSentence(
  db: Database,
  user: Pick<User, 'id' | 'role'>,
  { commentsClosedAt, novel }: Commented,
): Promise<string | null> {
  if (readsEverythingOf(novel, user)) return null;
  if (await isBlockedBy(db, novel.ownerId, user.id)) return messages.commentsBlocked;
  return commentsClosedAt === null ? null : messages.commentsClosed;
}

/** The same for a chapter's reader; who is not signed in sees that comments are closed. */
export async function closedSentenceFor(
  db: Database,
  caller: SignedIn | null,
  { novelId, commentsClosedAt }: Chapter,
): Promise<string | null> {
  if (caller === null) return commentsClosedAt === null ? null : messages.commentsClosed;
  const [novel] = await db
    .select({ ownerId: novels.ownerId })
    .from(novels)
    .where(eq(novels.id, novelId));
  return closedSentence(db, caller.user, { commentsClosedAt, novel: novel ?? { ownerId: null } });
}

/**
 * Closes a chapter's comments to new ones, or opens them. Idempotent: the first closing counts.
 * Ask `findOwnChapter` before. @returns whether they are closed.
 */
export async function setCommentsClosed(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  chapter: Pick<Chapter, 'id' | 'commentsClosedAt'>,
  isClosed: boolean,
): Promise<boolean | Refusal> {
  if (isClosed === (chapter.commentsClosedAt !== null)) return isClosed;
  const changed = await db
    .update(chapters)
    .set({ commentsClosedAt: isClosed ? clock.now() : null })
    .where(eq(chapters.id, chapter.id))
    .returning({ id: chapters.id });
  return changed.length > 0 ? isClosed : refuse('NOT_FOUND', messages.chapterMissing);
}
