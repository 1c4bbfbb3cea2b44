import { and, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { CommentOutcome } from '#shared/contracts/moderation.ts';
import type { InboxComment, InboxEntry } from '#shared/contracts/studio-inbox.ts';
import { messages } from '#shared/messages.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { comments, moderationActs, withheldComments } from '#server/core/db/schema/community.ts';
import { blockedReaders, heldComments, inboxEntries } from '#server/core/db/schema/conversation.ts';
import { users } from '#server/core/db/schema/identity.ts';
import type { Author } from '#server/people/novel-powers/own-work.ts';
import { hasPowerOn } from '#server/people/novel-powers/membership.ts';
import { isBlockable } from './blocked-readers.ts';
import { readLastActs } from './comment-outcomes.ts';
import { readInboxTypos } from './typos/inbox-typos.ts';

const answered = alias(comments, 'answered');
const answeredWriters = alias(users, 'answered_writers');
const answers = alias(comments, 'answers');
const answerers = alias(users, 'answerers');

/** These entries in their order, as a member of their novels' teams sees them. Four queries. */
export async function readInboxEntries(
  db: Database,
  author: Author,
  ids: readonly string[],
): Promise<InboxEntry[]> {
  const [ofComments, ofTypos] = await Promise.all([
    readInboxComments(db, author, ids),
    readInboxTypos(db, author, ids),
  ]);
  const byId = new Map<string, InboxEntry>(
    [...ofComments, ...ofTypos].map((entry) => [entry._id, entry]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The comments among these entries, in no order. Three queries. */
export async function readInboxComments(
  db: Database,
  caller: Author,
  ids: readonly string[],
): Promise<InboxComment[]> {
  if (ids.length === 0) return [];
  const [rows, acts, ownRemovals] = await Promise.all([
    selectEntries(db, caller).where(inArray(inboxEntries.commentId, [...ids])),
    readLastActs(db, ids),
    readLastRemovers(db, ids),
  ]);
  return rows.map((row) => {
    const { id } = row.comment;
    const canRemove = caller.role === 'admin' || row.comment.userId !== caller.id;
    const canRestore = canRemove && ownRemovals.get(id) === caller.id;
    return toEntry(row, acts.get(id), { canRemove, canRestore });
  });
}

function selectEntries(db: Database, caller: Author) {
  const mayBlock = caller.role === 'admin' ? sql`true` : hasPowerOn(db, caller, 'block');
  return db
    .select({
      comment: comments,
      entry: { readAt: inboxEntries.readAt, settledAt: inboxEntries.settledAt },
      writer: users,
      isBlocked: sql<boolean>`${blockedReaders.userId} is not null`,
      canBlock: sql<boolean>`coalesce(${mayBlock} and ${isBlockable(novels.ownerId)}, false)`,
      novel: { id: novels.id, title: novels.title },
      chapter: {
        id: chapters.id,
        title: chapters.title,
        number: chapters.chapterNumber,
        closedAt: chapters.commentsClosedAt,
      },
      heldWord: heldComments.word,
      withheld: withheldComments.text,
      answered: { text: answered.text, removedAt: answered.removedAt },
      answeredWriter: { name: answeredWriters.displayName, erasedAt: answeredWriters.erasedAt },
      answer: { text: answers.text, removedAt: answers.removedAt, createdAt: answers.createdAt },
      answerer: { name: answerers.displayName, erasedAt: answerers.erasedAt },
    })
    .from(inboxEntries)
    .innerJoin(comments, eq(comments.id, inboxEntries.commentId))
    .innerJoin(chapters, eq(chapters.id, comments.chapterId))
    .innerJoin(novels, eq(novels.id, inboxEntries.novelId))
    .leftJoin(users, eq(users.id, comments.userId))
    .leftJoin(
      blockedReaders,
      and(eq(blockedReaders.authorId, novels.ownerId), eq(blockedReaders.userId, comments.userId)),
    )
    .leftJoin(heldComments, eq(heldComments.commentId, comments.id))
    .leftJoin(withheldComments, eq(withheldComments.commentId, comments.id))
    .leftJoin(answered, eq(answered.id, comments.parentId))
    .leftJoin(answeredWriters, eq(answeredWriters.id, answered.userId))
    .leftJoin(answers, eq(answers.id, inboxEntries.answerId))
    .leftJoin(answerers, eq(answerers.id, answers.userId))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectEntries>>[number];

/** Who removed each of these comments last, as logged. */
async function readLastRemovers(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectDistinctOn([moderationActs.subjectId], {
      id: moderationActs.subjectId,
      actorId: moderationActs.actorId,
    })
    .from(moderationActs)
    .where(
      and(inArray(moderationActs.subjectId, [...ids]), eq(moderationActs.act, 'comment.removed')),
    )
    .orderBy(
      moderationActs.subjectId,
      sql`${moderationActs.createdAt} desc`,
      sql`${moderationActs.id} desc`,
    );
  return new Map(rows.map(({ id, actorId }) => [id, actorId]));
}

function toEntry(
  row: Row,
  act: CommentOutcome | undefined,
  { canRemove, canRestore }: { canRemove: boolean; canRestore: boolean },
): InboxComment {
  const { comment, entry, novel, chapter, heldWord, withheld } = row;
  const isRemoved = comment.removedAt !== null;
  const removal = isRemoved && act?.act === 'comment.removed' ? act : null;
  return {
    kind: 'comment',
    _id: comment.id,
    state: stateOf(row, removal !== null),
    text: isRemoved ? removal && withheld : comment.text,
    date: comment.createdAt.toISOString(),
    writer: writerOf(row),
    canRemove,
    canBlock: row.canBlock,
    novel: { _id: novel.id, title: novel.title },
    chapter: {
      _id: chapter.id,
      title: chapter.title,
      number: chapter.number,
      areCommentsClosed: chapter.closedAt !== null,
    },
    answers: quoted(row.answered, row.answeredWriter),
    answer: answerOf(row),
    heldWord: isRemoved ? null : heldWord,
    removal: removal && {
      actor: removal.actor,
      reason: removal.reason,
      date: removal.date,
      canRestore: canRestore && withheld !== null,
    },
    isRead: entry.readAt !== null,
    isSettled: entry.settledAt !== null,
  };
}

function stateOf({ comment, heldWord }: Row, isRemovedByOther: boolean): InboxComment['state'] {
  if (comment.removedAt !== null) return isRemovedByOther ? 'removed' : 'withdrawn';
  return heldWord === null ? 'shown' : 'held';
}

function writerOf({ writer, isBlocked }: Row): InboxComment['writer'] {
  if (writer?.erasedAt !== null) return null;
  const { id, displayName, profileImage } = writer;
  return { _id: id, name: displayName, picture: profileImage, isBlocked };
}

type Name = { name: string; erasedAt: Date | null } | null;

function quoted(
  said: { text: string; removedAt: Date | null } | null,
  writer: Name,
): InboxComment['answers'] {
  if (said === null) return null;
  const text = said.removedAt === null ? said.text : messages.commentRemoved;
  return { text, name: writer?.erasedAt === null ? writer.name : messages.accountGone };
}

function answerOf({ answer, answerer }: Row): InboxComment['answer'] {
  if (answer?.removedAt !== null) return null;
  const said = quoted(answer, answerer);
  return said && { ...said, date: answer.createdAt.toISOString() };
}
