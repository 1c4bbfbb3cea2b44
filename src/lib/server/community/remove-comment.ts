import { eq } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import { withheldComments } from '../db/schema/community.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import type { User } from '../identity/sessions.ts';
import { chapterTag } from '../pagecache/tags.ts';
import { moderateComment } from './moderate-comment.ts';
import { countComments, holdComment, takeOut } from './take-out-comment.ts';

/**
 * Removes a comment: an author's own, whose words are deleted, or for an admin any, which is a
 * moderation act and needs a reason. Idempotent. Refuses `NOT_FOUND`, `FORBIDDEN` for another user,
 * and `MALFORMED` for an admin without a reason.
 * @returns the chapter's number of comments.
 */
export async function removeComment(
  app: Pick<App, 'db' | 'clock' | 'changed'>,
  caller: User,
  id: string,
  reason: string,
): Promise<number | Refusal> {
  const result = await app.db.transaction(async (tx) => {
    const comment = await holdComment(tx, id);
    if (!comment) return refuse('NOT_FOUND', messages.commentMissing);
    if (comment.userId !== caller.id) {
      return caller.role === 'admin' ? 'moderation' : refuse('FORBIDDEN', messages.forbidden);
    }
    const { chapterId } = comment;
    if (comment.removedAt !== null) {
      // A moderator removed it and could restore it; once removed by its writer it is deleted.
      await tx.delete(withheldComments).where(eq(withheldComments.commentId, id));
      return { chapterId, comments: await countComments(tx, chapterId, 0), isNew: false };
    }
    const removal = { by: caller.id, at: app.clock.now(), isWithheld: false };
    return { chapterId, comments: await takeOut(tx, comment, removal), isNew: true };
  });
  if (result === 'moderation') {
    if (reason !== '') return moderateComment(app, caller, { act: 'removed', id, reason });
    const errors = [{ field: 'reason', message: messages.moderationReasonMissing }];
    return refuse('MALFORMED', messages.malformed, { errors });
  }
  if ('refusal' in result) return result;
  if (result.isNew) await app.changed([chapterTag(result.chapterId)]);
  return result.comments;
}
