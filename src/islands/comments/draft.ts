import type { CommentBody } from '#shared/contracts/comments.ts';

/** What is about to be sent. */
export type Draft = { text: string; parentId: string | null };

/** A draft that was tried, and the id that its request had. */
export type Tried = Draft & { requestId: string };

/**
 * The draft with the id of its request: the same draft tried again keeps the id, so that one whose
 * answer was lost is not there twice; another text is another comment.
 */
export function toTried(draft: Draft, before: Tried | null, newId: () => string): Tried {
  const isSame = before?.text === draft.text && before.parentId === draft.parentId;
  return { ...draft, requestId: isSame ? before.requestId : newId() };
}

/** The comment as it is shown while it is being sent; it hangs where the server will hang it. */
export function toSending(
  { text, parentId, requestId }: Tried,
  writer: { _id: string; displayName: string; profileImage: string | null },
  answered: CommentBody | null,
  now: Date,
): CommentBody {
  const isDeepest = answered?.level === 3;
  const mentioned = isDeepest && answered.user !== writer._id ? answered : null;
  const date = answered ? Math.max(now.getTime(), Date.parse(answered.date) + 1) : now.getTime();
  return {
    _id: requestId,
    state: 'shown',
    text,
    name: writer.displayName,
    profileImage: writer.profileImage,
    user: writer._id,
    date: new Date(date).toISOString(),
    level: answered ? (answered.level === 1 ? 2 : 3) : 1,
    parentId: isDeepest ? answered.parentId : parentId,
    isReply: parentId !== null,
    mentionId: mentioned?.user ?? null,
    mentionName: mentioned?.user ? mentioned.name : null,
    isReported: false,
    repliesCursor: null,
    replies: [],
  };
}
