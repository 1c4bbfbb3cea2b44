import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import { commentReports } from '../db/schema/community.ts';
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts';
import type { SignedIn } from '../identity/sessions.ts';
import { openComments } from './commented-chapter.ts';
import { findComment } from './find-comment.ts';

/**
 * Records a user's report of a comment; each user's first reason stays. Refuses `NOT_FOUND`,
 * `PREMIUM_LOCKED` if they may not see it, `FORBIDDEN` for their own.
 */
export async function reportComment(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  caller: SignedIn,
  id: string,
  reason: string,
): Promise<Refusal | null> {
  const userId = caller.user.id;
  const comment = await findComment(db, id);
  if (!comment) return refuse('NOT_FOUND', messages.commentMissing);
  const chapter = await openComments({ db, clock }, comment.chapterId, caller);
  if (isRefusal(chapter)) return chapter;
  if (comment.userId === userId) return refuse('FORBIDDEN', messages.commentOwnReport);
  await db
    .insert(commentReports)
    .values({ commentId: id, userId, reason, createdAt: clock.now() })
    .onConflictDoNothing();
  return null;
}
