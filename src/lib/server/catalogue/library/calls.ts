import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import {
  listFavorites,
  listHistory,
  listLibrary,
  mergeReading,
  getNextReading,
  listWithdrawn,
  getLibraryStatus,
  setLibraryStatus,
} from '#shared/contracts/library.ts';
import { getReadingLog, setReadingLog } from '#shared/contracts/reading-log.ts';
import { messages } from '#shared/messages.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser } from '#server/people/identity/guards.ts';
import { onPublicNovel } from '#server/catalogue/novels.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { LibraryPage, WantedPage } from './list-library.ts';
import * as library from './list-library.ts';
import * as history from './list-history.ts';
import * as merge from './merge-reading.ts';
import { readLog } from './reading-log.ts';
import { readNovelState } from './read-novel-state.ts';
import * as status from './set-status.ts';
import { encodeCursor, decodeCursor } from '#server/core/http/cursor.ts';

export const calls = [
  endpoint(listFavorites, requireUser, ({ app, caller, query }) =>
    answerShelf(query, (wanted) => library.listFavorites(app.db, caller.user.id, wanted)),
  ),

  endpoint(listHistory, requireUser, ({ app, caller }) =>
    history.listHistory(app.db, caller.user.id),
  ),

  endpoint(listLibrary, requireUser, ({ app, caller, query }) =>
    answerShelf(query, (wanted) => library.listLibrary(app.db, caller.user.id, wanted)),
  ),

  endpoint(mergeReading, requireUser, async ({ app, caller, body }) => {
    await merge.mergeReading(app, caller.user.id, body.readings);
    return {};
  }),

  endpoint(getNextReading, requireUser, async ({ app, caller }) => ({
    novel: await library.findNextReading(app.db, caller.user.id),
  })),

  endpoint(listWithdrawn, requireUser, ({ app, caller }) =>
    history.listWithdrawn(app.db, caller.user.id),
  ),

  endpoint(getReadingLog, requireUser, ({ app, caller }) => readLog(app.db, caller.user)),

  endpoint(setReadingLog, requireUser, async ({ app, caller, body }) => {
    const isOwn = eq(users.id, caller.user.id);
    await app.db.update(users).set({ isLogOff: !body.isOn }).where(isOwn);
    return {};
  }),

  endpoint(getLibraryStatus, requireUser, async ({ app, caller, params }) => {
    const state = await readNovelState(app.db, caller.user.id, params.id, app.clock.now());
    return state ?? refuse('NOT_FOUND', messages.novelMissing);
  }),

  endpoint(
    setLibraryStatus,
    [requireUser, onPublicNovel],
    async ({ app, caller, params, body }) => {
      const ofNovel = { userId: caller.user.id, novelId: params.id };
      const state = await status.setLibraryStatus(app, ofNovel, body.status);
      return state ?? refuse('NOT_FOUND', messages.novelMissing);
    },
  ),
];

/** The page of a shelf after a cursor; `MALFORMED` for one that we did not write. */
async function answerShelf(
  { cursor, limit }: z.output<(typeof listLibrary)['query']>,
  read: (wanted: WantedPage) => Promise<LibraryPage>,
): Promise<z.output<(typeof listLibrary)['response']> | Refusal> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  if (cursor !== undefined && after === null) {
    const errors = [{ field: 'cursor', message: 'Ce curseur n’est pas de nous.' }];
    return refuse('MALFORMED', messages.malformed, { errors });
  }
  const { novels, next } = await read({ after, limit });
  return { novels, nextCursor: next && encodeCursor(next) };
}
