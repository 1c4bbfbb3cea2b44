import { getItem, updateItem } from '../../../lib/shared/contracts/items.ts';
import { messages } from '../../../lib/shared/messages.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { anyone, requireUser } from '../../../lib/server/http/guards.ts';
import { isRefusal, refuse } from '../../../lib/server/http/refusal.ts';
import { changeItem, findItem, toItemBody } from '../../../lib/server/items/items.ts';

export const GET = endpoint(getItem, anyone, async ({ app, params }) => {
  const item = await findItem(app.db, params.id);
  return item ? toItemBody(item) : refuse('NOT_FOUND', messages.itemMissing);
});

export const PUT = endpoint(updateItem, requireUser, async ({ app, caller, params, body }) => {
  const saved = await changeItem(app, caller.user, params.id, body);
  return isRefusal(saved) ? saved : toItemBody(saved);
});
