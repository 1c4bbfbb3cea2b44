import { eq } from 'drizzle-orm';
import type { InboxComment } from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import { readInboxComments } from '#server/community/inbox-entries.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { comments } from '#server/core/db/schema/community.ts';
import { heldComments, inboxEntries } from '#server/core/db/schema/conversation.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { may, type NovelPower } from '#shared/site/novel-powers.ts';
import { hidden, roleOn, type Author } from '#server/people/novel-powers/own-work.ts';

/** A reader's comment on a novel whose comments the caller answers. */
export type OwnComment = {
  id: string;
  chapterId: string;
  userId: string | null;
  isHeld: boolean;
  ownerId: string | null;
};

/**
 * A comment on a novel whose comments this user answers. Another's is 403 `FORBIDDEN`, or
 * hidden (404 `NOT_FOUND`) where it waits for approval; 403 too where the role lacks the power.
 */
export async function findOwnComment(
  db: Database,
  author: Author,
  id: string,
  power: NovelPower = 'comments',
): Promise<OwnComment | Refusal> {
  const [found] = await db
    .select({
      id: comments.id,
      chapterId: chapters.id,
      userId: comments.userId,
      heldId: heldComments.commentId,
      ownerId: novels.ownerId,
      novelId: novels.id,
    })
    .from(inboxEntries)
    .innerJoin(comments, eq(comments.id, inboxEntries.commentId))
    .innerJoin(chapters, eq(chapters.id, comments.chapterId))
    .innerJoin(novels, eq(novels.id, chapters.novelId))
    .leftJoin(heldComments, eq(heldComments.commentId, comments.id))
    .where(eq(comments.id, id));
  if (!found) return hidden(author, messages.commentMissing);
  const { heldId, novelId, ...comment } = found;
  const role = await roleOn(db, author, { id: novelId, ownerId: comment.ownerId });
  if (role !== null && may(role, 'comments')) {
    if (!may(role, power)) return refuse('FORBIDDEN', messages.studio.powerMissing);
    return { ...comment, isHeld: heldId !== null };
  }
  return heldId === null
    ? refuse('FORBIDDEN', messages.forbidden)
    : hidden(author, messages.commentMissing);
}

/** Before the body is read: `findOwnComment` of the comment in the address. */
export const onComment =
  (power?: NovelPower): Permit<SignedIn, { id: string }, OwnComment> =>
  ({ app, caller, params }) =>
    findOwnComment(app.db, caller.user, params.id, power);

/** The comment as the inbox shows it now. Ask `findOwnComment` before. */
export async function readEntry(
  db: Database,
  author: Author,
  id: string,
): Promise<{ entry: InboxComment } | Refusal> {
  const [entry] = await readInboxComments(db, author, [id]);
  return entry ? { entry } : refuse('NOT_FOUND', messages.commentMissing);
}
