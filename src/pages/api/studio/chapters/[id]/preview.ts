import { previewChapter } from '#shared/contracts/studio-chapters.ts';
import { findOwnChapter } from '#server/publishing/studio/own-work.ts';
import { readPreview } from '#server/publishing/studio/preview.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';

export const GET = endpoint(previewChapter, requireUser, async ({ app, caller, params }) => {
  const found = await findOwnChapter(app.db, caller.user, params.id, 'seeDrafts');
  return isRefusal(found) ? found : readPreview(app, found);
});
