import { describe, expect, test } from 'vitest';
import { threadsOf } from '#islands/comments/comment-tree.ts';
import {
  lastRepliesPages,
  initialState,
  withHidden,
  withMoreReplies,
  withNewestThreads,
  withOlderThreads,
  withoutSending,
  withRemoved,
  withReported,
  withSending,
  withSent,
  withWaiting,
} from '#islands/comments/comments-state.ts';
import { comment, idsIn } from './known-comments.ts';

const at = (minute: number) => `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`;
const page = (minutes: number[], nextCursor: string | null = null, comments = minutes.length) => ({
  threads: minutes.map((minute) => comment(`t${minute}`, { date: at(minute) })),
  nextCursor,
  comments,
  suspendedUntil: null,
  closedSentence: null,
});
const drawn = (state: ReturnType<typeof initialState>) => idsIn(threadsOf(state.known));

describe('pages of threads', () => {
  test('follow one another without doubles', () => {
    const first = withNewestThreads(initialState(0), page([9, 8], 'plus', 4));
    const all = withOlderThreads(first, page([8, 7, 6], null, 4));
    expect(drawn(all)).toEqual(['t9', 't8', 't7', 't6']);
    expect(all).toMatchObject({ nextCursor: null, count: 4 });
  });

  test('asked for again put what is new on top and keep what was read further down', () => {
    const first = withNewestThreads(initialState(0), page([9, 8], 'A', 4));
    const further = withOlderThreads(first, page([7, 6], 'B', 4));
    const again = withNewestThreads(further, page([11, 9], 'C', 6));
    expect(drawn(again)).toEqual(['t11', 't9', 't8', 't7', 't6']);
    expect(again).toMatchObject({ nextCursor: 'B', count: 6 });
  });

  test('asked for again begin anew where threads may be missing between', () => {
    const first = withNewestThreads(initialState(0), page([9, 8], 'A'));
    const again = withNewestThreads(first, page([30, 29], 'B', 22));
    expect(drawn(again)).toEqual(['t30', 't29']);
    expect(again.nextCursor).toBe('B');
  });

  test.each([
    ['above others', [14, 13, 12, 11]],
    ['as the last one', [14, 13, 12]],
  ])('are not taken to be complete for a comment of one’s own among them, %s', (_, minutes) => {
    const first = withNewestThreads(initialState(0), page([9, 8], 'A'));
    const shown = withSending(first, comment('envoi', { date: at(12) }));
    const added = { comment: comment('t12', { date: at(12) }), comments: 3 };
    const again = withNewestThreads(withSent(shown, 'envoi', added), page(minutes, 'B', 7));
    expect(drawn(again)).toEqual(minutes.map((minute) => `t${minute}`));
    expect(again.nextCursor).toBe('B');
  });
});

test('more replies hang in their thread, which knows where they go on', () => {
  const first = withNewestThreads(initialState(0), page([1]));
  const replies = [comment('r', { parentId: 't1', level: 2, date: at(2) })];
  const state = withMoreReplies(first, 't1', 'début', { replies, nextCursor: 'suite' });
  expect(drawn(state)).toEqual(['t1', 'r']);
  expect(state.known.get('t1')?.repliesCursor).toBe('suite');
});

test.each([null, 'plus loin'])('replies that were loaded further stay so: %s', (nextCursor) => {
  const reply = (minute: number) =>
    comment(`r${minute}`, { parentId: 't1', level: 2, date: at(minute) });
  const thread = comment('t1', { date: at(1), repliesCursor: 'suite', replies: [reply(2)] });
  const newest = {
    threads: [thread],
    nextCursor: null,
    comments: 3,
    suspendedUntil: null,
    closedSentence: null,
  };
  const first = withNewestThreads(initialState(0), newest);
  const more = withMoreReplies(first, 't1', 'suite', { replies: [reply(3)], nextCursor });
  const again = withNewestThreads(more, newest);
  expect(drawn(again)).toEqual(['t1', 'r2', 'r3']);
  expect(again.known.get('t1')?.repliesCursor).toBe(nextCursor);
});

test('replies loaded to the end are asked for again from their last page on, and may go on', () => {
  const reply = (minute: number) =>
    comment(`r${minute}`, { parentId: 't1', level: 2, date: at(minute) });
  const first = withNewestThreads(initialState(0), page([1]));
  expect(lastRepliesPages(first)).toEqual([]);
  const some = withMoreReplies(first, 't1', 'A', { replies: [reply(2)], nextCursor: 'B' });
  expect(lastRepliesPages(some)).toEqual([]);
  const all = withMoreReplies(some, 't1', 'B', { replies: [reply(3)], nextCursor: null });
  expect(lastRepliesPages(all)).toEqual([{ threadId: 't1', cursor: 'B' }]);
  const later = withMoreReplies(all, 't1', 'B', {
    replies: [reply(3), reply(4)],
    nextCursor: 'C',
  });
  expect(drawn(later)).toEqual(['t1', 'r2', 'r3', 'r4']);
  expect(later.known.get('t1')?.repliesCursor).toBe('C');
  expect(lastRepliesPages(later)).toEqual([]);
});

