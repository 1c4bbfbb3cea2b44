import { listNameUses } from '#shared/contracts/author-names.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireRole } from '#server/http/guards.ts';
import * as names from '#server/publishing/author-names.ts';

export const GET = endpoint(listNameUses, requireRole('admin'), async ({ app }) => ({
  uses: await names.listNameUses(app.db),
}));
