import { listNovels } from '#shared/contracts/novels.ts';
import { messages } from '#shared/messages.ts';
import {
  decodeCursor,
  encodeCursor,
  listNewestNovels,
  toNovelBody,
} from '#server/catalogue/novels.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { anyone } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';

export const GET = endpoint(listNovels, anyone, async ({ app, query }) => {
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor);
  if (query.cursor !== undefined && after === null) {
    const errors = [{ field: 'cursor', message: 'Ce curseur n’est pas de nous.' }];
    return refuse('MALFORMED', messages.malformed, { errors });
  }
  const { novels, next } = await listNewestNovels(app.db, { limit: query.limit, after });
  return { novels: novels.map(toNovelBody), nextCursor: next && encodeCursor(next) };
});
