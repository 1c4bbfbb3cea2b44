/** The chapters of a novel as the server lists them for this reader. */
import type { z } from 'zod';
import { getChapterPage, type ChapterPageBody } from '#shared/contracts/chapters.ts';
import { listWithdrawn } from '#shared/contracts/library.ts';
import { ask, asOutcome, type Outcome } from '../outcome.ts';
import { currentOwner } from './owner.ts';
import type { ListedChapter } from './entries.ts';

const pageSize = 100;
const pagesMax = 50;

/** All chapters of a novel, a page after the other. */
export async function listReadable(novelId: string): Promise<Outcome<ListedChapter[]>> {
  const listed: ListedChapter[] = [];
  for (let page = 1; page <= pagesMax; page++) {
    const outcome = await asOutcome(() => askPage(novelId, page));
    if (!outcome.ok) return outcome;
    const { chapters, total } = outcome.data;
    listed.push(
      ...chapters.map((chapter) => ({
        id: chapter._id,
        number: chapter.chapterNumber,
        title: chapter.title,
        part: chapter.part,
        words: chapter.wordCount,
        isPremium: chapter.isPremium,
        isLocked: chapter.isLocked,
      })),
    );
    if (listed.length >= total || chapters.length === 0) break;
  }
  return { ok: true, data: listed };
}

type Query = z.input<(typeof getChapterPage)['query']>;

/** `send` is enough for a visitor; for a session, `call` handles its end. */
async function askPage(novelId: string, page: number): Promise<Outcome<ChapterPageBody>> {
  const query: Query = { page, size: pageSize };
  if (currentOwner() === null) {
    const path = `/api/novels/${novelId}/chapters?size=${pageSize}&page=${page}`;
    return ask<ChapterPageBody>({ method: 'GET', path });
  }
  const { call } = await import('../call.ts');
  const params = { id: novelId };
  return call(getChapterPage, { params, query });
}

/** Withdrawn chapters that this reader unlocked, and reads on. */
export async function listKept() {
  const { call } = await import('../call.ts');
  return call(listWithdrawn);
}
