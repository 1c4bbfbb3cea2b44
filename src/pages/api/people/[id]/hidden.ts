import { hidePerson, unhidePerson } from '../../../../lib/shared/contracts/comments.ts';
import { setHidden } from '../../../../lib/server/community/hidden-people.ts';
import { endpoint } from '../../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../../lib/server/http/guards.ts';

export const PUT = endpoint(hidePerson, requireUser, async ({ app, caller, params }) => {
  const people = { userId: caller.user.id, hiddenUserId: params.id };
  return (await setHidden(app, people, true)) ?? { isHidden: true };
});

export const DELETE = endpoint(unhidePerson, requireUser, async ({ app, caller, params }) => {
  const people = { userId: caller.user.id, hiddenUserId: params.id };
  return (await setHidden(app, people, false)) ?? { isHidden: false };
});
