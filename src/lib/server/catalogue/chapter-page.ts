import { validate } from 'uuid';
import type { App } from '../app.ts';
import { sumPremium, type PremiumSum } from './premium-price.ts';
import { findChapter, isFree, readChapterText, type ChapterInPlace } from './chapters.ts';

/** What the address of a chapter leads to, for everybody. */
export type ChapterPage =
  | { kind: 'missing' }
  | { kind: 'failed' }
  | { kind: 'chapter'; place: ChapterInPlace; html: string }
  /** The text must not go out; instead, what a stranger pays for all of the novel that is not free. */
  | { kind: 'locked'; place: ChapterInPlace; novelPrice: PremiumSum };

/** What a page tells everybody of a chapter whose text it does not hold. */
export function lockedChapter({ chapter, novel }: ChapterInPlace, novelPrice: PremiumSum) {
  const { id, chapterNumber, title, creditCost } = chapter;
  return {
    id,
    chapterNumber,
    title,
    creditCost,
    novelId: novel.id,
    novelPrice,
    novelSlug: novel.slug,
  };
}

/** Loads a chapter for everybody: the text only where everybody may read it. */
export async function loadChapterPage(app: App, id: string): Promise<ChapterPage> {
  if (!validate(id)) return { kind: 'missing' };
  try {
    const place = await findChapter(app.db, id);
    if (!place) return { kind: 'missing' };
    if (!isFree(place.chapter, app.clock.now())) {
      return { kind: 'locked', place, novelPrice: await sumPremium(app, place.novel.id) };
    }
    return { kind: 'chapter', place, html: await readChapterText(app.db, id) };
  } catch (error) {
    app.log.error({ err: error, chapter: id }, 'chapter could not be loaded');
    return { kind: 'failed' };
  }
}
