import { eq } from 'drizzle-orm';
import type { InboxEntry } from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import { readsEverythingOf } from '#server/catalogue/free-readers.ts';
import { readInboxEntries } from '#server/community/inbox-entries.ts';
import type { Database } from '#server/db/database.ts';
import { chapters, novels } from '#server/db/schema/catalogue.ts';
import { comments } from '#server/db/schema/community.ts';
import { heldComments, inboxEntries } from '#server/db/schema/conversation.ts';
import { refuse, type Refusal } from '#server/http/refusal.ts';
import type { Author } from './own-work.ts';

/** A reader's comment on a novel that the caller may edit. */
export type OwnComment = {
  id: string;
  chapterId: string;
  userId: string | null;
  isHeld: boolean;
  ownerId: string | null;
};

/**
 * A comment of the inbox of a novel that this user may edit. Another's is 403 `FORBIDDEN`, or
 * hidden (404 `NOT_FOUND`) where it waits for approval.
 */
export async function findOwnComment(
  db: Database,
  author: Author,
  id: string,
): Promise<OwnComment | Refusal> {
  const [found] = await db
    .select({
      id: comments.id,
      chapterId: comments.chapterId,
      userId: comments.userId,
      heldId: heldComments.commentId,
      ownerId: novels.ownerId,
    })
    .from(inboxEntries)
    .innerJoin(comments, eq(comments.id, inboxEntries.commentId))
    .innerJoin(chapters, eq(chapters.id, comments.chapterId))
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .leftJoin(heldComments, eq(heldComments.commentId, comments.id))
    .where(eq(comments.id, id));
  if (!found) return refuse('NOT_FOUND', messages.commentMissing);
  const { heldId, ...comment } = found;
  if (readsEverythingOf(comment, author)) return { ...comment, isHeld: heldId !== null };
  return heldId === null
    ? refuse('FORBIDDEN', messages.forbidden)
    : refuse('NOT_FOUND', messages.commentMissing);
}

/** The comment as the inbox shows it now. Ask `findOwnComment` before. */
export async function readEntry(
  db: Database,
  author: Author,
  id: string,
): Promise<{ entry: InboxEntry } | Refusal> {
  const [entry] = await readInboxEntries(db, author.id, [id]);
  return entry ? { entry } : refuse('NOT_FOUND', messages.commentMissing);
}
