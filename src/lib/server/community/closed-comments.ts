import { eq, sql } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { answersComments } from '#server/people/novel-powers/membership.ts';
import { isBlockedBy } from './blocked-readers.ts';
import type { CommentedChapter } from './commented-chapter.ts';

/**
 * The sentence of why a user may not comment on a chapter; null if they may. `isExempt`: admins and
 * members who answer the novel's comments, who always may.
 */
export function closedSentence(
  { commentsClosedAt }: { commentsClosedAt: Date | null },
  { isExempt, isBlocked }: { isExempt: boolean; isBlocked: boolean },
): string | null {
  if (isExempt) return null;
  if (isBlocked) return messages.commentsBlocked;
  return commentsClosedAt === null ? null : messages.commentsClosed;
}

/** The same for a chapter's reader; who is not signed in sees that comments are closed. */
export async function closedSentenceFor(
  db: Database,
  caller: SignedIn | null,
  chapter: CommentedChapter,
): Promise<string | null> {
  if (caller === null) return chapter.commentsClosedAt === null ? null : messages.commentsClosed;
  const { user } = caller;
  const isBlocked = await isBlockedBy(db, chapter.ownerId, user.id);
  const sentence = closedSentence(chapter, { isExempt: user.role === 'admin', isBlocked });
  // Most readers may comment: only for the others is a role looked up.
  const novel = { id: chapter.novelId, ownerId: chapter.ownerId };
  return sentence !== null && (await answersComments(db, user, novel)) ? null : sentence;
}

/**
 * Closes a chapter's comments to new ones, or opens them. Idempotent: the first closing counts.
 * Ask `findOwnChapter` before. @returns whether they are closed.
 */
export async function setCommentsClosed(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  chapterId: string,
  isClosed: boolean,
): Promise<boolean | Refusal> {
  const { commentsClosedAt } = chapters;
  const changed = await db
    .update(chapters)
    .set({
      commentsClosedAt: isClosed
        ? sql`coalesce(${commentsClosedAt}, ${sql.param(clock.now(), commentsClosedAt)})`
        : null,
    })
    .where(eq(chapters.id, chapterId))
    .returning({ id: chapters.id });
  return changed.length > 0 ? isClosed : refuse('NOT_FOUND', messages.chapterMissing);
}
