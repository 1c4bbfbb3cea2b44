import { blockWriter } from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import { blockReader } from '#server/community/blocked-readers.ts';
import { endpoint } from '#server/http/endpoint.ts';
import { requireUser } from '#server/http/guards.ts';
import { refuse } from '#server/http/refusal.ts';
import { onComment, readEntry } from '#server/publishing/studio/own-comment.ts';

export const POST = endpoint(
  blockWriter,
  [requireUser, onComment('block')],
  async ({ app, caller, found: comment, body }) => {
    const { userId, ownerId: authorId } = comment;
    if (userId === null || authorId === null) return refuse('NOT_FOUND', messages.personMissing);
    const block = { authorId, userId, reason: body.reason };
    const refusal = await blockReader(app, caller.user.id, block);
    return refusal ?? readEntry(app.db, caller.user, comment.id);
  },
);
