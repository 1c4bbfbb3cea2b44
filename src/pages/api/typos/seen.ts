import { seeTypoAnswers as seeCall } from '#shared/contracts/typos.ts';
import { seeTypoAnswers } from '#server/community/typos/own-typos.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';

export const PUT = endpoint(seeCall, requireUser, async ({ app, caller: { user }, body }) => ({
  seen: await seeTypoAnswers(app, user.id, body.ids),
}));
