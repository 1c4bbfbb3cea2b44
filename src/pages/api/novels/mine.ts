import { listOwnNovels } from '../../../lib/shared/contracts/novels.ts';
import { listNovelsOfOwner, toNovelBody } from '../../../lib/server/catalogue/novels.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { requireRole } from '../../../lib/server/http/guards.ts';

export const GET = endpoint(
  listOwnNovels,
  requireRole('author', 'admin'),
  async ({ app, caller }) => {
    const novels = await listNovelsOfOwner(app.db, caller.user.id);
    return { novels: novels.map(toNovelBody) };
  },
);
