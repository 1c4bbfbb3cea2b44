import { getPlace, setPlace } from '#shared/contracts/places.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { onPlace, readPlace, savePlace } from '#server/reading/places.ts';

export const GET = endpoint(getPlace, [requireUser, onPlace], ({ app, found: owner }) =>
  readPlace(app.db, owner),
);

export const PUT = endpoint(
  setPlace,
  [requireUser, onPlace],
  async ({ app, found: owner, body }) => {
    const { isStale, current } = await savePlace(app, owner, body);
    return isStale ? refuse('PLACE_STALE', messages.placeStale, { details: { current } }) : current;
  },
);
