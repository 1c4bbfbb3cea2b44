import { and, count, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { ownTyposPageSize } from '#shared/constants.ts';
import type { OwnTypo } from '#shared/contracts/typos.ts';
import type { App } from '#server/app.ts';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import { chapters, novels } from '#server/core/db/schema/catalogue.ts';
import { typoReports } from '#server/core/db/schema/typos.ts';
import type { Cursor } from '#server/core/http/cursor.ts';

/** A page of a reader's own reports, those that were made or answered last first. */
export async function listOwnTypos(
  db: Database,
  userId: string,
  after: Cursor | null,
): Promise<{ reports: OwnTypo[]; next: Cursor | null }> {
  const rows = await db
    .select({
      report: typoReports,
      novel: { slug: novels.slug, title: novels.title },
      chapter: {
        id: chapters.id,
        title: chapters.title,
        number: chapters.chapterNumber,
        status: chapters.status,
      },
    })
    .from(typoReports)
    .innerJoin(chapters, eq(chapters.id, typoReports.chapterId))
    .innerJoin(novels, eq(novels.id, typoReports.novelId))
    .where(
      and(
        eq(typoReports.userId, userId),
        after
          ? sql`(${lastAt}, ${typoReports.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(lastAt), desc(typoReports.id))
    .limit(ownTyposPageSize + 1);
  const shown = rows.slice(0, ownTyposPageSize);
  const last = shown.at(-1)?.report;
  return {
    reports: shown.map(({ report, novel, chapter }) => ({
      _id: report.id,
      novel,
      chapter: {
        _id: chapter.id,
        title: chapter.title,
        number: chapter.number,
        isPublished: chapter.status === 'published',
      },
      wrong: report.wrong,
      correction: report.correction,
      remark: report.remark,
      date: report.createdAt.toISOString(),
      state: report.state,
      reason: report.state === 'refused' ? report.reason : null,
      decidedAt: report.decidedAt?.toISOString() ?? null,
      isUnseen: report.state !== 'open' && report.seenAt === null,
    })),
    next:
      rows.length > shown.length && last
        ? { createdAt: last.decidedAt ?? last.createdAt, id: last.id }
        : null,
  };
}

const lastAt = sql`coalesce(${typoReports.decidedAt}, ${typoReports.createdAt})`;

const isUnseen = and(ne(typoReports.state, 'open'), isNull(typoReports.seenAt));

/** A reader has seen the answers to these of their reports. Idempotent. @returns how many were new. */
export async function seeTypoAnswers(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  userId: string,
  ids: readonly string[],
): Promise<number> {
  const seen = await db
    .update(typoReports)
    .set({ seenAt: clock.now() })
    .where(and(eq(typoReports.userId, userId), inArray(typoReports.id, [...ids]), isUnseen))
    .returning({ id: typoReports.id });
  return seen.length;
}

/** How many reports a reader has made, and how many answers they have not seen. */
export async function summarizeTypos(
  db: Database,
  userId: string,
): Promise<{ reports: number; unseen: number }> {
  const [row] = await selectSummary(db).execute({ userId });
  return row ?? { reports: 0, unseen: 0 };
}

const selectSummary = prepared((db) =>
  db
    .select({
      reports: count(),
      unseen: sql<number>`count(*) filter (where ${isUnseen})`.mapWith(Number),
    })
    .from(typoReports)
    .where(eq(typoReports.userId, sql.placeholder('userId')))
    .prepare('summarize_typos'),
);
