import * as contracts from '#shared/contracts/announcements.ts';
import {
  getChapterNotes,
  setChapterNotes as setChapterNotesCall,
  getNovelNotes,
  setNovelNotes as setNovelNotesCall,
} from '#shared/contracts/announcements.ts';
import { messages } from '#shared/messages.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser } from '#server/people/identity/guards.ts';
import {
  deleteAnnouncement,
  editAnnouncement,
  onAnnouncement,
  addAnnouncement,
  listAnnouncements,
} from '#server/publishing/studio/announcements.ts';
import { isRefusal, refuse } from '#server/core/http/refusal.ts';
import {
  readOwnNotes,
  setChapterNotes,
  readNovelNotes,
  setNovelNotes,
} from '#server/publishing/studio/notes.ts';
import {
  findOwnChapter,
  onChapter,
  findOwnNovel,
  onNovel,
} from '#server/people/novel-powers/own-work.ts';
import { suspendedUntil } from '#server/community/commented-chapter.ts';
import { encodeCursor, readCursor } from '#server/core/http/cursor.ts';

export const calls = [
  endpoint(
    contracts.editAnnouncement,
    [requireUser, onAnnouncement],
    ({ app, caller, params, body }) => editAnnouncement(app, caller.user, params.id, body),
  ),

  endpoint(contracts.deleteAnnouncement, requireUser, async ({ app, caller, params }) => {
    const refusal = await deleteAnnouncement(app, caller.user, params.id);
    return refusal ?? { isDeleted: true as const };
  }),

  endpoint(getChapterNotes, requireUser, async ({ app, caller, params }) => {
    const found = await findOwnChapter(app.db, caller.user, params.id, 'seeDrafts');
    return isRefusal(found) ? found : readOwnNotes(app.db, found.chapter);
  }),

  endpoint(
    setChapterNotesCall,
    [requireUser, onChapter('write')],
    async ({ app, caller, found, body }) => {
      const isSuspended = suspendedUntil(caller.user, app.clock.now()) !== null;
      if (isSuspended) return refuse('FORBIDDEN', messages.writingSuspended);
      const refusal = await setChapterNotes(app, caller.user, found.chapter.id, body);
      return refusal ?? readOwnNotes(app.db, found.chapter);
    },
  ),

  endpoint(contracts.listAnnouncements, requireUser, async ({ app, caller, params, query }) => {
    const after = readCursor(query.cursor);
    if (isRefusal(after)) return after;
    const novel = await findOwnNovel(app.db, caller.user, params.id, 'seeDrafts');
    if (isRefusal(novel)) return novel;
    const { next, ...page } = await listAnnouncements(app, novel.id, after);
    return { ...page, nextCursor: next && encodeCursor(next) };
  }),

  endpoint(
    contracts.addAnnouncement,
    [requireUser, onNovel('publish')],
    ({ app, caller, params, body }) => addAnnouncement(app, caller.user, params.id, body),
  ),

  endpoint(getNovelNotes, requireUser, async ({ app, caller, params }) => {
    const novel = await findOwnNovel(app.db, caller.user, params.id, 'seeDrafts');
    return isRefusal(novel) ? novel : readNovelNotes(app.db, novel.id);
  }),

  endpoint(
    setNovelNotesCall,
    [requireUser, onNovel('settings')],
    async ({ app, caller, found: novel, body }) => {
      const isSuspended = suspendedUntil(caller.user, app.clock.now()) !== null;
      if (isSuspended) return refuse('FORBIDDEN', messages.writingSuspended);
      return setNovelNotes(app, caller.user, novel.id, body);
    },
  ),
];
