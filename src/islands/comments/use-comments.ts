import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { v4 as newRequestId } from 'uuid';
import { signedInPerson } from '#browser/session/auth-token.ts';
import { addressOf } from '#browser/address-of.ts';
import { call } from '#browser/call.ts';
import { listWaiting, orWaiting } from '#browser/offline/queue/queue-here.ts';
import { reloadMargin } from '#browser/reader/margin/margin-state.ts';
import type { CommentsOn } from '#browser/reader/margin/comments-on.ts';
import { onChangeResult } from '#browser/offline/queue/send-queue.ts';
import { logFailure } from '#browser/log-failure.ts';
import type { Failure, Outcome } from '#browser/outcome.ts';
import type { UserBody } from '#shared/contracts/auth.ts';
import {
  addComment,
  hidePerson,
  listComments,
  listReplies,
  removeComment,
  reportComment,
  unhidePerson,
  type CommentBody,
} from '#shared/contracts/comments.ts';
import { threadsOf } from './comment-tree.ts';
import {
  lastRepliesPages,
  initialState,
  withHidden,
  withMoreReplies,
  withNewestThreads,
  withNothingListed,
  withOlderThreads,
  withoutSending,
  withRemoved,
  withReported,
  withSending,
  withSent,
  withWaiting,
  type Added,
  type CommentsState,
} from './comments-state.ts';
import { toSending, toTried, type Tried } from './draft.ts';

/** Who writes, as far as comments need to know. */
export type Writer = Pick<UserBody, '_id' | 'role' | 'displayName' | 'profileImage'>;

/** The subject under which a comment waits for the connection. */
const waitingSubject = (requestId: string): string => `comment:${requestId}`;

/** Whether a comment that waits here is among those of a paragraph; an answer is where its thread is. */
const isAbout = ({ place, parentId }: CommentBody, on: CommentsOn | null): boolean =>
  on === null ||
  parentId !== null ||
  (place !== null && on.about.split(',').includes(`${place.paragraph}.${place.mark}`));

/** A change: returns null on success, else the error message. */
export type Done = Promise<Failure | null>;

/** A list is asked for so often at most while changes are made. */
const requestsMax = 3;

/** Asks again where a change was confirmed in the meantime: the answer may be from before it. */
async function requestSince<Data>(
  confirmed: { current: number },
  request: () => Promise<Outcome<Data>>,
): Promise<Outcome<Data>> {
  for (let requests = 1; ; requests++) {
    const before = confirmed.current;
    const outcome = await request();
    if (!outcome.ok || confirmed.current === before || requests === requestsMax) return outcome;
  }
}

/** State and actions shared by the parts of the dialog. */
export type Comments = ReturnType<typeof useComments>;

/**
 * A chapter's comments, loaded only when `load` is called.
 * @param count the number rendered into the page.
 * @param on the paragraph whose comments they are; null for all
 */
