import {
  unblockReader as unblockReaderCall,
  listBlockedReaders as listBlockedReadersCall,
  getCommentsClosed,
  setCommentsClosed as setCommentsClosedCall,
  answerComment,
  approveComment as approveCommentCall,
  blockWriter,
  removeOwnComment,
  restoreOwnComment,
  closeComment,
  listInbox,
  markInboxRead,
  getHeldWords,
  setHeldWords as setHeldWordsCall,
} from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import { may } from '#shared/site/novel-powers.ts';
import {
  unblockReader,
  listBlockedReaders,
  blockReader,
} from '#server/community/blocked-readers.ts';
import { endpoint } from '#server/people/protection/endpoint.ts';
import type { Permit } from '#server/core/http/guards.ts';
import { requireAuthor, requireUser } from '#server/people/identity/guards.ts';
import { isRefusal, refuse } from '#server/core/http/refusal.ts';
import { setCommentsClosed } from '#server/community/closed-comments.ts';
import {
  findOwnChapter,
  onChapter,
  findOwnNovel,
  roleOn,
  type Author,
  type NovelRow,
  onNovel,
} from '#server/people/novel-powers/own-work.ts';
import { addComment } from '#server/community/add-comment.ts';
import { closeEntry } from '#server/community/take-out-comment.ts';
import {
  onComment,
  readEntry,
  findOwnComment,
  type OwnComment,
} from '#server/publishing/studio/own-comment.ts';
import { approveComment, setClosed, markRead } from '#server/community/inbox-acts.ts';
import { checkAuthorAct } from '#server/community/author-act.ts';
import { moderateComment } from '#server/community/moderate-comment.ts';
import { countInbox, listInboxNovels, listInboxPage } from '#server/community/inbox.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { answersAnyComments, hasInbox } from '#server/people/novel-powers/membership.ts';
import type { SignedIn } from '#server/people/identity/sessions.ts';
import { listHeldWords, setHeldWords } from '#server/community/held-words.ts';
import { refuseSuspended } from '#server/community/commented-chapter.ts';
import { encodeCursor, readCursor } from '#server/core/http/cursor.ts';

/** A novel with the user's role on it, which `findOwnNovel` has found; and what the role may do. */
async function aboutRole(db: Database, user: Author, novel: NovelRow | null) {
  if (novel === null) return { novel, answersComments: await answersAnyComments(db, user) };
  const role = (await roleOn(db, user, novel)) ?? 'proofreader';
  return {
    novel: { _id: novel.id, title: novel.title, role },
    answersComments: may(role, 'comments'),
  };
}

/** Removes or restores a comment below a novel of the user's. */
async function moderateOwn(
  act: 'removed' | 'restored',
  {
    app,
    caller: { user },
    found: comment,
    body: { reason },
  }: { app: App; caller: SignedIn; found: OwnComment; body: { reason: string } },
) {
  const done = await moderateComment(app, user, { act, id: comment.id, reason }, (tx) =>
    checkAuthorAct(tx, user, comment, act),
  );
  return isRefusal(done) ? done : readEntry(app.db, user, comment.id);
}

const onInbox: Permit<SignedIn, unknown> = async ({ app, caller }) =>
  (await hasInbox(app.db, caller.user)) || refuse('FORBIDDEN', messages.forbidden);

