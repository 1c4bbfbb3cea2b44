import { validate } from 'uuid';
import type { App } from '../app.ts';
import { findChapter, isFree, readChapterText, type ChapterInPlace } from './chapters.ts';

/** What the address of a chapter leads to, for everybody. */
export type ChapterPage =
  | { kind: 'missing' }
  | { kind: 'failed' }
  /** `html` is null where the text must not go out. */
  | { kind: 'chapter'; place: ChapterInPlace; html: string | null };

/** What a page tells everybody of a chapter whose text it does not hold. */
export function lockedChapter({ chapter, novel }: ChapterInPlace) {
  const { id, chapterNumber, title, creditCost } = chapter;
  return { id, chapterNumber, title, creditCost, novelId: novel.id, novelSlug: novel.slug };
}

/** Loads a chapter for everybody: the text only where everybody may read it. */
export async function loadChapterPage(app: App, id: string): Promise<ChapterPage> {
  if (!validate(id)) return { kind: 'missing' };
  try {
    const place = await findChapter(app.db, id);
    if (!place) return { kind: 'missing' };
    const isOpen = isFree(place.chapter, app.clock.now());
    const html = isOpen ? await readChapterText(app.db, id) : null;
    return { kind: 'chapter', place, html };
  } catch (error) {
    app.log.error({ err: error, chapter: id }, 'chapter could not be loaded');
    return { kind: 'failed' };
  }
}
