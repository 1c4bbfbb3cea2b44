import { and, eq, isNull, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { CommentBody } from '#shared/contracts/comments.ts';
import { messages } from '#shared/messages.ts';
import { toPlace } from '#server/catalogue/reading/place-columns.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import {
  commentReports,
  comments,
  hiddenPeople,
  moderationActs,
} from '#server/core/db/schema/community.ts';
import { heldComments } from '#server/core/db/schema/conversation.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { commentPlaces } from '#server/core/db/schema/margin.ts';
import { novelMembers } from '#server/core/db/schema/people.ts';

const writers = alias(users, 'writers');
const mentioned = alias(users, 'mentioned');

/** Whose hidden people and reports apply: a user's id, or the place of one; null is an anonymous reader. */
type Caller = string | Placeholder;

/** A comment with the people it names, as seen by one caller. */
export type CommentRow = Awaited<ReturnType<typeof selectComments>>[number];

/**
 * Comments with the public data of their authors, as `caller` sees them: only display name and
 * picture leave the table of users.
 */
export function selectComments(db: Database, caller: Caller) {
  return db
    .select({
      comment: comments,
      writer: {
        id: writers.id,
        displayName: writers.displayName,
        profileImage: writers.profileImage,
        erasedAt: writers.erasedAt,
      },
      mentioned: {
        id: mentioned.id,
        displayName: mentioned.displayName,
        profileImage: mentioned.profileImage,
        erasedAt: mentioned.erasedAt,
      },
      hiddenId: hiddenPeople.hiddenUserId,
      reportedId: commentReports.commentId,
      heldId: heldComments.commentId,
      reason: removalReason(caller),
      isTeam: isOfTeam(),
      place: commentPlaces,
    })
    .from(comments)
    .leftJoin(writers, eq(writers.id, comments.userId))
    .leftJoin(mentioned, eq(mentioned.id, comments.mentionId))
    .leftJoin(hiddenPeople, isHiddenFrom(caller))
    .leftJoin(commentReports, isReportedBy(caller))
    .leftJoin(heldComments, eq(heldComments.commentId, comments.id))
    .leftJoin(commentPlaces, eq(commentPlaces.commentId, comments.id))
    .$dynamic();
}

/** Comments that a caller sees in a thread: one that waits for approval is its writer's alone. */
export function isInThreadOf(caller: Caller): SQL | undefined {
  return or(isNull(heldComments.commentId), eq(comments.userId, caller));
}

/** Whether the writer owns the chapter's novel, or is a member of its team, today. */
const isOfTeam = (): SQL<boolean> => sql<boolean>`exists (
  select from ${chapters} as commented join ${novels} as novel on novel.id = commented.novel_id
  where commented.id = ${comments.chapterId} and (
    (novel.owner_id = ${comments.userId} and ${writers.role} in ('author', 'admin'))
    or exists (select from ${novelMembers} as member
      where member.novel_id = novel.id and member.user_id = ${comments.userId})))`;

/** Why the caller's own comment was removed by somebody else. */
function removalReason(caller: Caller): SQL<string | null> {
  const isTheirs = sql`${eq(comments.userId, caller)} and ${comments.removedAt} is not null
    and ${comments.removedBy} is distinct from ${comments.userId}`;
  return sql<string | null>`case when ${isTheirs} then (
    select act.reason from ${moderationActs} as act
    where act.subject_id = ${comments.id} and act.act = 'comment.removed'
    order by act.created_at desc, act.id desc limit 1) end`;
}

function isHiddenFrom(caller: Caller): SQL | undefined {
  return and(eq(hiddenPeople.userId, caller), eq(hiddenPeople.hiddenUserId, comments.userId));
}

function isReportedBy(caller: Caller): SQL | undefined {
  return and(eq(commentReports.commentId, comments.id), eq(commentReports.userId, caller));
}

/** A comment as the API gives it, without its replies. */
export function toCommentBody(row: CommentRow): CommentBody {
  const { comment, writer, mentioned, hiddenId, reportedId } = row;
  const base = {
    _id: comment.id,
    date: comment.createdAt.toISOString(),
    level: toLevel(comment.level),
    parentId: comment.parentId,
    isReply: comment.parentId !== null,
    isReported: reportedId !== null,
    reason: row.reason,
    replies: [],
    repliesCursor: null,
    isTeam: false,
    place: row.place && toPlace(row.place),
  };
  const noAuthor = { user: null, profileImage: null, mentionId: null, mentionName: null };
  if (comment.removedAt !== null) {
    return { ...base, ...noAuthor, state: 'removed', text: messages.commentRemoved, name: '' };
  }
  const author = toNamed(writer);
  const name = author?.name ?? messages.accountGone;
  if (hiddenId !== null) {
    // Name and id are sent so that the reader can unhide; the text is not.
    const text = messages.commentHidden;
    return { ...base, ...noAuthor, state: 'hidden', text, name, user: author?.id ?? null };
  }
  const mention = toNamed(mentioned);
  return {
    ...base,
    isTeam: row.isTeam && author !== null,
    state: row.heldId === null ? 'shown' : 'held',
    text: comment.text,
    name,
    profileImage: author?.picture ?? null,
    user: author?.id ?? null,
    mentionId: mention?.id ?? null,
    mentionName: mention?.name ?? null,
  };
}

/** The public data of someone who still has an account. */
function toNamed(
  found: CommentRow['writer'],
): { id: string; name: string; picture: string | null } | null {
  if (found?.erasedAt !== null) return null;
  return { id: found.id, name: found.displayName, picture: found.profileImage };
}

function toLevel(level: number): 1 | 2 | 3 {
  if (level === 1 || level === 2 || level === 3) return level;
  throw new Error(`a comment stands at level ${level}`);
}
