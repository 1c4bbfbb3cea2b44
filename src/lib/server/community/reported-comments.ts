import { asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { reportedCommentsPageSize, reportReasonsShown } from '#shared/constants.ts';
import type { CommentOutcome, ReportedComment } from '#shared/contracts/moderation.ts';
import { messages } from '#shared/messages.ts';
import { hasStaffPower } from '#shared/site/staff-powers.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { commentReports, comments, withheldComments } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { readLastActs, toOutcome } from './comment-outcomes.ts';
import type { Cursor } from '#server/core/http/cursor.ts';

/** Which comments to list, and after which cursor. */
type Wanted = { state: 'open' | 'settled'; after: Cursor | null };
type Page = { comments: ReportedComment[]; next: Cursor | null };

/** A page of reported comments: open ones, oldest first, or settled ones, newest first. */
export async function listReported(db: Database, { state, after }: Wanted): Promise<Page> {
  const groups = await (state === 'open' ? listOpen(db, after) : listClosed(db, after));
  const shown = groups.slice(0, reportedCommentsPageSize);
  const [facts, acts] = await Promise.all([
    readFacts(db, shown),
    readLastActs(
      db,
      shown.map(({ id }) => id),
    ),
  ]);
  const byId = new Map(facts.map((row) => [row.comment.id, row]));
  const last = shown.at(-1);
  return {
    comments: shown.flatMap((group) => {
      const row = byId.get(group.id);
      return row ? [toBody(row, group, acts.get(group.id))] : [];
    }),
    next:
      groups.length > reportedCommentsPageSize && last ? { createdAt: last.at, id: last.id } : null,
  };
}

/** The reports of one comment, grouped. */
type Group = { id: string; reportCount: number; reasons: string[] | null; at: Date };

const grouped = {
  id: commentReports.commentId,
  reportCount: sql<number>`count(*)::int`,
  reasons: sql<
    string[] | null
  >`(array_agg(${commentReports.reason} order by ${commentReports.createdAt})
    filter (where ${commentReports.reason} <> ''))[1:${sql.raw(String(reportReasonsShown))}]`,
};
const firstReport = sql<Date>`min(${commentReports.createdAt})`.mapWith(commentReports.createdAt);
const lastClosed = sql<Date>`max(${commentReports.settledAt})`.mapWith(commentReports.createdAt);

const position = ({ createdAt, id }: Cursor) =>
  sql`(${createdAt.toISOString()}::timestamptz, ${id}::uuid)`;

function listOpen(db: Database, after: Cursor | null): Promise<Group[]> {
  return db
    .select({ ...grouped, at: firstReport })
    .from(commentReports)
    .where(isNull(commentReports.settledAt))
    .groupBy(commentReports.commentId)
    .having(
      after ? sql`(${firstReport}, ${commentReports.commentId}) > ${position(after)}` : undefined,
    )
    .orderBy(asc(firstReport), asc(commentReports.commentId))
    .limit(reportedCommentsPageSize + 1);
}

function listClosed(db: Database, after: Cursor | null): Promise<Group[]> {
  const areClosed = sql`bool_and(${commentReports.settledAt} is not null)`;
  const isAfter = after
    ? sql`(${lastClosed}, ${commentReports.commentId}) < ${position(after)}`
    : sql`true`;
  return db
    .select({ ...grouped, at: lastClosed })
    .from(commentReports)
    .groupBy(commentReports.commentId)
    .having(sql`${areClosed} and ${isAfter}`)
    .orderBy(desc(lastClosed), desc(commentReports.commentId))
    .limit(reportedCommentsPageSize + 1);
}

const answered = alias(comments, 'answered');
const answeredWriter = alias(users, 'answered_writer');
const removers = alias(users, 'removers');

function readFacts(db: Database, groups: readonly Group[]) {
  return db
    .select({
      comment: comments,
      writer: users,
      chapter: { id: chapters.id, title: chapters.title, number: chapters.chapterNumber },
      novel: { title: novels.title, slug: novels.slug },
      withheld: withheldComments,
      answeredText: answered.text,
      answeredName: answeredWriter.displayName,
      removerRole: removers.role,
    })
    .from(comments)
    .leftJoin(chapters, eq(chapters.id, comments.chapterId))
    .innerJoin(novels, eq(novels.id, sql`coalesce(${chapters.novelId}, ${comments.novelId})`))
    .leftJoin(users, eq(users.id, comments.userId))
    .leftJoin(withheldComments, eq(withheldComments.commentId, comments.id))
    .leftJoin(answered, eq(answered.id, comments.parentId))
    .leftJoin(answeredWriter, eq(answeredWriter.id, answered.userId))
    .leftJoin(removers, eq(removers.id, comments.removedBy))
    .where(
      inArray(
        comments.id,
        groups.map(({ id }) => id),
      ),
    );
}

function toBody(
  row: Awaited<ReturnType<typeof readFacts>>[number],
  group: Group,
  lastAct: CommentOutcome | undefined,
): ReportedComment {
  const { comment, writer, chapter, novel, withheld, answeredText, answeredName, removerRole } =
    row;
  const isRemoved = comment.removedAt !== null;
  return {
    _id: comment.id,
    text: isRemoved ? (withheld?.text ?? null) : comment.text,
    date: comment.createdAt.toISOString(),
    isRemoved,
    canRestore: isRemoved && withheld !== null,
    canRemove:
      !isRemoved ||
      (withheld !== null && removerRole !== null && !hasStaffPower(removerRole, 'moderate')),
    writer: writer?.erasedAt === null ? toModeratedPerson(writer) : null,
    chapter: chapter && { _id: chapter.id, title: chapter.title, number: chapter.number },
    novel,
    answers:
      answeredText === null
        ? null
        : { text: answeredText, name: answeredName ?? messages.accountGone },
    reportCount: group.reportCount,
    reasons: group.reasons ?? [],
    reportedAt: group.at.toISOString(),
    outcome: toOutcome(lastAct, comment.removedAt, writer),
  };
}

/** A person as moderators see them. */
export function toModeratedPerson(
  person: Pick<typeof users.$inferSelect, 'id' | 'displayName' | 'name' | 'commentsSuspendedUntil'>,
) {
  return {
    _id: person.id,
    name: person.displayName || person.name,
    suspendedUntil: person.commentsSuspendedUntil?.toISOString() ?? null,
  };
}
