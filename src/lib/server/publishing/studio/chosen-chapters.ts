import { and, asc, eq, inArray } from 'drizzle-orm';
import type { BatchResult } from '#shared/contracts/studio-batch.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapterDrafts, chapters } from '#server/core/db/schema/catalogue.ts';
import type { ChapterRow } from '#server/people/novel-powers/own-work.ts';

/** A chosen chapter, with the title and length of its working copy. */
export type Chosen = ChapterRow & { copyTitle: string; copyWords: number };

/** The chosen chapters of a novel, and by whom they are changed, when. */
export type Here = { novelId: string; authorId: string; chosen: readonly Chosen[]; now: Date };

/** What became of a batch. */
export type Changed = {
  refused: BatchResult['refused'];
  /** Of the pages that show something else now. */
  tags: string[];
};

/** The chosen chapters by number, locked; by `update` against unlocks too, before they are deleted. */
export async function lockChosen(
  tx: Database,
  novelId: string,
  ids: readonly string[],
  strength: 'update' | 'no key update',
): Promise<Chosen[]> {
  const rows = await tx
    .select({ chapter: chapters, title: chapterDrafts.title, words: chapterDrafts.wordCount })
    .from(chapters)
    .leftJoin(chapterDrafts, eq(chapterDrafts.chapterId, chapters.id))
    .where(and(eq(chapters.novelId, novelId), inArray(chapters.id, [...ids])))
    .orderBy(asc(chapters.chapterNumber))
    .for(strength, { of: chapters });
  return rows.map(({ chapter, title, words }) => ({
    ...chapter,
    copyTitle: title ?? chapter.title,
    copyWords: words ?? chapter.wordCount,
  }));
}
