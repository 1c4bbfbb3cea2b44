import { and, eq, isNotNull } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import { novels } from '#server/core/db/schema/catalogue.ts';
import { comments, withheldComments } from '#server/core/db/schema/community.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn, User } from '#server/people/identity/sessions.ts';
import { answersComments } from '#server/people/novel-powers/membership.ts';
import { commentedTag } from '#server/core/pagecache/tags.ts';
import { moderateComment } from './moderate-comment.ts';
import { countComments, lockComment, takeOut } from './take-out-comment.ts';

/**
 * The comment that is removed: 404 `NOT_FOUND`, and 403 `FORBIDDEN` to all but its writer, admins, and for
 * the answer to a review, which is the novel's, who answers for it.
 */
export const onRemovedComment: Permit<SignedIn, { id: string }, { isOwn: boolean }> = async ({
  app,
  caller: { user },
  params,
}) => {
  const [comment] = await app.db
    .select({ userId: comments.userId, novel: { id: novels.id, ownerId: novels.ownerId } })
    .from(comments)
    .leftJoin(novels, and(eq(novels.id, comments.novelId), isNotNull(comments.parentId)))
    .where(eq(comments.id, params.id));
  if (!comment) return refuse('NOT_FOUND', messages.commentMissing);
  const { userId, novel } = comment;
  const isOwn =
    userId === user.id || (novel !== null && (await answersComments(app.db, user, novel)));
  return isOwn || user.role === 'admin' ? { isOwn } : refuse('FORBIDDEN', messages.forbidden);
};

/**
 * Removes a comment (`onRemovedComment`): an author's own, whose words are deleted, or for an admin any,
 * which is a moderation act and needs a reason. Idempotent. Refuses `NOT_FOUND`, and `MALFORMED` for an
 * admin without a reason.
 * @returns the chapter's number of comments.
 */
export async function removeComment(
  app: Pick<App, 'db' | 'clock' | 'changed'>,
  caller: User,
  { id, isOwn, reason }: { id: string; isOwn: boolean; reason: string },
): Promise<number | Refusal> {
  if (!isOwn) {
    if (reason !== '') return moderateComment(app, caller, { act: 'removed', id, reason });
    const errors = [{ field: 'reason', message: messages.moderationReasonMissing }];
    return refuse('MALFORMED', messages.malformed, { errors });
  }
  const result = await app.db.transaction(async (tx) => {
    const comment = await lockComment(tx, id);
    if (!comment) return refuse('NOT_FOUND', messages.commentMissing);
    const { chapterId } = comment;
    const tag = commentedTag(comment);
    if (comment.removedAt !== null) {
      // A moderator removed it and could restore it; once removed by its writer it is deleted.
      await tx.delete(withheldComments).where(eq(withheldComments.commentId, id));
      return { tag, comments: await countComments(tx, chapterId, 0), isNew: false };
    }
    const removal = { by: comment.userId, at: app.clock.now(), isWithheld: false };
    return { tag, comments: await takeOut(tx, comment, removal), isNew: true };
  });
  if (isRefusal(result)) return result;
  if (result.isNew) await app.changed([result.tag]);
  return result.comments;
}
