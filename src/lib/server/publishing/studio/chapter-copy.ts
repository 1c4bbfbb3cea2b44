import { eq } from 'drizzle-orm';
import type { WorkingCopyBody } from '#shared/contracts/studio-chapters.ts';
import { studioLimits } from '#shared/constants.ts';
import { messages } from '#shared/messages.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapterDrafts, chapters } from '#server/core/db/schema/catalogue.ts';
import { isRefusal, refuse, type Refusal } from '#server/core/http/refusal.ts';
import { archiveReplaced, archiveSaved, type SavedText } from '../versions/archive-versions.ts';
import { transactionWithDeadlockRetry } from '#server/core/db/deadlock-retry.ts';
import {
  findOwnChapter,
  type Author,
  type ChapterRow,
} from '#server/people/novel-powers/own-work.ts';
import { readCopy } from './read-chapters.ts';

/** A save request of the editor. */
export type Written = { title: string; html: string; version: number };

/** The saved copy, and the chapter's status at that instant. */
type SavedCopy = WorkingCopyBody & Pick<ChapterRow, 'status'>;

/**
 * Saves the working copy of a chapter, which no reader sees before publication. Refuses as
 * `findOwnChapter`, and with 409 `COPY_STALE` and the current copy as `current`, if it was saved
 * since `version`. 400 `MALFORMED` if the stored form is too long, 503 `BUSY` where it cannot be cleaned now.
 */
export async function saveCopy(
  { db, clock, texts }: Pick<App, 'db' | 'clock' | 'texts'>,
  author: Author,
  chapterId: string,
  written: Written,
): Promise<SavedCopy | Refusal> {
  const { title } = written;
  const cleaned = await texts.clean(written.html, author.id);
  if (cleaned === undefined) return refuse('BUSY', messages.studio.busy);
  const { html, wordCount } = cleaned;
  if (writtenLength(html) > studioLimits.chapterHtmlCharacters) {
    return refuse('MALFORMED', messages.malformed, { errors: [tooLongText] });
  }
  const text = { title, html, wordCount };
  return transactionWithDeadlockRetry(db, async (tx) => {
    const found = await findOwnChapter(tx, author, chapterId, 'write', { lock: true });
    if (isRefusal(found)) return found;
    const how = { version: written.version, writtenBy: author.id, now: clock.now() };
    return storeCopy(tx, found.chapter, text, how);
  });
}

type How = { version: number; writtenBy: string; now: Date; isStep?: boolean };

/**
 * Makes a cleaned text the working copy of a locked chapter, and keeps it among the versions; `isStep`
 * as in `archiveSaved`. Refuses with 409 `COPY_STALE` if it was saved since `version`.
 */
export async function storeCopy(
  tx: Database,
  chapter: ChapterRow,
  text: SavedText,
  { version: seenVersion, writtenBy, now, isStep = false }: How,
): Promise<SavedCopy | Refusal> {
  const { id: chapterId, status } = chapter;
  const { copy, publicHtml } = await readCopy(tx, chapter);
  // Nothing to do, or the retry of a save whose response was lost.
  if (copy.title === text.title && copy.html === text.html) return { ...copy, status };
  if (copy.version !== seenVersion) return staleCopy(copy);
  await archiveReplaced(tx, chapterId, copy, now);
  const draft = { ...text, updatedAt: now };
  if (chapter.title === text.title && publicHtml === text.html) {
    await tx.delete(chapterDrafts).where(eq(chapterDrafts.chapterId, chapterId));
  } else {
    await tx
      .insert(chapterDrafts)
      .values({ chapterId, ...draft })
      .onConflictDoUpdate({ target: chapterDrafts.chapterId, set: draft });
  }
  await archiveSaved(tx, chapterId, text, { writtenBy, now, replaced: copy, isStep });
  const version = copy.version + 1;
  await tx.update(chapters).set({ copyVersion: version }).where(eq(chapters.id, chapterId));
  return { ...text, version, updatedAt: now.toISOString(), status };
}

/** 409 with the current working copy. */
export const staleCopy = (current: WorkingCopyBody): Refusal<'COPY_STALE'> =>
  refuse('COPY_STALE', messages.studio.copyStale, { details: { current } });

const tooLongText = {
  field: 'html',
  message: `Un chapitre a au plus ${studioLimits.chapterHtmlCharacters} caractères.`,
};

/** The length of a cleaned text as its bound counts it: without what only its stored form adds. */
export function writtenLength(html: string): number {
  return html.replaceAll('\n', '').replaceAll('&quot;', '"').length;
}
