import { listNameUses } from '#shared/contracts/author-names.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import * as names from '#server/publishing/author-names.ts';

export const GET = endpoint(listNameUses, requireRole('admin'), async ({ app, query }) => {
  const slug = query.name === undefined ? null : await names.slugOfName(app.db, query.name);
  return { slug, uses: await names.listNameUses(app.db, slug) };
});
