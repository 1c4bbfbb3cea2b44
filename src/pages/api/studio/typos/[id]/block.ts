import { blockReporter as blockCall } from '#shared/contracts/studio-typos.ts';
import { messages } from '#shared/messages.ts';
import { blockReader } from '#server/community/blocked-readers.ts';
import { readTypoEntry } from '#server/community/typos/inbox-typos.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { onTypo } from '#server/publishing/typos/decide-typo.ts';

export const POST = endpoint(
  blockCall,
  [requireUser, onTypo('block')],
  async ({ app, caller: { user }, found: typo, body }) => {
    const { userId, ownerId: authorId } = typo;
    if (authorId === null) return refuse('NOT_FOUND', messages.personMissing);
    const block = { authorId, userId, reason: body.reason };
    const refusal = await blockReader(app, user.id, block);
    return refusal ?? readTypoEntry(app.db, user, typo.id);
  },
);
