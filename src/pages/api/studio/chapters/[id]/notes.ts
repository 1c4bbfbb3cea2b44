import { getChapterNotes, setChapterNotes as setCall } from '#shared/contracts/announcements.ts';
import { messages } from '#shared/messages.ts';
import { suspendedUntil } from '#server/community/add-comment.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal, refuse } from '#server/http/refusal.ts';
import { readOwnNotes, setChapterNotes } from '#server/publishing/studio/notes.ts';
import { findOwnChapter, onChapter } from '#server/publishing/studio/own-work.ts';

export const GET = endpoint(getChapterNotes, requireUser, async ({ app, caller, params }) => {
  const found = await findOwnChapter(app.db, caller.user, params.id, 'seeDrafts');
  return isRefusal(found) ? found : readOwnNotes(app.db, found.chapter);
});

export const PUT = endpoint(
  setCall,
  [requireUser, onChapter('write')],
  async ({ app, caller, found, body }) => {
    const isSuspended = suspendedUntil(caller.user, app.clock.now()) !== null;
    if (isSuspended) return refuse('FORBIDDEN', messages.writingSuspended);
    const refusal = await setChapterNotes(app, caller.user, found.chapter.id, body);
    return refusal ?? readOwnNotes(app.db, found.chapter);
  },
);
