import type { z } from 'zod';
import type {
  addComment,
  CommentBody,
  listComments,
  listReplies,
} from '#shared/contracts/comments.ts';
import { messages } from '#shared/messages.ts';
import { mergeComments, noComments, type Known } from './comment-tree.ts';

/** What the page knows of a chapter's comments. */
export type CommentsState = {
  known: Known;
  /** Where older threads go on; null when all are known, undefined before the first page. */
  nextCursor: string | null | undefined;
  /** The first thread of the newest page; those written here since may have others below them. */
  newestListedId: string | null;
  /** The pages of replies that were asked for last, of threads that have more than the first one. */
  repliesPages: ReadonlyMap<string, RepliesTurn>;
  /** How many comments the chapter has. */
  count: number;
  /** Until when this reader may not comment; null when they may, or before it is known. */
  suspendedUntil: string | null;
  /** Ids of comments that are shown while they are being sent. */
  sending: ReadonlySet<string>;
};

/** A page of a thread's replies: where it began, and where the next one does, if there is one. */
type RepliesTurn = { cursor: string; nextCursor: string | null };
type ThreadsPage = z.output<(typeof listComments)['response']>;
type RepliesPage = z.output<(typeof listReplies)['response']>;
type Added = z.output<(typeof addComment)['response']>;

/** Before anything was asked for; `count` is the number that the page was made with. */
export function initialState(count: number): CommentsState {
  return {
    known: noComments,
    nextCursor: undefined,
    newestListedId: null,
    repliesPages: new Map(),
    count,
    suspendedUntil: null,
    sending: new Set(),
  };
}

/** Older threads have come; replies that were loaded further than the page's first stay so. */
export function withOlderThreads(state: CommentsState, page: ThreadsPage): CommentsState {
  const known = change(mergeComments(state.known, page.threads), (comment) => {
    const further = state.repliesPages.get(comment._id);
    return further ? { ...comment, repliesCursor: further.nextCursor } : comment;
  });
  return {
    ...state,
    known,
    nextCursor: page.nextCursor,
    count: page.comments,
    suspendedUntil: page.suspendedUntil,
  };
}

/**
 * The newest threads have come, at first or again. Where they do not reach down to those of the
 * time before, others may stand between: the list begins anew. Otherwise older ones stay, with the place
 * where they go on.
 */
export function withNewestThreads(state: CommentsState, page: ThreadsPage): CommentsState {
  const newestListedId = page.threads[0]?._id ?? null;
  const isContinuous = page.threads.some(({ _id }) => _id === state.newestListedId);
  if (!isContinuous || state.nextCursor === undefined) {
    const begun = { ...initialState(page.comments), sending: state.sending, newestListedId };
    return withOlderThreads(begun, page);
  }
  return { ...withOlderThreads(state, page), nextCursor: state.nextCursor, newestListedId };
}

/** More replies of a thread have come, from a cursor on. */
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
 * The threads whose replies were loaded to the end, and where their last page began: what has been
 * answered since stands there, and after it.
 */
export function lastRepliesPages(state: CommentsState): { threadId: string; cursor: string }[] {
  return [...state.repliesPages]
    .filter(([, { nextCursor }]) => nextCursor === null)
    .map(([threadId, { cursor }]) => ({ threadId, cursor }));
}

/** Shows a comment before the server has it, under an id of the page's own. */
export function withSending(state: CommentsState, comment: CommentBody): CommentsState {
  return {
    ...state,
    known: mergeComments(state.known, [comment]),
    count: state.count + 1,
    sending: new Set(state.sending).add(comment._id),
  };
}

/** The server has it: its own comment takes the place of the one that was shown meanwhile. */
export function withSent(
  state: CommentsState,
  sendingId: string,
  { comment, comments }: Added,
): CommentsState {
  const rest = withoutSending(state, sendingId);
  return { ...rest, known: mergeComments(rest.known, [comment]), count: comments };
}

/** The server does not have it: what was shown meanwhile goes. */
export function withoutSending(state: CommentsState, sendingId: string): CommentsState {
  if (!state.sending.has(sendingId)) return state;
  const known = new Map(state.known);
  known.delete(sendingId);
  const sending = new Set(state.sending);
  sending.delete(sendingId);
  return { ...state, known, sending, count: state.count - 1 };
}

/** A comment was removed: its place stays, as the server tells everybody else. */
export function withRemoved(state: CommentsState, id: string, count: number): CommentsState {
  const known = change(state.known, (comment) =>
    comment._id === id
      ? { ...comment, ...nobody, state: 'removed', text: messages.commentRemoved, name: '' }
      : comment,
  );
  return { ...state, known, count };
}

/** This reader has reported a comment. */
export function withReported(state: CommentsState, id: string): CommentsState {
  const known = change(state.known, (comment) =>
    comment._id === id ? { ...comment, isReported: true } : comment,
  );
  return { ...state, known };
}

/** A person is hidden: so is all that they wrote here. */
export function withHidden(state: CommentsState, userId: string): CommentsState {
  const known = change(state.known, (comment) =>
    comment.user === userId
      ? { ...comment, ...nobody, state: 'hidden', text: messages.commentHidden, user: userId }
      : comment,
  );
  return { ...state, known };
}

const nobody = { user: null, profileImage: null, mentionId: null, mentionName: null };

function change(known: Known, toChanged: (comment: CommentBody) => CommentBody): Known {
  return new Map([...known].map(([id, comment]) => [id, toChanged(comment)]));
}
