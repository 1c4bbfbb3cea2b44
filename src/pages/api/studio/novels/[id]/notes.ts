import { getNovelNotes, setNovelNotes as setCall } from '#shared/contracts/announcements.ts';
import { messages } from '#shared/messages.ts';
import { suspendedUntil } from '#server/community/add-comment.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal, refuse } from '#server/http/refusal.ts';
import { readNovelNotes, setNovelNotes } from '#server/publishing/studio/notes.ts';
import { findOwnNovel, onNovel } from '#server/publishing/studio/own-work.ts';

export const GET = endpoint(getNovelNotes, requireUser, async ({ app, caller, params }) => {
  const novel = await findOwnNovel(app.db, caller.user, params.id, 'seeDrafts');
  return isRefusal(novel) ? novel : readNovelNotes(app.db, novel.id);
});

export const PUT = endpoint(
  setCall,
  [requireUser, onNovel('settings')],
  async ({ app, caller, found: novel, body }) => {
    const isSuspended = suspendedUntil(caller.user, app.clock.now()) !== null;
    if (isSuspended) return refuse('FORBIDDEN', messages.writingSuspended);
    return setNovelNotes(app, caller.user, novel.id, body);
  },
);
