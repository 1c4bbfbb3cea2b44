import { eq } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import type { Chapter } from '../catalogue/chapters.ts';
import { readsEverythingOf } from '../catalogue/free-readers.ts';
import type { Database } from '../db/database.ts';
import { chapters } from '../db/schema/catalogue.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import type { SignedIn, User } from '../identity/sessions.ts';
import { isBlockedBy } from './blocked-readers.ts';
import type { CommentedChapter } from './commented-chapter.ts';

/** A chapter's comments: since when they are closed, and whose novel it is. */
type Commented = Pick<CommentedChapter, 'commentsClosedAt' | 'ownerId'>;

/**
 * Why somebody may not comment on a chapter, as a sentence; null if they may. The novel's author
 * and admins always may.
 */
export function closedSentence(
  user: Pick<User, 'id' | 'role'>,
  { commentsClosedAt, ownerId }: Commented,
  isBlocked: boolean,
): string | null {
  if (readsEverythingOf({ ownerId }, user)) return null;
  if (isBlocked) return messages.commentsBlocked;
  return commentsClosedAt === null ? null : messages.commentsClosed;
}

/** The same for a chapter's reader; who is not signed in sees that comments are closed. */
export async function closedSentenceFor(
  db: Database,
  caller: SignedIn | null,
  chapter: Commented,
): Promise<string | null> {
  if (caller === null) return chapter.commentsClosedAt === null ? null : messages.commentsClosed;
  const { user } = caller;
  return closedSentence(user, chapter, await isBlockedBy(db, chapter.ownerId, user.id));
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
