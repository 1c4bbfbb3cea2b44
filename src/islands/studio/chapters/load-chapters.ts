import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import { listStudioChapters, type StudioChapterBody } from '#shared/contracts/studio-chapters.ts';
import type { StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { loadNovel } from '../load-novel.ts';
import { draftsGone } from './empty-draft.ts';

export type NovelWithChapters = { novel: StudioNovelBody; chapters: StudioChapterBody[] };

/** Loads a novel and its chapters in parallel. */
export async function loadChapters(novelId: string): Promise<Outcome<NovelWithChapters>> {
  const params = { id: novelId };
  await draftsGone();
  const [novel, list] = await Promise.all([
    loadNovel(novelId),
    call(listStudioChapters, { params }),
  ]);
  if (!novel.ok) return novel;
  return list.ok ? { ok: true, data: { ...novel.data, chapters: list.data.chapters } } : list;
}
