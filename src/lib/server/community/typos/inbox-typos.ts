import { and, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { InboxTypo } from '#shared/contracts/studio-typos.ts';
import { messages } from '#shared/messages.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { blockedReaders } from '#server/core/db/schema/conversation.ts';
import { users } from '#server/core/db/schema/identity.ts';
import { typoReports } from '#server/core/db/schema/typos.ts';
import { refuse, type Refusal } from '#server/core/http/refusal.ts';
import type { Author } from '#server/people/novel-powers/own-work.ts';
import { hasPowerOn } from '#server/people/novel-powers/membership.ts';
import { isBlockable } from '../blocked-readers.ts';
import { toModeratedName } from '../moderated-name.ts';

const deciders = alias(users, 'deciders');

/** These reports, unordered, as a member of their novels' teams sees them. One query. */
export async function readInboxTypos(
  db: Database,
  author: Author,
  ids: readonly string[],
): Promise<InboxTypo[]> {
  if (ids.length === 0) return [];
  const may = (power: 'publish' | 'block') =>
    author.role === 'admin' ? sql<boolean>`true` : sql<boolean>`${hasPowerOn(db, author, power)}`;
  const rows = await db
    .select({
      report: typoReports,
      writer: users,
      decider: deciders,
      novel: { id: novels.id, title: novels.title },
      chapter: { id: chapters.id, title: chapters.title, number: chapters.chapterNumber },
      isBlocked: sql<boolean>`${blockedReaders.userId} is not null`,
      canDecide: may('publish'),
      canBlock: sql<boolean>`coalesce(${may('block')} and ${isBlockable(novels.ownerId)}, false)`,
    })
    .from(typoReports)
    .innerJoin(chapters, eq(chapters.id, typoReports.chapterId))
    .innerJoin(novels, eq(novels.id, typoReports.novelId))
    .innerJoin(users, eq(users.id, typoReports.userId))
    .leftJoin(deciders, eq(deciders.id, typoReports.decidedBy))
    .leftJoin(
      blockedReaders,
      and(
        eq(blockedReaders.authorId, novels.ownerId),
        eq(blockedReaders.userId, typoReports.userId),
      ),
    )
    .where(inArray(typoReports.id, [...ids]));
  return rows.map(({ report, writer, decider, novel, chapter, isBlocked, ...mayDo }) => ({
    kind: 'typo',
    _id: report.id,
    state: report.state,
    before: report.before,
    wrong: report.wrong,
    after: report.after,
    correction: report.correction,
    remark: report.remark,
    date: report.createdAt.toISOString(),
    writer:
      writer.erasedAt === null
        ? { _id: writer.id, name: writer.displayName, picture: writer.profileImage, isBlocked }
        : null,
    novel: { _id: novel.id, title: novel.title },
    chapter: { _id: chapter.id, title: chapter.title, number: chapter.number },
    decision: report.decidedAt && {
      by: toModeratedName(decider),
      date: report.decidedAt.toISOString(),
      reason: report.reason,
    },
    ...mayDo,
    isRead: report.readAt !== null,
    isSettled: report.state !== 'open',
  }));
}

/** One of them as the inbox shows it now. Ask `findOwnTypo` before. */
export async function readTypoEntry(
  db: Database,
  author: Author,
  id: string,
): Promise<{ entry: InboxTypo } | Refusal> {
  const [entry] = await readInboxTypos(db, author, [id]);
  return entry ? { entry } : refuse('NOT_FOUND', messages.typoMissing);
}
