import { hidePerson, unhidePerson } from '#shared/contracts/comments.ts';
import { setHidden } from '#server/community/hidden-people.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';

export const PUT = endpoint(hidePerson, requireUser, async ({ app, caller, params }) => {
  const people = { userId: caller.user.id, hiddenUserId: params.id };
  return (await setHidden(app, people, true)) ?? { isHidden: true };
});

export const DELETE = endpoint(unhidePerson, requireUser, async ({ app, caller, params }) => {
  const people = { userId: caller.user.id, hiddenUserId: params.id };
  return (await setHidden(app, people, false)) ?? { isHidden: false };
});
