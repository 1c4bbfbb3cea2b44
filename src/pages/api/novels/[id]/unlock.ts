import { unlockNovel } from '../../../../lib/shared/contracts/credits.ts';
import { unlockNovel as unlock } from '../../../../lib/server/credits/unlock-chapters.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';

export const POST = endpoint(unlockNovel, requireUser, ({ app, caller, params, body }) =>
  unlock(app, caller.user, { novelId: params.id, expectedCredits: body.credits }),
);
