import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import { commentReports } from '#server/core/db/schema/community.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { openComments } from './commented-chapter.ts';
import { findComment } from './find-comment.ts';
import { holdComment } from './take-out-comment.ts';

/**
 * The comment that the caller reports: 404 `NOT_FOUND`, 403 `PREMIUM_LOCKED` if they may not see it,
 * `FORBIDDEN` for their own.
 */
export const onReportedComment: Permit<SignedIn, { id: string }> = async (input) => {
  const { app, caller, params } = input;
  const comment = await findComment(app.db, params.id);
  if (!comment) return refuse('NOT_FOUND', messages.commentMissing);
  const chapter = await openComments(app, comment.chapterId, caller);
  if (isRefusal(chapter)) return chapter;
  const isOwn = comment.userId === caller.user.id;
  return isOwn ? refuse('FORBIDDEN', messages.commentOwnReport) : comment;
};

/**
 * Records a user's report of a comment (`onReportedComment`); each user's first reason stays. Refuses
 * `NOT_FOUND` if the comment was removed after the permit was given.
 */
export function reportComment(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  report: { commentId: string; userId: string; reason: string },
): Promise<Refusal | null> {
  return db.transaction(async (tx) => {
    const comment = await holdComment(tx, report.commentId);
    if (comment?.removedAt !== null) return refuse('NOT_FOUND', messages.commentMissing);
    await tx
      .insert(commentReports)
      .values({ ...report, createdAt: clock.now() })
      .onConflictDoNothing();
    return null;
  });
}
