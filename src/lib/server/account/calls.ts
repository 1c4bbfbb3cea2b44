import { signedInCookie } from '#server/people/identity/browser-secret.ts';
import * as storageKeys from '#shared/site/storage-keys.ts';
import { parseCookie } from 'cookie';
import { getUser } from '#shared/contracts/auth.ts';
import { saveProfile } from '#server/people/identity/profile.ts';
import { updateProfile } from '#shared/contracts/auth.ts';
import { toPreferencesBody } from '#server/people/identity/reader-preferences.ts';
import { readChapterInfo } from '#server/community/chapter-info.ts';
import { toUserBody } from '#server/account/user-body.ts';
import { readPlace } from '#server/catalogue/reading/places.ts';
import { isRefusal } from '#server/core/http/refusal.ts';
import { ownPlace } from '#server/catalogue/reading/places.ts';
import { messages } from '#shared/messages.ts';
import { refuse } from '#server/core/http/refusal.ts';
import { findChapter } from '#server/catalogue/chapters.ts';
import { getOwnView } from '#shared/contracts/chapters.ts';
import { deleteAccount, exportData } from '#shared/contracts/auth.ts';
import { parisDay } from '#shared/site/formats.ts';
import { eraseAccount } from '#server/account/erase-account.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser } from '#server/people/identity/guards.ts';
import { clearBrowserCookies } from '#server/people/identity/browser-secret.ts';
import { exportAccount, exportFileName } from '#server/account/export-account.ts';
import { toByteStream } from '#server/core/http/byte-stream.ts';

export const calls = [
  endpoint(updateProfile, requireUser, async ({ app, caller, body }) =>
    toUserBody(app.db, await saveProfile(app, caller.user, body)),
  ),

  endpoint(getUser, requireUser, ({ app, caller, requestHeaders, headers }) => {
    const cookies = parseCookie(requestHeaders.get('cookie') ?? '');
    if (cookies[storageKeys.signedInCookie] === undefined) {
      headers.append('set-cookie', signedInCookie(app.config.siteUrl, true));
    }
    return toUserBody(app.db, caller.user);
  }),

  endpoint(getOwnView, requireUser, async ({ app, caller, params }) => {
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
  }),

  endpoint(deleteAccount, requireUser, async ({ app, caller, body, headers }) => {
    const { lostCredits } = body;
    const refusal = await eraseAccount(app, caller.user.id, { lostCredits });
    if (refusal) return refusal;
    app.log.info({ userId: caller.user.id }, 'account erased by its person');
    clearBrowserCookies(headers, app.config.siteUrl);
    return { success: true as const };
  }),

  endpoint(exportData, requireUser, ({ app, caller }) => ({
    stream: toByteStream(exportAccount(app, caller.user.id), (error) => {
      app.log.error({ err: error, userId: caller.user.id }, 'an export broke off');
    }),
    type: 'application/json; charset=utf-8',
    name: exportFileName(parisDay(app.clock.now())),
  })),
];
