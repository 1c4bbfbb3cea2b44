import type { z } from 'zod';
import type { drawChallenge } from '#shared/contracts/challenge.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import { findChapter } from '../chapters.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { findAccess } from './access.ts';
import { refuseLocked, type LockState } from '#server/people/protection/access-lock.ts';
import type { Wanted } from '#server/people/protection/draw-challenge.ts';
import type { LockSubject } from '#server/people/protection/lock-subjects.ts';
import { isHurried } from '#server/people/protection/reading-pace.ts';
import { hasPassFor } from '#server/people/protection/session-pass.ts';

type Reader = {
  answerer: LockSubject;
  caller: SignedIn | null;
  body: z.output<typeof drawChallenge.body>;
  lockState: LockState;
};

/**
 * Who may draw. For a premium chapter: readers who have access to it or the credits for it, are not
 * locked out, and have no pass for it; nobody else needs a question, and a right answer clears
 * errors. For the suspension page: callers who are locked out and have tries left; the lock's subject
 * gets it, so that a new client token gets no other question.
 */
export async function mayDraw(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  { answerer, caller, body, lockState }: Reader,
): Promise<Wanted | Refusal> {
  const { db, clock } = app;
  const { lock, triesLeft } = lockState;
  if (body.purpose === 'suspension') {
    if (!lock) return refuse('CHALLENGE_NOT_NEEDED', messages.challengeNotNeeded);
    if (triesLeft === 0) return refuseLocked(lock.lockedUntil);
    return { answerer: lock.subject, chapterId: null, isHurried: false };
  }
  if (lock) return refuseLocked(lock.lockedUntil);
  if (!caller) return refuse('SIGN_IN_REQUIRED', messages.signInRequired);
  const place = await findChapter(db, body.chapterId, caller.user.id);
  if (!place) return refuse('NOT_FOUND', messages.chapterMissing);
  const access = await findAccess(db, place, caller, clock.now());
  // The question comes before the payment; an account that cannot pay collects none.
  const mayBuy = caller.user.credits >= place.chapter.creditCost;
  if (access.kind === 'locked' && !mayBuy) {
    return refuse('PREMIUM_LOCKED', messages.premiumLocked);
  }
  const isPassed = access.kind === 'free' || (await hasPassFor(app, caller, body.chapterId));
  if (isPassed) return refuse('CHALLENGE_NOT_NEEDED', messages.challengeNotNeeded);
  const { chapterId } = body;
  return { answerer, chapterId, isHurried: await isHurried(app, caller.user.id) };
}
