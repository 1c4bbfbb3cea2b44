import { messages } from '#shared/messages.ts';
import type { App } from '../app.ts';
import { findOwnedChapter, type Chapter } from '../catalogue/chapters.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import type { SignedIn } from '../identity/sessions.ts';
import { findAccess } from '../protection/access.ts';

/**
 * The one rule of whose comments these are: comments quote and give away what they are about, so
 * who may not read the chapter neither sees nor writes them (decision 23). Who may read it need not
 * have passed its challenge in this session.
 *
 * Gives the published chapter with this id, if this reader (null: a stranger) may see its comments;
 * else 404 `NOT_FOUND`, or 403 `PREMIUM_LOCKED`.
 */
export async function openComments(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  chapterId: string,
  reader: SignedIn | null,
): Promise<Chapter | Refusal> {
  const place = await findOwnedChapter(db, chapterId);
  if (!place) return refuse('NOT_FOUND', messages.chapterMissing);
  const access = await findAccess(db, place, reader, clock.now());
  if (access.kind === 'locked') return refuse('PREMIUM_LOCKED', messages.premiumLocked);
  return place.chapter;
}
