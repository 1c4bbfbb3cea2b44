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
 * Removes a comment: its author's own, whose words go for good, or for an admin anybody's, which is
 * moderation and wants its reason. Removed twice, it counts once. Refuses `NOT_FOUND`, `FORBIDDEN` to
 * somebody else, and `MALFORMED` an admin without a reason.
 * @returns how many comments the chapter has now.
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
      // A moderator removed it, and could put it back: what its writer removes goes for good.
      await tx.delete(withheldComments).where(eq(withheldComments.commentId, id));
      return { chapterId, comments: await countComments(tx, chapterId, 0), isNew: false };
    }
    const removal = { by: caller.id, at: app.clock.now(), isWithheld: false };
    return { chapterId, comments: await takeOut(tx, comment, removal), isNew: true };
  });
  if (result === 'moderation') {
    if (reason !== '') return moderateComment(app, caller.id, { act: 'removed', id, reason });
    const errors = [{ field: 'reason', message: messages.moderationReasonMissing }];
    return refuse('MALFORMED', messages.malformed, { errors });
  }
  if ('refusal' in result) return result;
  if (result.isNew) await app.changed([chapterTag(result.chapterId)]);
  return result.comments;
}
