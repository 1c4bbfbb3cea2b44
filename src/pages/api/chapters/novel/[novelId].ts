import { listChapters as listChaptersCall } from '../../../../lib/shared/contracts/chapters.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import { listChapters, toPublicChapterBody } from '../../../../lib/server/catalogue/chapters.ts';
import { findNovel } from '../../../../lib/server/catalogue/novels.ts';
import { findChapterMarks } from '../../../../lib/server/community/chapter-marks.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { anyone } from '../../../../lib/server/http/guards.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';
import { findReadableOf, toldAs } from '../../../../lib/server/protection/access.ts';

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
