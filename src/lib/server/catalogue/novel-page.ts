import { validate } from 'uuid';
import { z } from 'zod';
import { chapterPageSize } from '../../shared/constants.ts';
import type { ChapterOrder } from '../../shared/paths.ts';
import type { Database } from '../db/database.ts';
import { findFirstChapter, listChapterPage, type Chapter, type Neighbour } from './chapters.ts';
import { findNovel, findNovelBySlug, type Novel } from './novels.ts';

/** What the address of a novel leads to. */
export type NovelPage =
  | { kind: 'missing' }
  /** An id was given: the canonical address is the slug's. */
  | { kind: 'moved'; slug: string }
  | {
      kind: 'novel';
      novel: Novel;
      first: Neighbour | null;
      chapters: Chapter[];
      order: ChapterOrder;
      page: number;
      pageCount: number;
    };

/** `?tri=desc&page=2`; anything else counts as the first page in ascending order. */
const listQuery = z.object({
  tri: z.enum(['asc', 'desc']).catch('asc'),
  page: z.coerce.number().int().min(1).catch(1),
});

/** Loads a novel and one page of its chapters. A page past the end shows the last one. */
export async function loadNovelPage(
  db: Database,
  slugOrId: string,
  query: URLSearchParams,
): Promise<NovelPage> {
  if (validate(slugOrId)) {
    const novel = await findNovel(db, slugOrId);
    return novel ? { kind: 'moved', slug: novel.slug } : { kind: 'missing' };
  }
  const novel = await findNovelBySlug(db, slugOrId);
  if (!novel) return { kind: 'missing' };
  const { tri: order, page: wanted } = listQuery.parse({
    tri: query.get('tri') ?? undefined,
    page: query.get('page') ?? undefined,
  });
  const pageCount = Math.max(1, Math.ceil(novel.chapterCount / chapterPageSize));
  const page = Math.min(wanted, pageCount);
  const [first, chapters] = await Promise.all([
    findFirstChapter(db, novel.id),
    listChapterPage(db, novel.id, { order, page }),
  ]);
  return { kind: 'novel', novel, first, chapters, order, page, pageCount };
}
