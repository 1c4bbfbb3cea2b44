import { and, asc, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { CommentBody } from '#shared/contracts/comments.ts';
import {
  chapterThreadsMax,
  commentRepliesMorePageSize,
  commentRepliesPageSize,
  commentThreadsPageSize,
} from '#shared/constants.ts';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { comments } from '#server/core/db/schema/community.ts';
import { heldComments } from '#server/core/db/schema/conversation.ts';
import { commentPlaces } from '#server/core/db/schema/margin.ts';
import { isInThreadOf, selectComments, toCommentBody, type CommentRow } from './comment-rows.ts';
import { encodeCursor, type Cursor } from '#server/core/http/cursor.ts';

/** A page of a list, and the cursor of the next; null at the end. */
type Page = { comments: CommentBody[]; next: Cursor | null };

/** The caller (null: anonymous), and after which comment to go on. */
type Wanted = { callerId: string | null; after: Cursor | null };

/** A paragraph under one of its wordings. */
export type About = { paragraph: number; mark: number };

/**
 * A page of a chapter's threads, newest first, each with its first replies; with `about`, of those about
 * these paragraphs. Two queries, served by
 * `comments_threads` and `comments_replies`, however many comments the chapter has.
 */
export async function listThreads(
  db: Database,
  chapterId: string,
  { callerId, after, about }: Wanted & { about?: readonly About[] | undefined },
  size = commentThreadsPageSize,
): Promise<{ threads: CommentBody[]; next: Cursor | null }> {
  const before = after ? toPosition(after) : end;
  const wanted = { callerId, chapterId, ...before, limit: size + 1 };
  const rows = about
    ? await selectThreadsAbout(db).execute({
        ...wanted,
        paragraphs: about.map(({ paragraph }) => paragraph),
        marks: about.map(({ mark }) => mark),
      })
    : await selectThreads(db).execute(wanted);
  const { found, next } = cut(rows, size);
  const replies = await readFirstReplies(db, callerId, found);
  const threads = found.map((row) => {
    const { found: first, next: nextReply } = cut(
      replies.get(row.comment.id) ?? [],
      commentRepliesPageSize,
    );
    const thread = hang(toCommentBody(row), first.map(toCommentBody));
    return { ...thread, repliesCursor: nextReply && encodeCursor(nextReply) };
  });
  return { threads, next };
}

/** The threads that come with a chapter (specification, section 7). */
export async function listNewestThreads(
  db: Database,
  chapterId: string,
  callerId: string | null,
): Promise<CommentBody[]> {
  const newest = { callerId, after: null };
  return (await listThreads(db, chapterId, newest, chapterThreadsMax)).threads;
}

/** More replies of a thread, oldest first, as a flat list. One query. */
export async function listThreadReplies(
  db: Database,
  threadId: string,
  { callerId, after }: Wanted,
): Promise<Page> {
  const from = after ? toPosition(after) : start;
  const rows = await selectReplies(db).execute({ callerId, threadId, ...from });
  const { found, next } = cut(rows, commentRepliesMorePageSize);
  return { comments: found.map(toCommentBody), next };
}

/** The first replies of each thread, and one extra that tells whether there are more. */
async function readFirstReplies(
  db: Database,
  callerId: string | null,
  threads: readonly CommentRow[],
): Promise<Map<string, CommentRow[]>> {
  if (threads.length === 0) return new Map();
  const threadIds = threads.map(({ comment }) => comment.id);
  const rows = await selectFirstReplies(db).execute({ callerId, threadIds });
  return Map.groupBy(rows, ({ comment }) => comment.threadId);
}

/** Attaches replies, oldest first, to their parents. A reply is younger than its parent. */
function hang(root: CommentBody, replies: readonly CommentBody[]): CommentBody {
  const places = new Map([root, ...replies].map((comment) => [comment._id, comment]));
  for (const reply of replies) places.get(reply.parentId ?? '')?.replies.push(reply);
  return root;
}

const caller = sql.placeholder('callerId');
const position = sql`(${comments.createdAt}, ${comments.id})`;
const given = sql`(${sql.placeholder('createdAt')}::timestamptz, ${sql.placeholder('id')}::uuid)`;

const toPosition = ({ createdAt, id }: Cursor) => ({
  createdAt: createdAt.toISOString(),
  id,
});
const start = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
const end = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

const newestThreads = (db: Database, isWanted?: SQL) =>
  selectComments(db, caller)
    .where(
      and(
        eq(comments.chapterId, sql.placeholder('chapterId')),
        isNull(comments.parentId),
        isInThreadOf(caller),
        sql`${position} < ${given}`,
        isWanted,
      ),
    )
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(sql.placeholder('limit'));

const selectThreads = prepared((db) => newestThreads(db).prepare('list_threads'));

const selectThreadsAbout = prepared((db) => {
  const isAbout = and(
    // Lets the query use the index `comment_places_chapter`.
    eq(commentPlaces.chapterId, sql.placeholder('chapterId')),
    sql`(${commentPlaces.paragraph}, ${commentPlaces.mark}) in (
      select * from unnest(${sql.placeholder('paragraphs')}::int[], ${sql.placeholder('marks')}::int[]))`,
  );
  return newestThreads(db, isAbout).prepare('list_threads_about');
});

const selectReplies = prepared((db) =>
  selectComments(db, caller)
    .where(
      and(
        eq(comments.threadId, sql.placeholder('threadId')),
        isNotNull(comments.parentId),
        isInThreadOf(caller),
        sql`${position} > ${given}`,
      ),
    )
    .orderBy(asc(comments.createdAt), asc(comments.id))
    .limit(commentRepliesMorePageSize + 1)
    .prepare('list_replies'),
);

/** Each thread is read up to its bound: a ranking over all replies would read all. */
const selectFirstReplies = prepared((db) =>
  selectComments(db, caller)
    .where(
      sql`${comments.id} in (
        select reply.id from unnest(${sql.placeholder('threadIds')}::uuid[]) as thread (id)
        cross join lateral (
          select id from ${comments} as candidate
          where candidate.thread_id = thread.id and candidate.parent_id is not null
            and (candidate.user_id = ${caller} or not exists (
              select from ${heldComments} where ${heldComments.commentId} = candidate.id))
          order by candidate.created_at, candidate.id
          limit ${commentRepliesPageSize + 1}
        ) as reply)`,
    )
    .orderBy(asc(comments.createdAt), asc(comments.id))
    .prepare('list_first_replies'),
);

function cut(rows: readonly CommentRow[], size: number) {
  const found = rows.slice(0, size);
  const last = found.at(-1)?.comment;
  const next = rows.length > size && last ? { createdAt: last.createdAt, id: last.id } : null;
  return { found, next };
}