export const calls = [
  endpoint(unblockReaderCall, requireAuthor, async ({ app, caller, params }) => {
    await unblockReader(app, { authorId: caller.user.id, userId: params.id });
    return { isBlocked: false as const };
  }),

  endpoint(listBlockedReadersCall, requireAuthor, async ({ app, caller, query }) => {
    const after = readCursor(query.cursor);
    if (isRefusal(after)) return after;
    const { readers, next } = await listBlockedReaders(app.db, caller.user.id, after);
    return { readers, nextCursor: next && encodeCursor(next) };
  }),

  endpoint(getCommentsClosed, requireUser, async ({ app, caller, params }) => {
    const found = await findOwnChapter(app.db, caller.user, params.id, 'seeDrafts');
    return isRefusal(found) ? found : { isClosed: found.chapter.commentsClosedAt !== null };
  }),

  endpoint(
    setCommentsClosedCall,
    [requireUser, onChapter('comments')],
    async ({ app, found, body }) => {
      const isClosed = await setCommentsClosed(app, found.chapter.id, body.isClosed);
      return isRefusal(isClosed) ? isClosed : { isClosed };
    },
  ),

  endpoint(
    answerComment,
    [requireUser, onComment()],
    async ({ app, caller, found: comment, body, consume }) => {
      if (comment.isHeld) return refuse('FORBIDDEN', messages.commentHeldFirst);
      const limited = await consume('comment');
      if (limited !== null) return limited;
      const suspended = refuseSuspended(caller.user, app.clock.now());
      if (suspended !== null) return suspended;
      const { text, requestId } = body;
      const draft = { text, requestId, parentId: comment.id, mentionId: null };
      const added = await addComment(app, caller.user, comment.chapterId, draft);
      if (isRefusal(added)) return added;
      // The answer of an admin, who is not the owner, settles it too.
      await closeEntry(app.db, comment.id, app.clock.now(), added.comment._id);
      return readEntry(app.db, caller.user, comment.id);
    },
  ),

  endpoint(approveCommentCall, requireUser, async ({ app, caller, params }) => {
    const comment = await findOwnComment(app.db, caller.user, params.id);
    if (isRefusal(comment)) return comment;
    const refusal = await approveComment(app, comment.id);
    return refusal ?? readEntry(app.db, caller.user, comment.id);
  }),

  endpoint(
    blockWriter,
    [requireUser, onComment('block')],
    async ({ app, caller, found: comment, body }) => {
      const { userId, ownerId: authorId } = comment;
      if (userId === null || authorId === null) return refuse('NOT_FOUND', messages.personMissing);
      const block = { authorId, userId, reason: body.reason };
      const refusal = await blockReader(app, caller.user, block);
      return refusal ?? readEntry(app.db, caller.user, comment.id);
    },
  ),

  endpoint(removeOwnComment, [requireUser, onComment()], (input) => moderateOwn('removed', input)),

  endpoint(restoreOwnComment, [requireUser, onComment()], (input) =>
    moderateOwn('restored', input),
  ),

  endpoint(
    closeComment,
    [requireUser, onComment()],
    async ({ app, caller, found: comment, body }) => {
      if (comment.isHeld) return refuse('FORBIDDEN', messages.commentHeldFirst);
      await setClosed(app, comment.id, body.isSettled);
      return readEntry(app.db, caller.user, comment.id);
    },
  ),

  endpoint(listInbox, requireUser, async ({ app: { db }, caller, query }) => {
    const { user } = caller;
    if (!(await hasInbox(db, user))) return refuse('FORBIDDEN', messages.forbidden);
    const after = readCursor(query.cursor);
    if (isRefusal(after)) return after;
    const novel =
      query.novel === undefined ? null : await findOwnNovel(db, user, query.novel, 'seeDrafts');
    if (novel !== null && isRefusal(novel)) return novel;
    const scope = { author: user, novelId: novel?.id ?? null };
    const [{ entries, next }, counts, novels, about] = await Promise.all([
      listInboxPage(db, { scope, filter: query.filter, after }),
      countInbox(db, scope),
      after === null ? listInboxNovels(db, user) : [],
      aboutRole(db, user, novel),
    ]);
    return { entries, nextCursor: next && encodeCursor(next), counts, novels, ...about };
  }),

  endpoint(markInboxRead, [requireUser, onInbox], async ({ app, caller: { user }, body }) => ({
    changed: await markRead(app, user, body),
  })),

  endpoint(getHeldWords, requireUser, async ({ app, caller, params }) => {
    const novel = await findOwnNovel(app.db, caller.user, params.id, 'comments');
    return isRefusal(novel) ? novel : { words: await listHeldWords(app.db, novel.id) };
  }),

  endpoint(
    setHeldWordsCall,
    [requireUser, onNovel('comments')],
    async ({ app, found: novel, body }) => ({
      words: await setHeldWords(app, novel.id, body.words),
    }),
  ),
];
