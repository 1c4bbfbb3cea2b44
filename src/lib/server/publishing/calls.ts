import { getNameHolders, setNameHolder, listNameUses } from '#shared/contracts/author-names.ts';
import { messages } from '#shared/messages.ts';
import { refuse } from '#server/core/http/refusal.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requirePower } from '#server/people/identity/guards.ts';
import * as names from '#server/publishing/author-names.ts';

export const calls = [
  endpoint(getNameHolders, requirePower('moderate'), ({ app, params }) =>
    names.readNameHolders(app.db, params.slug),
  ),
  // A name is no row: any may be held, and its role is all that an admin needs.
  endpoint(
    setNameHolder,
    [requirePower('moderate'), () => Promise.resolve(null)],
    ({ app, caller: { user }, params, body }) =>
      body.userId === user.id && user.role !== 'admin'
        ? refuse('FORBIDDEN', messages.forbidden)
        : names.setNameHolder(app, { slug: params.slug, ...body, adminId: user.id }),
  ),

  endpoint(listNameUses, requirePower('moderate'), async ({ app, query }) => {
    const slug = query.name === undefined ? null : await names.slugOfName(app.db, query.name);
    return { slug, uses: await names.listNameUses(app.db, slug) };
  }),
];
