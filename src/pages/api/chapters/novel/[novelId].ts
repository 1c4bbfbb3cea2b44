import { listChapters as listChaptersCall } from '#shared/contracts/chapters.ts';
import { messages } from '#shared/messages.ts';
import { listChapters, toPublicChapterBody } from '#server/catalogue/chapters.ts';
import { findNovel } from '#server/catalogue/novels.ts';
import { findChapterMarks } from '#server/community/chapter-marks.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { findReadableOf, toldAs } from '#server/protection/access.ts';

export const GET = endpoint(listChaptersCall, anyone, async ({ app, caller, params }) => {
  const novel = await findNovel(app.db, params.novelId);
  if (!novel) return refuse('NOT_FOUND', messages.novelMissing);
  const now = app.clock.now();
  const chapters = await listChapters(app.db, novel.id);
  const marksOf = await findChapterMarks(app.db, caller?.user.id ?? null, { novelId: novel.id });
  const isReadable = await findReadableOf(app.db, novel, caller, now);
  return chapters.map((chapter) =>
    toldAs(toPublicChapterBody(chapter, marksOf(chapter.id), now), isReadable(chapter)),
  );
});
