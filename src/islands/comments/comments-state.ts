import type { z } from 'zod';
import type {
  addComment,
  CommentBody,
  listComments,
  listReplies,
} from '#shared/contracts/comments.ts';
import { messages } from '#shared/messages.ts';
import { mergeComments, noComments, type Known } from './comment-tree.ts';

/** The page's state of a chapter's comments. */
export type CommentsState = {
  known: Known;
  /** Cursor of older threads; null when all are loaded, undefined before the first page. */
  nextCursor: string | null | undefined;
  /** The first thread of the newest page; newer ones written here may have others below them. */
  newestListedId: string | null;
  /** The last loaded page of replies, of threads that have more than the first one. */
  repliesPages: ReadonlyMap<string, RepliesTurn>;
  /** How many comments the chapter has, those of `sending` included. */
  count: number;
  /** End of this user's suspension; null when they may comment, or while unknown. */
  suspendedUntil: string | null;
  /** Why nobody, or not this user, may comment here; null where they may. */
  closedSentence: string | null;
  /** Ids of comments in flight, or that wait for the connection. */
  sending: ReadonlySet<string>;
  /** Those of them that wait. */
  waiting: ReadonlySet<string>;
  /** Ids of comments that the server has taken from this page: a list asked for before lacks them. */
  written: ReadonlySet<string>;
};

/** A page of a thread's replies: its cursor, and the next one, if any. */
type RepliesTurn = { cursor: string; nextCursor: string | null };
type ThreadsPage = z.output<(typeof listComments)['response']>;
type RepliesPage = z.output<(typeof listReplies)['response']>;
export type Added = z.output<(typeof addComment)['response']>;

/** The initial state; `count` is the number rendered into the page. */
export function initialState(count: number): CommentsState {
  return {
    known: noComments,
    nextCursor: undefined,
    newestListedId: null,
    repliesPages: new Map(),
    count,
    suspendedUntil: null,
    closedSentence: null,
    sending: new Set(),
    waiting: new Set(),
    written: new Set(),
  };
}

/** Forgets what was listed; what is written on this page stays. */
export function withNothingListed(state: CommentsState): CommentsState {
  const { count, sending, waiting, written } = state;
  const own = [...state.known].filter(([id]) => sending.has(id) || written.has(id));
  return { ...initialState(count), known: new Map(own), sending, waiting, written };
}

/** Older threads were loaded; replies loaded beyond the first page stay. */
export function withOlderThreads(state: CommentsState, page: ThreadsPage): CommentsState {
  const known = change(mergeComments(state.known, page.threads), (comment) => {
    const further = state.repliesPages.get(comment._id);
    return further ? { ...comment, repliesCursor: further.nextCursor } : comment;
  });
  return {
    ...state,
    known,
    nextCursor: page.nextCursor,
    count: page.comments + state.sending.size,
    suspendedUntil: page.suspendedUntil,
    closedSentence: page.closedSentence,
  };
}

/**
 * The newest threads were loaded, for the first time or again. If they do not overlap the previously
 * loaded ones, there may be a gap: the list is reset, but for what is written on this page. Otherwise
 * older ones stay, with their cursor.
 */
export function withNewestThreads(state: CommentsState, page: ThreadsPage): CommentsState {
  const newestListedId = page.threads[0]?._id ?? null;
  const isContinuous = page.threads.some(({ _id }) => _id === state.newestListedId);
  if (!isContinuous || state.nextCursor === undefined) {
    return withOlderThreads({ ...withNothingListed(state), newestListedId }, page);
  }
  return { ...withOlderThreads(state, page), nextCursor: state.nextCursor, newestListedId };
}

/** More replies of a thread were loaded, from a cursor on. */
export function withMoreReplies(
  state: CommentsState,
  threadId: string,
  cursor: string,
  page: RepliesPage,
): CommentsState {
  const { nextCursor } = page;
  const known = mergeComments(state.known, page.replies);
  return {
    ...state,
    known: change(known, (comment) =>
      comment._id === threadId ? { ...comment, repliesCursor: nextCursor } : comment,
    ),
    repliesPages: new Map(state.repliesPages).set(threadId, { cursor, nextCursor }),
  };
}

/**
 * The threads whose replies were loaded to the end, and the cursor of their last page: newer replies
 * are there, and after it.
 */
export function lastRepliesPages(state: CommentsState): { threadId: string; cursor: string }[] {
  return [...state.repliesPages]
    .filter(([, { nextCursor }]) => nextCursor === null)
    .map(([threadId, { cursor }]) => ({ threadId, cursor }));
}

/** Shows a comment optimistically, under a temporary id. */
export function withSending(state: CommentsState, comment: CommentBody): CommentsState {
  return {
    ...state,
    known: mergeComments(state.known, [comment]),
    count: state.sending.has(comment._id) ? state.count : state.count + 1,
    sending: new Set(state.sending).add(comment._id),
  };
}

/** Shows a comment that waits for the connection, once. */
export function withWaiting(state: CommentsState, comment: CommentBody): CommentsState {
  const { _id: id } = comment;
  const shown = state.known.has(id) && state.sending.has(id) ? state : withSending(state, comment);
  return { ...shown, waiting: new Set(state.waiting).add(id) };
}

/** The server's comment replaces the optimistic one. */
export function withSent(
  state: CommentsState,
  sendingId: string,
  { comment, comments }: Added,
): CommentsState {
  const rest = withoutSending(state, sendingId);
  return {
    ...rest,
    known: mergeComments(rest.known, [comment]),
    count: comments + rest.sending.size,
    written: new Set(rest.written).add(comment._id),
  };
}

/** Removes an optimistic comment that the server rejected. */
export function withoutSending(state: CommentsState, sendingId: string): CommentsState {
  if (!state.sending.has(sendingId)) return state;
  const known = new Map(state.known);
  known.delete(sendingId);
  const sending = new Set(state.sending);
  sending.delete(sendingId);
  const waiting = new Set(state.waiting);
  waiting.delete(sendingId);
  return { ...state, known, sending, waiting, count: state.count - 1 };
}

/** A comment was removed: a placeholder stays, as the server returns it to other users. */
export function withRemoved(state: CommentsState, id: string, count: number): CommentsState {
  const known = change(state.known, (comment) =>
    comment._id === id
      ? { ...comment, ...noPerson, state: 'removed', text: messages.commentRemoved, name: '' }
      : comment,
  );
  return { ...state, known, count: count + state.sending.size };
}

/** This user has reported a comment. */
export function withReported(state: CommentsState, id: string): CommentsState {
  const known = change(state.known, (comment) =>
    comment._id === id ? { ...comment, isReported: true } : comment,
  );
  return { ...state, known };
}

/** A user is hidden, with all their comments. */
export function withHidden(state: CommentsState, userId: string): CommentsState {
  const known = change(state.known, (comment) =>
    comment.user === userId
      ? { ...comment, ...noPerson, state: 'hidden', text: messages.commentHidden, user: userId }
      : comment,
  );
  return { ...state, known };
}

const noPerson = { user: null, profileImage: null, mentionId: null, mentionName: null };

function change(known: Known, toChanged: (comment: CommentBody) => CommentBody): Known {
  return new Map([...known].map(([id, comment]) => [id, toChanged(comment)]));
}
