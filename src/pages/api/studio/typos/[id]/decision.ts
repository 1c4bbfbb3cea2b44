import { decideTypo as decideCall } from '#shared/contracts/studio-typos.ts';
import { refuseSuspended } from '#server/community/add-comment.ts';
import { readTypoEntry } from '#server/community/typos/inbox-typos.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { isRefusal } from '#server/http/refusal.ts';
import { decideTypo, onTypo } from '#server/publishing/typos/decide-typo.ts';

export const POST = endpoint(
  decideCall,
  [requireUser, onTypo('publish')],
  async ({ app, caller, params, body }) => {
    const { user } = caller;
    // A reason is written to a reader.
    const suspended = body.decision === 'refuse' ? refuseSuspended(user, app.clock.now()) : null;
    if (suspended !== null) return suspended;
    const decided = await decideTypo(app, user, params.id, body);
    if (isRefusal(decided)) return decided;
    const read = await readTypoEntry(app.db, user, params.id);
    return isRefusal(read) ? read : { ...read, ...decided };
  },
);
