import { getChapterInfo } from '../../../../lib/shared/contracts/chapters.ts';
import { messages } from '../../../../lib/shared/messages.ts';
import { findChapter } from '../../../../lib/server/catalogue/chapters.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { refuse } from '../../../../lib/server/http/refusal.ts';

export const GET = endpoint(getChapterInfo, async ({ app, params }) => {
  const place = await findChapter(app.db, params.id);
  if (!place) return refuse('NOT_FOUND', messages.chapterMissing);
  return { novelId: place.novel.id };
});
