import type { CommentBody } from '#shared/contracts/comments.ts';

/** Flat list of comments, unique by id; `parentId` gives the tree. */
export type Known = ReadonlyMap<string, CommentBody>;

export const noComments: Known = new Map();

/**
 * Merges comments, with all their replies, by id: later ones replace earlier ones
 * (specification, section 4). Arrival order does not matter.
 */
export function mergeComments(known: Known, incoming: readonly CommentBody[]): Known {
  const merged = new Map(known);
  const take = (comment: CommentBody): void => {
    merged.set(comment._id, { ...comment, replies: [] });
    comment.replies.forEach(take);
  };
  incoming.forEach(take);
  return merged;
}

/** The threads, newest first, with their replies, oldest first, as the server orders them. */
export function threadsOf(known: Known): CommentBody[] {
  const oldestFirst = [...known.values()]
    .map((comment) => ({ ...comment, replies: [] as CommentBody[] }))
    .toSorted(byAge);
  const places = new Map(oldestFirst.map((comment) => [comment._id, comment]));
  const threads: CommentBody[] = [];
  for (const comment of oldestFirst) {
    if (comment.parentId === null) threads.push(comment);
    // A reply whose parent is not loaded yet is left out.
    else places.get(comment.parentId)?.replies.push(comment);
  }
  return threads.toReversed();
}

/** Instants are ISO 8601 in UTC, so strings sort in time order. */
function byAge(a: CommentBody, b: CommentBody): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a._id < b._id ? -1 : 1;
}
