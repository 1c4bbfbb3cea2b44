import { suspensionSentence } from '#shared/comment-text.ts';
import { decideTypo as decideCall } from '#shared/contracts/studio-typos.ts';
import { suspendedUntil } from '#server/community/add-comment.ts';
import { readTypoEntry } from '#server/community/typos/inbox-typos.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal, refuse } from '#server/http/refusal.ts';
import { decideTypo, onTypo } from '#server/publishing/typos/decide-typo.ts';

export const POST = endpoint(
  decideCall,
  [requireUser, onTypo('publish')],
  async ({ app, caller, params, body }) => {
    const { user } = caller;
    // A reason is written to a reader.
    const until = body.decision === 'refuse' ? suspendedUntil(user, app.clock.now()) : null;
    if (until !== null) return refuse('FORBIDDEN', suspensionSentence(until));
    const decided = await decideTypo(app, user, params.id, body);
    if (isRefusal(decided)) return decided;
    const read = await readTypoEntry(app.db, user, params.id);
    return isRefusal(read) ? read : { ...read, ...decided };
  },
);
