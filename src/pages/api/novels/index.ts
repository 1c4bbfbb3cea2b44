import { listNovels } from '../../../lib/shared/contracts/novels.ts';
import { messages } from '../../../lib/shared/messages.ts';
import {
  decodeCursor,
  encodeCursor,
  listNewestNovels,
  toNovelBody,
} from '../../../lib/server/catalogue/novels.ts';
import { endpoint } from '../../../lib/server/http/endpoint.ts';
import { anyone } from '../../../lib/server/http/guards.ts';
import { refuse } from '../../../lib/server/http/refusal.ts';

export const GET = endpoint(listNovels, anyone, async ({ app, query }) => {
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor);
  if (query.cursor !== undefined && after === null) {
    const errors = [{ field: 'cursor', message: 'Ce curseur n’est pas de nous.' }];
    return refuse('MALFORMED', messages.malformed, { errors });
  }
  const { novels, next } = await listNewestNovels(app.db, { limit: query.limit, after });
  return { novels: novels.map(toNovelBody), nextCursor: next && encodeCursor(next) };
});
