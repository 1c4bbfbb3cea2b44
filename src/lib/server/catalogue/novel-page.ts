import { validate } from 'uuid';
import { z } from 'zod';
import { chapterPageSize } from '#shared/constants.ts';
import type { ChapterOrder } from '#shared/site/paths.ts';
import type { App } from '../app.ts';
import { listLastAnnouncements, type AnnouncementLine } from './announcements.ts';
import { listChapterPage } from './chapter-pages.ts';
import { findFirstChapter, type Chapter, type Neighbour } from './chapters.ts';
import { sumPremium, type PremiumSum } from './premium-price.ts';
import { findNovel, findShownNovel, type Novel, type ShownNovel } from './novels.ts';
import { listSimilarNovels } from './similar-novels.ts';

/** A novel and one page of its chapters; `chapters` is null where the list could not be loaded. */
export type FoundNovel = {
  kind: 'novel';
  novel: ShownNovel;
  first: Neighbour | null;
  chapters: Chapter[] | null;
  /** What an anonymous reader would pay for all that is not free; null with `chapters`. */
  premium: PremiumSum | null;
  /** The last announcements of its author. */
  announcements: AnnouncementLine[];
  /** What else its readers may like. */
  similar: Novel[];
  order: ChapterOrder;
  page: number;
  pageCount: number;
};

/** The result for a novel's address. */
export type NovelPage =
  | { kind: 'missing' }
  | { kind: 'failed' }
  /** The address had an id: the canonical one has the slug. */
  | { kind: 'moved'; slug: string }
  | FoundNovel;

/** `?tri=desc&page=2`; anything else counts as the first page in ascending order. */
const listQuery = z.object({
  tri: z.enum(['asc', 'desc']).catch('asc'),
  page: z.coerce.number().int().min(1).catch(1),
});

/** Loads a novel and one page of its chapters. A page past the end shows the last one. */
export async function loadNovelPage(
  app: App,
  slugOrId: string,
  query: URLSearchParams,
): Promise<NovelPage> {
  try {
    if (validate(slugOrId)) {
      const known = await findNovel(app.db, slugOrId);
      return known ? { kind: 'moved', slug: known.slug } : { kind: 'missing' };
    }
    const novel = await findShownNovel(app.db, slugOrId);
    return novel ? await withChapters(app, novel, query) : { kind: 'missing' };
  } catch (error) {
    app.log.error({ err: error, novel: slugOrId }, 'novel could not be loaded');
    return { kind: 'failed' };
  }
}

async function withChapters(
  app: App,
  novel: ShownNovel,
  query: URLSearchParams,
): Promise<FoundNovel> {
  const { tri: order, page: wanted } = listQuery.parse({
    tri: query.get('tri') ?? undefined,
    page: query.get('page') ?? undefined,
  });
  const pageCount = Math.max(1, Math.ceil(novel.chapterCount / chapterPageSize));
  const page = Math.min(wanted, pageCount);
  const found = { kind: 'novel', novel, order, page, pageCount } as const;
  try {
    const [first, chapters, premium, similar, announcements] = await Promise.all([
      findFirstChapter(app.db, novel.id),
      listChapterPage(app.db, novel.id, { order, page, size: chapterPageSize }),
      sumPremium(app, novel.id),
      listSimilarNovels(app.db, novel.id),
      listLastAnnouncements(app.db, novel.id),
    ]);
    return { ...found, first, chapters, premium, similar, announcements };
  } catch (error) {
    app.log.error({ err: error, novel: novel.id }, 'chapters could not be loaded');
    const nothing = { first: null, chapters: null, premium: null, similar: [], announcements: [] };
    return { ...found, ...nothing };
  }
}
