import { unlockNovel } from '#shared/contracts/credits.ts';
import { unlockNovel as unlock } from '#server/credits/unlock-chapters.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuseWithoutPass } from '#server/protection/session-pass.ts';

export const POST = endpoint(unlockNovel, requireUser, ({ app, caller, params, body }) =>
  unlock(app, caller.user, { novelId: params.id, expectedCredits: body.credits }, (db, chapterId) =>
    refuseWithoutPass({ ...app, db }, caller, chapterId),
  ),
);
