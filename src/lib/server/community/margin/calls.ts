import {
  getMargin,
  listHighlightedNovels as listNovelsCall,
  listHighlights as listCall,
  removeHighlight as removeCall,
  removeMarginNote as removeNoteCall,
  setHighlight as setCall,
  setMarginNote as setNoteCall,
} from '#shared/contracts/margin.ts';
import { onPlace } from '#server/catalogue/reading/places.ts';
import { anyone, requireUser } from '#server/people/identity/guards.ts';
import { onChapter } from '#server/people/novel-powers/own-work.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { removeMarginNote, setMarginNote } from './author-notes.ts';
import {
  listHighlightedNovels,
  listHighlights,
  removeHighlight,
  setHighlight,
} from './highlights.ts';
import { readMargin } from './read-margin.ts';

export const calls = [
  endpoint(getMargin, anyone, ({ app, caller, params, query }) =>
    readMargin(app, caller, params.id, query.isRead === 'true'),
  ),

  endpoint(
    setCall,
    [requireUser, onPlace],
    async ({ app, found: { userId, chapterId }, params, body }) =>
      (await setHighlight(app, { userId, chapterId }, { ...body, id: params.itemId })) ?? {},
  ),

  endpoint(removeCall, requireUser, async ({ app, caller, params }) => {
    const of = { userId: caller.user.id, chapterId: params.id, id: params.itemId };
    await removeHighlight(app.db, of);
    return {};
  }),

  endpoint(
    setNoteCall,
    [requireUser, onChapter('publish')],
    async ({ app, caller, params, body }) =>
      (await setMarginNote(app, caller.user, params.id, { ...body, id: params.itemId })) ?? {},
  ),

  endpoint(
    removeNoteCall,
    [requireUser, onChapter('publish')],
    async ({ app, caller, params }) =>
      (await removeMarginNote(app, caller.user, { id: params.itemId, chapterId: params.id })) ?? {},
  ),

  endpoint(listNovelsCall, requireUser, async ({ app, caller }) => ({
    novels: await listHighlightedNovels(app.db, caller.user.id),
  })),

  endpoint(listCall, requireUser, ({ app, caller, params, query }) =>
    listHighlights(app, caller, params.id, query.cursor),
  ),
];
