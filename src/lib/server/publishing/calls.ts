import { getNameHolders, setNameHolder, listNameUses } from '#shared/contracts/author-names.ts';
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
    ({ app, caller, params, body }) =>
      names.setNameHolder(app, { slug: params.slug, ...body, adminId: caller.user.id }),
  ),

  endpoint(listNameUses, requirePower('moderate'), async ({ app, query }) => {
    const slug = query.name === undefined ? null : await names.slugOfName(app.db, query.name);
    return { slug, uses: await names.listNameUses(app.db, slug) };
  }),
];