export function useComments(chapterId: string, count: number, on: CommentsOn | null = null) {
  const about = on?.about;
  const [state, setState] = useState(() => initialState(count));
  const [loading, setLoading] = useState<'newest' | 'older' | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** By parent comment: two forms may be open at once. */
  const tried = useRef(new Map<string | null, Tried>());
  const threads = useMemo(() => threadsOf(state.known), [state.known]);
  const latest = useRef(state);
  useEffect(() => void (latest.current = state), [state]);
  /** How many changes of this page the server has confirmed. */
  const confirmed = useRef(0);
  /** The list that was asked for last: an earlier one's answer is out of date. */
  const listing = useRef(0);
  const confirm = useCallback((toNext: (now: CommentsState) => CommentsState) => {
    confirmed.current += 1;
    setState(toNext);
    reloadMargin();
  }, []);

  const loadRepliesFrom = useCallback(async (threadId: string, cursor: string): Done => {
    const outcome = await requestSince(confirmed, () =>
      call(listReplies, {
        params: { id: threadId },
        query: { cursor },
      }),
    );
    if (!outcome.ok) return outcome;
    setState((now) => withMoreReplies(now, threadId, cursor, outcome.data));
    return null;
  }, []);

  const load = useCallback(
    /** The newest, or from a cursor on; `isAnew` resets the state. */
    async (cursor?: string, isAnew = false): Promise<void> => {
      const turn = ++listing.current;
      setLoading(cursor === undefined ? 'newest' : 'older');
      const outcome = await requestSince(confirmed, () =>
        call(listComments, {
          params: { id: chapterId },
          query: { cursor, about },
        }),
      );
      if (turn !== listing.current) return;
      setLoading(null);
      // The error stays until a response: a retry has the focus in it.
      setFailure(outcome.ok ? null : outcome);
      if (isAnew) setState(withNothingListed);
      if (!outcome.ok) return;
      if (cursor !== undefined) {
        setState((now) => withOlderThreads(now, outcome.data));
        return;
      }
      setState((now) => withNewestThreads(now, outcome.data));
      if (isAnew) return;
      // The page of threads has their first replies only: newer ones are loaded separately.
      for (const last of lastRepliesPages(withNewestThreads(latest.current, outcome.data))) {
        void loadRepliesFrom(last.threadId, last.cursor);
      }
    },
    [chapterId, about, loadRepliesFrom],
  );

  // What was written without a connection: shown as waiting, until a tab or the worker has sent it.
  useEffect(() => {
    const path = addressOf(addComment, { params: { id: chapterId } });
    let isShown = true;
    if (loading === null) {
      void listWaiting(path).then((changes) => {
        for (const { value } of changes) {
          const comment = value as CommentBody;
          if (isShown && isAbout(comment, on)) setState((now) => withWaiting(now, comment));
        }
      });
    }
    const ignore = onChangeResult(({ subject, isTaken, body }) => {
      if (!subject.startsWith(waitingSubject(''))) return;
      const requestId = subject.slice(waitingSubject('').length);
      confirm((now) => {
        if (!now.waiting.has(requestId)) return now;
        return isTaken ? withSent(now, requestId, body as Added) : withoutSending(now, requestId);
      });
    });
    return () => {
      isShown = false;
      ignore();
    };
  }, [chapterId, loading, on, confirm]);

  const loadReplies = async ({ _id, repliesCursor }: CommentBody): Done =>
    repliesCursor === null ? null : loadRepliesFrom(_id, repliesCursor);

  /** Shows the comment optimistically; returns the server's answer (specification: true or false). */
  const send = async (text: string, answered: CommentBody | null, writer: Writer): Done => {
    const draft = {
      text,
      parentId: answered?._id ?? null,
      place: answered ? null : (on?.place ?? null),
    };
    const attempt = toTried(draft, tried.current.get(draft.parentId) ?? null, newRequestId);
    tried.current.set(draft.parentId, attempt);
    const { requestId } = attempt;
    const shown = toSending(attempt, writer, answered, new Date());
    setState((now) => withSending(now, shown));
    const { place } = draft;
    const body = {
      text,
      requestId,
      ...(answered && { parentId: answered._id, isReply: true }),
      ...(place && { place }),
    };
    const outcome = await orWaiting(
      signedInPerson(),
      await call(addComment, { params: { id: chapterId }, body }),
      {
        subject: waitingSubject(requestId),
        method: 'POST',
        path: addressOf(addComment, { params: { id: chapterId } }),
        body,
        // As it is shown until then, to its writer alone.
        value: shown,
        label: answered ? 'Réponse' : 'Commentaire',
      },
    );
    if (!outcome.ok) {
      logFailure('comment', outcome);
      if (outcome.isWaiting) {
        tried.current.delete(draft.parentId);
        setState((now) => withWaiting(now, shown));
        return outcome;
      }
      setState((now) => withoutSending(now, requestId));
      return outcome;
    }
    tried.current.delete(draft.parentId);
    confirm((now) => withSent(now, requestId, outcome.data));
    return null;
  };

  const remove = async ({ _id: id }: CommentBody, reason = ''): Done => {
    const outcome = await call(removeComment, {
      params: { id },
      body: { reason },
    });
    if (!outcome.ok) return outcome;
    confirm((now) => withRemoved(now, id, outcome.data.comments));
    return null;
  };

  const report = async ({ _id: id }: CommentBody, reason: string): Done => {
    const outcome = await call(reportComment, {
      params: { id },
      body: { reason },
    });
    if (!outcome.ok) return outcome;
    confirm((now) => withReported(now, id));
    return null;
  };

  const hide = async (id: string): Done => {
    const outcome = await call(hidePerson, { params: { id } });
    if (!outcome.ok) return outcome;
    confirm((now) => withHidden(now, id));
    return null;
  };

  const unhide = async (id: string): Done => {
    const outcome = await call(unhidePerson, { params: { id } });
    if (!outcome.ok) return outcome;
    // Their texts are on the server only: reload.
    await load(undefined, true);
    reloadMargin();
    return null;
  };

  return {
    state,
    threads,
    loading,
    failure,
    load,
    loadReplies,
    send,
    remove,
    report,
    hide,
    unhide,
  };
}
