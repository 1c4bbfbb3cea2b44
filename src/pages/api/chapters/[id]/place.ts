import { getPlace, setPlace } from '#shared/contracts/places.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal, refuse } from '#server/http/refusal.ts';
import { openPlace, readPlace, savePlace } from '#server/reading/places.ts';

export const GET = endpoint(getPlace, requireUser, async ({ app, caller, params }) => {
  const owner = await openPlace(app, params.id, caller);
  return isRefusal(owner) ? owner : readPlace(app.db, owner);
});

export const PUT = endpoint(setPlace, requireUser, async ({ app, caller, params, body }) => {
  const owner = await openPlace(app, params.id, caller);
  if (isRefusal(owner)) return owner;
  const { isStale, current } = await savePlace(app, owner, body);
  return isStale ? refuse('PLACE_STALE', messages.placeStale, { details: { current } }) : current;
});
