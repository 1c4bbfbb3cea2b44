import { unlockChapter } from '../../../../lib/shared/contracts/credits.ts';
import { unlockChapter as unlock } from '../../../../lib/server/credits/unlock-chapters.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';

export const POST = endpoint(unlockChapter, requireUser, ({ app, caller, params, body }) =>
  unlock(app, caller.user, { chapterId: params.id, expectedCredits: body?.credits }),
);