test('replies that were all there may go on when there are more of them', () => {
  const newest = (repliesCursor: string | null) => ({
    threads: [comment('t1', { date: at(1), repliesCursor })],
    nextCursor: null,
    comments: 1,
    suspendedUntil: null,
    closedSentence: null,
  });
  const again = withNewestThreads(
    withNewestThreads(initialState(0), newest(null)),
    newest('suite'),
  );
  expect(again.known.get('t1')?.repliesCursor).toBe('suite');
});

describe('a comment that is being sent', () => {
  const before = withNewestThreads(initialState(0), page([1]));
  const shownComment = comment('envoi', { date: at(5) });
  const shown = withSending(before, shownComment);

  test('is shown and counted at once', () => {
    expect(drawn(shown)).toEqual(['envoi', 't1']);
    expect(shown.count).toBe(2);
    expect(shown.sending.has('envoi')).toBe(true);
  });

  test('gives way to the server’s, also when that one has come by another way already', () => {
    const added = { comment: comment('vrai', { date: at(6) }), comments: 2 };
    const refreshed = withNewestThreads(shown, {
      ...page([1], null, 2),
      threads: [added.comment, comment('t1', { date: at(1) })],
    });
    for (const state of [shown, refreshed]) {
      const sent = withSent(state, 'envoi', added);
      expect(drawn(sent)).toEqual(['vrai', 't1']);
      expect(sent).toMatchObject({ count: 2, sending: new Set() });
    }
  });

  test('stays, and is counted, when a list without it comes', () => {
    const listed = withNewestThreads(
      withSending(initialState(0), shownComment),
      page([9], null, 5),
    );
    expect(drawn(listed)).toEqual(['t9', 'envoi']);
    expect(listed.count).toBe(6);
    expect(withoutSending(listed, 'envoi').count).toBe(5);
    expect(withOlderThreads(listed, page([1], null, 5)).count).toBe(6);
    const waiting = withWaiting(initialState(0), shownComment);
    const gap = withNewestThreads(withNewestThreads(waiting, page([9], 'A')), page([30], 'B'));
    expect(drawn(gap)).toEqual(['t30', 'envoi']);
    expect(gap.waiting).toEqual(new Set(['envoi']));
  });

  test('stays once the server has taken it, also when an older list comes', () => {
    const added = { comment: comment('vrai', { date: at(6) }), comments: 1 };
    const sent = withSent(withSending(initialState(0), shownComment), 'envoi', added);
    expect(drawn(withNewestThreads(sent, page([])))).toEqual(['vrai']);
    expect(drawn(withNewestThreads(sent, page([30], 'B')))).toEqual(['t30', 'vrai']);
  });

  test('goes when the server does not take it, once', () => {
    expect(withoutSending(shown, 'envoi')).toEqual(before);
    expect(withoutSending(before, 'envoi')).toBe(before);
  });
});

test('a removed comment keeps its place and loses words and name', () => {
  const state = withRemoved(withNewestThreads(initialState(0), page([2, 1])), 't1', 1);
  expect(drawn(state)).toEqual(['t2', 't1']);
  expect(state.known.get('t1')).toMatchObject({
    text: 'Commentaire supprimé',
    name: '',
    user: null,
  });
  expect(state.count).toBe(1);
});

test('a hidden person’s comments lose their words and no one else’s do', () => {
  const threads = [comment('a', { user: 'karim', name: 'Karim' }), comment('b')];
  const first = withNewestThreads(initialState(0), {
    threads,
    nextCursor: null,
    comments: 2,
    suspendedUntil: null,
    closedSentence: null,
  });
  const { known } = withHidden(first, 'karim');
  expect(known.get('a')).toMatchObject({ state: 'hidden', name: 'Karim', user: 'karim' });
  expect(known.get('a')?.text).toBe('Commentaire masqué');
  expect(known.get('b')?.state).toBe('shown');
});

test('a reported comment says so, alone, and until when one may not comment goes with each page', () => {
  const suspendedUntil = at(59);
  const listed = withNewestThreads(initialState(0), { ...page([9, 8]), suspendedUntil });
  const reported = withReported(listed, 't8');
  const isReported = threadsOf(reported.known).map((thread) => [thread._id, thread.isReported]);
  expect(isReported).toEqual([
    ['t9', false],
    ['t8', true],
  ]);
  expect(reported.suspendedUntil).toBe(suspendedUntil);
  expect(withNewestThreads(reported, page([9, 8])).suspendedUntil).toBeNull();
});
