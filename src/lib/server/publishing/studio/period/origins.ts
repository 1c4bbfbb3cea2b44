import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/core/db/database.ts';

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
export async function readOrigins(
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
