import { previewChapter } from '../../../../../lib/shared/contracts/studio-chapters.ts';
import { findOwnChapter } from '../../../../../lib/server/publishing/studio/own-work.ts';
import { readPreview } from '../../../../../lib/server/publishing/studio/preview.ts';
import { endpoint } from '../../../../../lib/server/http/endpoint.ts';
import { requireAuthor } from '../../../../../lib/server/http/guards.ts';
import { isRefusal } from '../../../../../lib/server/http/refusal.ts';

export const GET = endpoint(previewChapter, requireAuthor, async ({ app, caller, params }) => {
  const found = await findOwnChapter(app.db, caller.user, params.id);
  return isRefusal(found) ? found : readPreview(app.db, found);
});
