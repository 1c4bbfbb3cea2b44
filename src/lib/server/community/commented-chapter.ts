import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import { findOwnedChapter, type Chapter } from '../catalogue/chapters.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn, User } from '#server/people/identity/sessions.ts';
import { findAccess } from '#server/catalogue/reading/access.ts';
import { suspensionSentence } from '#shared/text/comment-text.ts';

/** Until when a user is suspended from commenting; null if they are not. */
export function suspendedUntil(
  { commentsSuspendedUntil: until }: Pick<User, 'commentsSuspendedUntil'>,
  now: Date,
): Date | null {
  return until !== null && until > now ? until : null;
}

/** 403 `FORBIDDEN` for a user who is suspended from commenting, else null. */
export function refuseSuspended(user: User, now: Date): Refusal | null {
  const until = suspendedUntil(user, now);
  return until === null ? null : refuse('FORBIDDEN', suspensionSentence(until));
}

/** A chapter, and whose novel it is in. */
export type CommentedChapter = Chapter & { ownerId: string | null };

/**
 * The one rule of who sees comments: comments quote and reveal the chapter, so only who may read it
 * sees or writes them (decision 23). Passing the chapter's challenge in this session is not
 * required.
 *
 * Returns the published chapter with this id, if this reader (null: anonymous) may see its
 * comments; else 404 `NOT_FOUND`, or 403 `PREMIUM_LOCKED`.
 */
export async function openComments(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  chapterId: string,
  reader: SignedIn | null,
): Promise<CommentedChapter | Refusal> {
  const place = await findOwnedChapter(db, chapterId, null);
  if (!place) return refuse('NOT_FOUND', messages.chapterMissing);
  const access = await findAccess(db, place, reader, clock.now());
  if (access.kind === 'locked') return refuse('PREMIUM_LOCKED', messages.premiumLocked);
  return { ...place.chapter, ownerId: place.novel.ownerId };
}

/** The chapter that the caller writes about: refuses as `openComments`, then as `refuseSuspended`. */
export const onCommentedChapter: Permit<SignedIn, { id: string }, CommentedChapter> = async ({
  app,
  caller,
  params,
}) => {
  const chapter = await openComments(app, params.id, caller);
  if (isRefusal(chapter)) return chapter;
  return refuseSuspended(caller.user, app.clock.now()) ?? chapter;
};
