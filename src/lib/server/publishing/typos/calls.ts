import {
  blockReporter as blockReporterCall,
  decideTypo as decideTypoCall,
} from '#shared/contracts/studio-typos.ts';
import { messages } from '#shared/messages.ts';
import { blockReader } from '#server/community/blocked-readers.ts';
import { readTypoEntry } from '#server/community/typos/inbox-typos.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import { requireUser } from '#server/people/identity/guards.ts';
import { refuse, isRefusal } from '#server/core/http/refusal.ts';
import { onTypo, decideTypo } from '#server/publishing/typos/decide-typo.ts';
import { refuseSuspended } from '#server/community/commented-chapter.ts';

export const calls = [
  endpoint(
    blockReporterCall,
    [requireUser, onTypo('block')],
    async ({ app, caller: { user }, found: typo, body }) => {
      const { userId, ownerId: authorId } = typo;
      if (authorId === null) return refuse('NOT_FOUND', messages.personMissing);
      const block = { authorId, userId, reason: body.reason };
      const refusal = await blockReader(app, user, block);
      return refusal ?? readTypoEntry(app.db, user, typo.id);
    },
  ),

  endpoint(
    decideTypoCall,
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
  ),
];
