import type { CommentBody } from '#shared/contracts/comments.ts';
import type { Place } from '#shared/reading/place.ts';
import { isSamePlace } from '#shared/reading/same-place.ts';

/** A draft to send. */
export type Draft = {
  text: string;
  parentId: string | null;
  /** The paragraph that it is about. */
  place: Place | null;
};

/** A draft that was sent, and its request id. */
export type Tried = Draft & { requestId: string };

/**
 * Adds a request id to a draft. A retry keeps the id, so that the server stores it once if the
 * response was lost; a changed text gets a new id.
 */
export function toTried(draft: Draft, before: Tried | null, newId: () => string): Tried {
  const isSame =
    before?.text === draft.text &&
    before.parentId === draft.parentId &&
    isSamePlace(before.place, draft.place);
  return { ...draft, requestId: isSame ? before.requestId : newId() };
}

/** The optimistic comment, with the parent that the server will give it. */
export function toSending(
  { text, parentId, place, requestId }: Tried,
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
    // The server says it with the stored comment.
    isTeam: false,
    isReported: false,
    reason: null,
    place,
    repliesCursor: null,
    replies: [],
  };
}

/** Joins a saved text and what was typed since with a blank line. */
export const joinTexts = (stored: string, typed: string): string =>
  [stored, typed].filter((text) => text.trim() !== '').join('\n\n');
