import { validate } from 'uuid';
import type { AuthorNotes } from '#shared/text/author-note.ts';
import { setPlainText } from '#shared/text/typography.ts';
import type { App } from '../app.ts';
import { readChapterNotes } from './chapter-notes.ts';
import { freeWords } from './due-day.ts';
import { sumPremium, type PremiumSum } from './premium-price.ts';
import { linkPictures } from './text-pictures.ts';
import { readFreeText } from './chapter-texts.ts';
import { findChapter, type ChapterInPlace } from './chapters.ts';

/** The result for a chapter's address, the same for all visitors. */
export type ChapterPage =
  | { kind: 'missing' }
  | { kind: 'failed' }
  | { kind: 'chapter'; place: ChapterInPlace; html: string; notes: AuthorNotes }
  /**
   * The text must not be sent; instead, what an anonymous reader pays for the rest of the novel.
   */
  | { kind: 'locked'; place: ChapterInPlace; novelPrice: PremiumSum };

/** The public data of a chapter whose text the page does not contain: its teaser, where it has one. */
export function lockedChapter(
  { chapter, novel }: ChapterInPlace,
  novelPrice: PremiumSum,
  now: Date,
) {
  const { id, chapterNumber, title, creditCost } = chapter;
  return {
    id,
    chapterNumber,
    title,
    creditCost,
    teaser: setPlainText(chapter.teaser, novel.language),
    freeWords: chapter.freeFrom && freeWords(chapter.freeFrom, now),
    cover: novel.coverHash,
    novelId: novel.id,
    novelPrice,
    novelSlug: novel.slug,
  };
}

/** Loads a chapter's public page: with its text only if it is free for everyone. */
export async function loadChapterPage(app: App, id: string): Promise<ChapterPage> {
  if (!validate(id)) return { kind: 'missing' };
  try {
    const place = await findChapter(app.db, id);
    if (!place) return { kind: 'missing' };
    const [html, notes] = await Promise.all([
      readFreeText(app.db, id, app.clock.now()),
      readChapterNotes(app.db, id),
    ]);
    if (html === null) {
      return { kind: 'locked', place, novelPrice: await sumPremium(app, place.novel.id) };
    }
    return { kind: 'chapter', place, html: linkPictures(html, id, null), notes };
  } catch (error) {
    app.log.error({ err: error, chapter: id }, 'chapter could not be loaded');
    return { kind: 'failed' };
  }
}
