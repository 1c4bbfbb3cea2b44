import { addItem } from '#shared/contracts/items.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { createItem, toItemBody } from '#server/items/items.ts';

export const POST = endpoint(addItem, requireUser, async ({ app, caller, body }) =>
  toItemBody(await createItem(app, caller.user.id, body)),
);
