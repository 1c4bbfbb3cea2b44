import { and, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { moderationActsPageSize, moderationBeginningCharacters } from '#shared/constants.ts';
import { instantSchema } from '#shared/contracts/fields.ts';
import { listModerationActs, type ModerationActBody } from '#shared/contracts/moderation.ts';
import { beginningOf } from '#shared/site/formats.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { comments, moderationActs, withheldComments } from '#server/core/db/schema/community.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { toModeratedName } from './moderated-name.ts';
import type { Cursor } from '#server/core/http/cursor.ts';

const actors = alias(users, 'actors');
const people = alias(users, 'people');
const writers = alias(users, 'writers');
const detailsSchema = z.object({ until: instantSchema });
const noticeSchema = listModerationActs.response.shape.acts.element.shape.notice;
const nameSchema = z.object({ name: z.string() });

/** What moderators decide about; what else staff do is in the log of the desk alone. */
const isModeration = sql`${moderationActs.act} ~ '^(comment|person|name|notice)\\.'`;

/** A page of the log, newest first, and the next cursor (null at the end). */
export async function listActs(
  db: Database,
  after: Cursor | null,
): Promise<{ acts: ModerationActBody[]; next: Cursor | null }> {
  const rows = await select(db)
    .where(
      and(
        isModeration,
        after
          ? sql`(${moderationActs.createdAt}, ${moderationActs.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(moderationActs.createdAt), desc(moderationActs.id))
    .limit(moderationActsPageSize + 1);
  const shown = rows.slice(0, moderationActsPageSize);
  const last = shown.at(-1)?.act;
  return {
    acts: shown.map(toBody),
    next:
      rows.length > moderationActsPageSize && last
        ? { createdAt: last.createdAt, id: last.id }
        : null,
  };
}

function select(db: Database) {
  return db
    .select({
      act: moderationActs,
      actor: actors,
      person: people,
      comment: comments,
      writer: writers,
      chapterId: chapters.id,
      chapterTitle: chapters.title,
      novelTitle: novels.title,
      withheld: withheldComments,
    })
    .from(moderationActs)
    .innerJoin(actors, eq(actors.id, moderationActs.actorId))
    .leftJoin(people, eq(people.id, moderationActs.subjectId))
    .leftJoin(comments, eq(comments.id, moderationActs.subjectId))
    .leftJoin(writers, eq(writers.id, comments.userId))
    .leftJoin(chapters, eq(chapters.id, comments.chapterId))
    .leftJoin(novels, eq(novels.id, chapters.novelId))
    .leftJoin(withheldComments, eq(withheldComments.commentId, comments.id))
    .$dynamic();
}

function toBody(row: Awaited<ReturnType<typeof select>>[number]): ModerationActBody {
  const { act, actor, person, comment, writer, chapterId, chapterTitle, novelTitle, withheld } =
    row;
  const isPlaced = chapterId !== null && chapterTitle !== null && novelTitle !== null;
  return {
    _id: act.id,
    act: act.act,
    actor: toModeratedName(actor),
    reason: act.reason,
    date: act.createdAt.toISOString(),
    person: person && toModeratedName(person),
    name: nameSchema.safeParse(act.details).data?.name ?? null,
    until: detailsSchema.safeParse(act.details).data?.until ?? null,
    comment: comment && {
      writer: toModeratedName(writer),
      beginning: truncateForLog(comment.removedAt === null ? comment.text : withheld?.text),
    },
    chapter: isPlaced ? { _id: chapterId, title: chapterTitle, novelTitle } : null,
    notice: act.act === 'notice.decided' ? noticeSchema.parse(act.details) : null,
    restorableId: act.act === 'comment.removed' ? (withheld?.commentId ?? null) : null,
  };
}

/** The beginning of a removed text is null once the text has been deleted (decision 39). */
const truncateForLog = (text: string | undefined): string | null =>
  text === undefined ? null : beginningOf(text, moderationBeginningCharacters);
