import { getChapterInfo } from '#shared/contracts/chapters.ts';
import { messages } from '#shared/messages.ts';
import { findChapter } from '#server/catalogue/chapters.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { readChapterInfo } from '#server/reading/chapter-info.ts';

export const GET = endpoint(getChapterInfo, anyone, async ({ app, caller, params }) => {
  const place = await findChapter(app.db, params.id, caller?.user.id);
  return place ? readChapterInfo(app, place, caller) : refuse('NOT_FOUND', messages.chapterMissing);
});
