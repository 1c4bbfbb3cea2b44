import { validate } from 'uuid';
import type { App } from '../app.ts';
import { findChapter, isFree, readChapterText, type ChapterInPlace } from './chapters.ts';

/** A chapter as its public page shows it. `html` is null where the text must not go out. */
export type ChapterPage = { place: ChapterInPlace; language: string; html: string | null };

/** Loads a chapter for everybody: the text only where everybody may read it. Null: no such chapter. */
export async function loadChapterPage(app: App, id: string): Promise<ChapterPage | null> {
  if (!validate(id)) return null;
  const place = await findChapter(app.db, id);
  if (!place) return null;
  const isOpen = isFree(place.chapter, app.clock.now());
  return {
    place,
    language: place.novel.language,
    html: isOpen ? await readChapterText(app.db, id) : null,
  };
}
