import { eq } from 'drizzle-orm';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/db/database.ts';
import { chapters } from '#server/db/schema/catalogue.ts';
import { isRefusal, refuse, type Refusal } from '#server/http/refusal.ts';
import { noteRelease } from '#server/outbox/note-release.ts';
import { countChapters } from '../count-chapters.ts';
import { applyFreeRules } from '../free-rules.ts';
import { takeOverCopies } from '../take-over-copies.ts';
import { keepPublished } from '../versions/keep-versions.ts';
import { transactionWithDeadlockRetry } from './deadlock-retry.ts';
import { findOwnChapter, findOwnNovel, type Author, type ChapterRow } from './own-work.ts';
import { readCopy } from './read-chapters.ts';
import { pagesOf } from './seen.ts';
import { staleCopy } from './chapter-copy.ts';
import { nextDueTag } from '#server/pagecache/tags.ts';

type World = Pick<App, 'db' | 'clock' | 'changed'>;

/** The requested publication state, as in `setPublication`; a silent one tells no follower. */
export type Publication =
  | { status: 'published'; version: number; isSilent: boolean }
  | { status: 'scheduled'; version: number; at: string; isSilent: boolean }
  | { status: 'draft' };

/** Publishes a chapter, schedules it, or withdraws it. Idempotent; refuses as the contract says. */
export async function setPublication(
  { db, clock, changed }: World,
  author: Author,
  chapterId: string,
  wish: Publication,
): Promise<Refusal | null> {
  const done = await transactionWithDeadlockRetry(db, async (tx) => {
    const first = await findOwnChapter(tx, author, chapterId, 'publish');
    if (isRefusal(first)) return first;
    const novel = await findOwnNovel(tx, author, first.novel.id, 'publish', { hold: true });
    if (isRefusal(novel)) return novel;
    const found = await findOwnChapter(tx, author, chapterId, 'publish', { hold: true });
    if (isRefusal(found)) return found;
    const { chapter } = found;
    const now = clock.now();
    const text = wish.status === 'draft' ? null : await takeOver(tx, chapter, wish.version, now);
    if (isRefusal(text)) return text;
    const state = nextState(chapter, wish, now);
    if (isRefusal(state)) return state;
    const differs =
      text?.differs === true ||
      state.status !== chapter.status ||
      state.isSilent !== chapter.isSilent ||
      state.publishedAt?.getTime() !== chapter.publishedAt?.getTime();
    if (differs) {
      await tx
        .update(chapters)
        .set({
          ...{ ...state, ...text?.columns, updatedAt: now },
          scheduledBy: state.status === 'scheduled' ? author.id : null,
        })
        .where(eq(chapters.id, chapterId));
      await applyFreeRules(tx, novel.id, now);
    }
    await keepPublished(tx, [chapterId], author.id, now);
    const isSeen = differs && [chapter.status, state.status].includes('published');
    if (isSeen) await countChapters(tx, [novel.id], now);
    const isNew = state.status === 'published' && state.publishedAt?.getTime() === now.getTime();
    if (isSeen && isNew && !state.isSilent) await noteRelease(tx, novel.id, [chapterId], now);
    const isDueSeen = differs && [chapter.status, state.status].includes('scheduled');
    return { isSeen, isDueSeen, novelId: novel.id };
  });
  if (isRefusal(done)) return done;
  if (done.isSeen) await changed(pagesOf(done.novelId));
  else if (done.isDueSeen) await changed([nextDueTag(done.novelId)]);
  return null;
}

type State = Pick<ChapterRow, 'status' | 'publishedAt' | 'isSilent'>;
type Before = State & Pick<ChapterRow, 'takenDownAt'>;

/** A publication, whatever version of the text it is of. */
export type Wish =
  | { status: 'published'; isSilent: boolean }
  | { status: 'scheduled'; at: string; isSilent: boolean }
  | { status: 'draft' };

/**
 * The state that follows from a wish. A republished chapter keeps its old date: it is not new. Refuses
 * with 409 `CHAPTER_PUBLISHED`, with 400 an instant that is past, and with 403 to publish what an admin
 * took away.
 */
export function nextState(
  { status, publishedAt, isSilent, takenDownAt }: Before,
  wish: Wish,
  now: Date,
): State | Refusal {
  if (takenDownAt !== null && wish.status !== 'draft') {
    return refuse('FORBIDDEN', messages.studio.chapterTakenDown);
  }
  // A scheduled chapter that is due but not yet published was not.
  const wasOut = status !== 'scheduled' && publishedAt !== null && publishedAt <= now;
  switch (wish.status) {
    case 'published':
      return {
        status: 'published',
        publishedAt: wasOut ? publishedAt : now,
        // An update of a published chapter tells nobody anyway.
        isSilent: status === 'published' ? isSilent : wish.isSilent,
      };
    case 'draft':
      return { status: 'draft', publishedAt: wasOut ? publishedAt : null, isSilent: false };
    case 'scheduled': {
      if (status === 'published') {
        return refuse('CHAPTER_PUBLISHED', messages.studio.chapterPublished);
      }
      const at = new Date(wish.at);
      if (at > now) return { status: 'scheduled', publishedAt: at, isSilent: wish.isSilent };
      const errors = [{ field: 'at', message: messages.studio.instantPast }];
      return refuse('MALFORMED', messages.studio.instantPast, { errors });
    }
  }
}

/** The columns of the chapter's row that follow from its text. */
type Taken = { differs: boolean; columns: Pick<ChapterRow, 'title' | 'wordCount'> };

/** The working copy that the author saw becomes the text. */
async function takeOver(
  tx: Database,
  chapter: ChapterRow,
  version: number,
  now: Date,
): Promise<Taken | Refusal> {
  const { copy, draft } = await readCopy(tx, chapter);
  if (copy.version !== version) return staleCopy(copy);
  const { title, wordCount } = copy;
  const errors = [
    ...(title === '' ? [{ field: 'title', message: messages.studio.chapterTitleMissing }] : []),
    ...(wordCount === 0 ? [{ field: 'html', message: messages.studio.chapterTextMissing }] : []),
  ];
  if (errors.length > 0) {
    return refuse('CHAPTER_INCOMPLETE', messages.studio.chapterIncomplete, { errors });
  }
  if (draft) await takeOverCopies(tx, [chapter.id], now);
  return { differs: draft !== null, columns: { title, wordCount } };
}
