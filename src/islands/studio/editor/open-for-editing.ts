import { call } from '#browser/call.ts';
import type { Outcome } from '#browser/outcome.ts';
import {
  getStudioChapter,
  type StudioChapterWithCopyBody,
} from '#shared/contracts/studio-chapters.ts';
import { getStudioNovel, type StudioNovelBody } from '#shared/contracts/studio-novels.ts';
import { isSameText } from './chapter-html.ts';
import { forgetLocalCopy, readLocalCopy, type LocalCopy } from './local-copy.ts';

/** A chapter that an author opens in the editor. */
export type ChapterToEdit = { novelId: string; chapterId: string; userId: string };

/** What the editor is opened with. */
export type Opened = {
  chapter: StudioChapterWithCopyBody;
  novel: StudioNovelBody;
  /** The local copy that the server does not have. */
  stored: LocalCopy | null;
};

/** Loads a chapter and its novel; offers the local copy if the server does not have it. */
export async function openForEditing({
  novelId,
  chapterId,
  userId,
}: ChapterToEdit): Promise<Outcome<Opened>> {
  const [chapter, novel, stored] = await Promise.all([
    call(getStudioChapter, {
      params: { id: chapterId },
    }),
    call(getStudioNovel, { params: { id: novelId } }),
    readLocalCopy(userId, chapterId),
  ]);
  if (!chapter.ok) return chapter;
  if (!novel.ok) return novel;
  const offered = worthOffering(stored, chapter.data, userId);
  return { ok: true, data: { chapter: chapter.data, novel: novel.data, stored: offered } };
}

function worthOffering(
  stored: LocalCopy | null,
  { _id, copy }: StudioChapterWithCopyBody,
  userId: string,
): LocalCopy | null {
  if (stored === null) return null;
  if (stored.title.trim() !== copy.title || !isSameText(stored.html, copy.html)) return stored;
  forgetLocalCopy(userId, _id);
  return null;
}
