import { messages } from '../../shared/messages.ts';
import type { App } from '../app.ts';
import { findPublishedChapter, isFree, type Chapter } from '../catalogue/chapters.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import type { User } from '../identity/sessions.ts';

/** Whether a person, or a stranger (null), may read a chapter's text. */
type MayRead = (asked: {
  chapter: Chapter;
  reader: User | null;
  now: Date;
}) => boolean | Promise<boolean>;

/**
 * The one rule of whose comments these are: comments quote and give away what they are about, so
 * who may not read the chapter neither sees nor writes them (decision 23).
 */
const mayReadComments: MayRead = ({ chapter, now }) => isFree(chapter, now);

/**
 * The published chapter with this id, if this reader may see its comments; else 404 `NOT_FOUND`,
 * or 403 `PREMIUM_LOCKED`.
 */
export async function openComments(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  chapterId: string,
  reader: User | null,
): Promise<Chapter | Refusal> {
  const chapter = await findPublishedChapter(db, chapterId);
  if (!chapter) return refuse('NOT_FOUND', messages.chapterMissing);
  const mayRead = await mayReadComments({ chapter, reader, now: clock.now() });
  return mayRead ? chapter : refuse('PREMIUM_LOCKED', messages.premiumLocked);
}
