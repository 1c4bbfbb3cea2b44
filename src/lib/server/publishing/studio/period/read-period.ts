import { z } from 'zod';
import { sql, and, asc, eq, gt, gte, lt } from 'drizzle-orm';
import type { getNovelPeriod } from '#shared/contracts/figures-period.ts';
import { addDays } from '#shared/time/add-days.ts';
import type { Database } from '#server/core/db/database.ts';
import { chapters } from '#server/core/db/schema/catalogue.ts';
import { unlocks } from '#server/core/db/schema/money.ts';
import { eachEarned } from '#server/money/earnings/find-earned.ts';
import { countDays } from '../figures.ts';
import { countReaders, parisMidnight } from './count-readers.ts';
import { readCohorts } from './cohorts.ts';
import { readConversions } from './conversions.ts';

type Period = z.output<(typeof getNovelPeriod)['response']>;

const dayMs = 86_400_000;

const none = { novelViews: 0, views: 0, likes: 0, comments: 0, unlocks: 0, creditsEarned: 0 };

/**
 * A novel's figures from one day in Paris to another, and of as many days before, in a number of
 * queries that does not grow with its chapters. Ask `findOwnNovel` before.
 */
export async function readPeriod(
  db: Database,
  novelId: string,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<Period> {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  const before = { from: addDays(from, -length), to: addDays(from, -1) };
  const edges = {
    before: parisMidnight(before.from),
    from: parisMidnight(from),
    end: parisMidnight(addDays(to, 1)),
  };
  const [perDay, readers, net, conversions, cohorts, origins] = await Promise.all([
    countDays(db, novelId, before.from, to),
    countReaders(db, novelId, { before: before.from, from, to }),
    netValueOfUnlocks(db, novelId, edges),
    readConversions(db, novelId, now),
    readCohorts(db, novelId, now),
    readOrigins(db, novelId, { before: before.from, from, to }),
  ]);
  const daysFrom = (first: string) =>
    Array.from({ length }, (_, index) => {
      const day = addDays(first, index);
      return { day, ...none, ...perDay.get(day) };
    });
  const days = daysFrom(from);
  return {
    from,
    to,
    days,
    origins,
    conversions,
    cohorts,
    sums: { ...addUp(days), readers: readers.now, netCents: net.now },
    before: {
      ...before,
      sums: { ...addUp(daysFrom(before.from)), readers: readers.before, netCents: net.before },
    },
  };
}

function addUp(days: readonly (typeof none)[]): typeof none {
  const sums = { ...none };
  for (const day of days) {
    for (const name of Object.keys(none) as (keyof typeof none)[]) sums[name] += day[name];
  }
  return sums;
}

/** Hosts beyond so many are one row. */
const shownMax = 100;

const count = z.coerce.number().int();
const rowsSchema = z.object({
  rows: z.array(z.object({ origin: z.string(), novelViews: count, views: count, before: count })),
});

/**
 * From where the readers of a period came, most views first: views of the novel's page and of its
 * chapters, and both together in the days before `from`. Days in Paris, both included.
 */
async function readOrigins(
  db: Database,
  novelId: string,
  { before, from, to }: { before: string; from: string; to: string },
): Promise<z.infer<typeof rowsSchema>['rows']> {
  const result = await db.execute(sql`
    with summed as (
      select origin,
        coalesce(sum(novel_views) filter (where day >= ${from}::date), 0) as novel_views,
        coalesce(sum(chapter_views) filter (where day >= ${from}::date), 0) as views,
        coalesce(sum(novel_views + chapter_views) filter (where day < ${from}::date), 0) as before
      from view_origins
      where novel_id = ${novelId}::uuid and day between ${before}::date and ${to}::date
      group by origin
    ), ranked as (
      select *, row_number() over (order by novel_views + views desc, before desc, origin) as place
      from summed
    )
    select case when place <= ${shownMax}::int then origin else ':others' end as origin,
      sum(novel_views) as "novelViews", sum(views) as views, sum(before) as before
    from ranked group by 1 order by sum(novel_views + views) desc, sum(before) desc, 1`);
  return rowsSchema.parse(result).rows;
}

/**
 * What the unlocks of a novel were worth in two periods, in cents: the credits' price net of VAT and
 * of what refunds and disputes took since, before any share. By the rule of the statements.
 */
async function netValueOfUnlocks(
  db: Database,
  novelId: string,
  { before, from, end }: { before: Date; from: Date; end: Date },
): Promise<{ before: number; now: number }> {
  const own = await db
    .select({ id: chapters.id })
    .from(chapters)
    .where(eq(chapters.novelId, novelId));
  const ids = new Set(own.map(({ id }) => id));
  const unlockers = async (after: string | null, limit: number) => {
    const rows = await db
      .selectDistinct({ userId: unlocks.userId })
      .from(unlocks)
      .innerJoin(chapters, eq(chapters.id, unlocks.chapterId))
      .where(
        and(
          eq(chapters.novelId, novelId),
          gte(unlocks.createdAt, before),
          lt(unlocks.createdAt, end),
          after === null ? undefined : gt(unlocks.userId, after),
        ),
      )
      .orderBy(asc(unlocks.userId))
      .limit(limit);
    return rows.map(({ userId }) => userId);
  };
  const sums = { before: 0, now: 0 };
  for await (const earned of eachEarned(db, unlockers, null)) {
    for (const { chapterId, at, spentNetCents, carriedNetCents } of earned) {
      if (!ids.has(chapterId) || at < before || at >= end) continue;
      sums[at < from ? 'before' : 'now'] += spentNetCents + carriedNetCents;
    }
  }
  return sums;
}
