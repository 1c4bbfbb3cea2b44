import { getItem, updateItem, addItem } from '#shared/contracts/items.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { anyone, requireUser } from '#server/people/identity/guards.ts';
import { isRefusal, refuse } from '#server/core/http/refusal.ts';
import { changeItem, findItem, onItem, toItemBody, createItem } from './items.ts';

export const calls = [
  endpoint(getItem, anyone, async ({ app, params }) => {
    const item = await findItem(app.db, params.id);
    return item ? toItemBody(item) : refuse('NOT_FOUND', messages.itemMissing);
  }),

  endpoint(updateItem, [requireUser, onItem], async ({ app, found, body }) => {
    const saved = await changeItem(app, found, body);
    return isRefusal(saved) ? saved : toItemBody(saved);
  }),

  endpoint(addItem, requireUser, async ({ app, caller, body }) =>
    toItemBody(await createItem(app, caller.user.id, body)),
  ),
];
