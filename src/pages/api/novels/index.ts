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
import { keepAnswer } from '#server/http/kept-answer.ts';
import { refuse } from '#server/http/refusal.ts';
import { figuresTag } from '#server/pagecache/tags.ts';

export const GET = endpoint(listNovels, anyone, async ({ app, query: { cursor, limit } }) => {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  if (cursor !== undefined && after === null) {
    const errors = [{ field: 'cursor', message: 'Ce curseur n’est pas de nous.' }];
    return refuse('MALFORMED', messages.malformed, { errors });
  }
  return keepAnswer(app, `/api/novels?limit=${limit}&cursor=${cursor ?? ''}`, async () => {
    const { novels, next } = await listNewestNovels(app.db, { limit, after });
    return {
      body: { novels: novels.map(toNovelBody), nextCursor: next && encodeCursor(next) },
      // The list of the home page, with figures that the home page does not show.
      tags: ['home', ...novels.map(({ id }) => figuresTag(id))],
    };
  });
});
