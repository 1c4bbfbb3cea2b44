import { getChapterPage } from '#shared/contracts/chapters.ts';
import { messages } from '#shared/messages.ts';
import { findChapterPage } from '#server/catalogue/chapter-pages.ts';
import { toPublicChapterBody } from '#server/catalogue/chapters.ts';
import { findNovel } from '#server/catalogue/novels.ts';
import { findChapterMarks } from '#server/community/chapter-marks.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { findReadableOf, toldAs } from '#server/protection/access.ts';

export const GET = endpoint(getChapterPage, anyone, async ({ app, caller, params, query }) => {
  const novel = await findNovel(app.db, params.id);
  if (!novel) return refuse('NOT_FOUND', messages.novelMissing);
  const found = await findChapterPage(app.db, novel.id, query);
  const now = app.clock.now();
  const chapterIds = found.chapters.map(({ id }) => id);
  const [marksOf, isReadable] = await Promise.all([
    findChapterMarks(app.db, caller?.user.id ?? null, { chapterIds }),
    findReadableOf(app.db, { ...novel, ids: chapterIds }, caller, now),
  ]);
  const chapters = found.chapters.map((chapter) =>
    toldAs(toPublicChapterBody(chapter, marksOf(chapter.id), now), isReadable(chapter)),
  );
  return { ...found, chapters };
});
