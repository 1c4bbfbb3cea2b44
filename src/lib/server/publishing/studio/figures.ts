import { and, eq, gte, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { getNovelFigures, RecentViewsBody } from '#shared/contracts/studio-novels.ts';
import { studioLimits } from '#shared/constants.ts';
import { parisDay } from '#shared/site/formats.ts';
import { ratingAverage } from '#server/catalogue/novels.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters, novelViews } from '#server/core/db/schema/catalogue.ts';
import { viewDays } from '#server/core/db/schema/reading.ts';
import type { ChapterRow, NovelRow } from '#server/people/novel-powers/own-work.ts';
import { listStudioChapters } from './read-chapters.ts';
import { chapterTraces } from './period/count-readers.ts';

type Figures = z.infer<(typeof getNovelFigures)['response']>;

const dayMs = 86_400_000;

/**
 * What a novel and its chapters were given, in a fixed number of queries. Ask `findOwnNovel` before.
 */
export async function readFigures(db: Database, novel: NovelRow, now: Date): Promise<Figures> {
  const [listed, novelSeen, traces] = await Promise.all([
    listStudioChapters(db, novel.id),
    db.select().from(novelViews).where(eq(novelViews.novelId, novel.id)),
    countReaders(db, novel.id),
  ]);
  const sums = { views: 0, likes: 0, comments: 0, unlocks: 0, creditsEarned: 0 };
  for (const chapter of listed) {
    sums.views += chapter.views;
    sums.likes += chapter.likes;
    sums.comments += chapter.comments;
    sums.unlocks += chapter.unlocks;
    sums.creditsEarned += chapter.creditsEarned;
  }
  return {
    totals: {
      ...sums,
      novelViews: novelSeen[0]?.views ?? 0,
      favorites: novel.favorites,
      ratingAvg: ratingAverage(novel),
      ratingCount: novel.ratingCount,
      readers: traces.ofNovel,
    },
    today: parisDay(now),
    chapters: listed.filter(wasEverOut(now)).map((chapter) => {
      const { readers = 0, wentOn = null } = traces.ofChapters.get(chapter._id) ?? {};
      const { views, likes, comments, unlocks, creditsEarned } = chapter;
      return {
        _id: chapter._id,
        chapterNumber: chapter.chapterNumber,
        title: chapter.publicTitle,
        isPublished: chapter.status === 'published',
        publishedAt: chapter.publishedAt,
        views,
        likes,
        comments,
        unlocks,
        creditsEarned,
        readers,
        readersWhoWentOn: wentOn,
      };
    }),
  };
}

/** Of a withdrawn chapter the date stays. */
const wasEverOut =
  (now: Date) =>
  ({ publishedAt }: { publishedAt: string | null }): boolean =>
    publishedAt !== null && new Date(publishedAt) <= now;

/** The days in Paris up to today, oldest first. */
function lastDays(now: Date, length: number): string[] {
  const today = Date.parse(`${parisDay(now)}T12:00:00Z`);
  return Array.from({ length }, (_, index) =>
    new Date(today - (length - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

/**
 * Views of a novel's chapters by day, for a small plot: one query, of the days' rows alone. Ask
 * `findOwnNovel` before.
 */
export async function readRecentViews(
  db: Database,
  novelId: string,
  now: Date,
): Promise<RecentViewsBody> {
  const days = lastDays(now, studioLimits.plotDays);
  const rows = await db
    .select({ day: viewDays.day, views: sql`sum(${viewDays.views})`.mapWith(Number) })
    .from(chapters)
    .innerJoin(viewDays, eq(viewDays.subjectId, chapters.id))
    .where(and(eq(chapters.novelId, novelId), gte(viewDays.day, days[0] ?? '')))
    .groupBy(viewDays.day);
  const counted = new Map(rows.map(({ day, views }) => [day, views]));
  return { days: days.map((day) => ({ day, views: counted.get(day) ?? 0 })) };
}

const readerRows = z.object({
  rows: z.array(
    z.object({
      chapter_id: z.uuid().nullable(),
      readers: z.coerce.number(),
      went_on: z.coerce.number().nullable(),
    }),
  ),
});

type Readers = {
  ofNovel: number;
  ofChapters: Map<ChapterRow['id'], { readers: number; wentOn: number | null }>;
};

/** People with an account who left a trace, per chapter and once for the novel. */
async function countReaders(db: Database, novelId: string): Promise<Readers> {
  const result = await db.execute(sql`
    with ours as (
      select id, case when status = 'published' then
          lead(id) over (partition by status = 'published' order by chapter_number) end as next_id
      from chapters where novel_id = ${novelId}
    ), traces as (
      select distinct user_id, chapter_id from (${chapterTraces(novelId)}) as dated
    )
    select ours.id as chapter_id, count(traces.user_id) as readers,
      case when ours.next_id is null then null else count(further.user_id) end as went_on
    from ours
      left join traces on traces.chapter_id = ours.id
      left join traces as further
        on further.chapter_id = ours.next_id and further.user_id = traces.user_id
    group by ours.id, ours.next_id
    union all
    select null, count(distinct user_id), null from traces`);
  const { rows } = readerRows.parse(result);
  return {
    ofNovel: rows.find((row) => row.chapter_id === null)?.readers ?? 0,
    ofChapters: new Map(
      rows.flatMap(({ chapter_id: id, readers, went_on: wentOn }) =>
        id === null ? [] : [[id, { readers, wentOn }] as const],
      ),
    ),
  };
}

const amount = z.coerce.number();
const dayRows = z.object({
  rows: z.array(
    z.object({
      day: z.string(),
      novelViews: amount,
      views: amount,
      likes: amount,
      comments: amount,
      unlocks: amount,
      creditsEarned: amount,
    }),
  ),
});

/** What came on each day in Paris from one to another; days without anything are not there. */
export async function countDays(db: Database, novelId: string, since: string, until: string) {
  const end = sql`((${until}::date + 1)::timestamp at time zone 'Europe/Paris')`;
  const start = sql`(${since}::timestamp at time zone 'Europe/Paris')`;
  const dayOf = sql`(created_at at time zone 'Europe/Paris')::date`;
  const ours = sql`chapter_id in (select id from chapters where novel_id = ${novelId})
    and created_at >= ${start} and created_at < ${end}`;
  const result = await db.execute(sql`
    with given (day, novel_views, views, likes, comments, unlocks, credits) as (
      select day, views, 0, 0, 0, 0, 0 from view_days
        where subject_id = ${novelId} and day between ${since}::date and ${until}::date
      union all select day, 0, views, 0, 0, 0, 0 from view_days
        where subject_id in (select id from chapters where novel_id = ${novelId})
          and day between ${since}::date and ${until}::date
      union all select ${dayOf}, 0, 0, 1, 0, 0, 0 from chapter_likes where ${ours}
      union all select ${dayOf}, 0, 0, 0, 1, 0, 0 from comments where ${ours} and removed_at is null
        and not exists (select from held_comments where comment_id = comments.id)
      union all select ${dayOf}, 0, 0, 0, 0, 1, cost_credits from unlocks where ${ours}
    )
    select to_char(day, 'YYYY-MM-DD') as day, sum(novel_views) as "novelViews",
      sum(views) as views, sum(likes) as likes, sum(comments) as comments,
      sum(unlocks) as unlocks, sum(credits) as "creditsEarned"
    from given group by day`);
  const { rows } = dayRows.parse(result);
  return new Map(rows.map(({ day, ...figures }) => [day, figures]));
}
