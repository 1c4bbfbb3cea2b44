import { previewChapter } from '#shared/contracts/studio-chapters.ts';
import { findOwnChapter } from '#server/publishing/studio/own-work.ts';
import { readPreview } from '#server/publishing/studio/preview.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireAuthor } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

export const GET = endpoint(previewChapter, requireAuthor, async ({ app, caller, params }) => {
  const found = await findOwnChapter(app.db, caller.user, params.id);
  return isRefusal(found) ? found : readPreview(app.db, found);
});
