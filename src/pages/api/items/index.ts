import { addItem } from '../../../lib/shared/contracts/items.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { requireUser } from '../../../lib/server/http/guards.ts';
import { createItem, toItemBody } from '../../../lib/server/items/items.ts';

export const POST = endpoint(addItem, requireUser, async ({ app, caller, body }) =>
  toItemBody(await createItem(app, caller.user.id, body)),
);
