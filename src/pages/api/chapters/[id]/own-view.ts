import { getOwnView } from '#shared/contracts/chapters.ts';
import { messages } from '#shared/messages.ts';
import { findChapter } from '#server/catalogue/chapters.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal, refuse } from '#server/http/refusal.ts';
import { toPreferencesBody } from '#server/identity/reader-preferences.ts';
import { toUserBody } from '#server/identity/user-body.ts';
import { readChapterInfo } from '#server/reading/chapter-info.ts';
import { ownPlace, readPlace } from '#server/reading/places.ts';

export const GET = endpoint(getOwnView, requireUser, async ({ app, caller, params }) => {
  const chapter = await findChapter(app.db, params.id, caller.user.id);
  if (!chapter) return refuse('NOT_FOUND', messages.chapterMissing);
  const readOwnPlace = async () => {
    const owner = await ownPlace(app, chapter, caller);
    return isRefusal(owner) ? null : readPlace(app.db, owner);
  };
  const [user, info, place] = await Promise.all([
    toUserBody(app.db, caller.user),
    readChapterInfo(app, chapter, caller),
    readOwnPlace(),
  ]);
  return { user, info, place, preferences: toPreferencesBody(caller.user) };
});
