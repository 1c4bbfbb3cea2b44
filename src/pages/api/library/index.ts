import { listLibrary } from '#shared/contracts/library.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { answerShelf } from '#server/library/answer-shelf.ts';
import * as library from '#server/library/list-library.ts';

export const GET = endpoint(listLibrary, requireUser, ({ app, caller, query }) =>
  answerShelf(query, (wanted) => library.listLibrary(app.db, caller.user.id, wanted)),
);
