import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { periodDaysMax } from '#shared/constants.ts';
import { parisDay } from '#shared/site/formats.ts';
import type { Clock } from '#server/core/clock.ts';
import type { Database } from '#server/core/db/database.ts';

/** Collects views in memory and writes them in batches (design section 6). */
export type ViewCounter = {
  /**
   * Records a view of a novel or a chapter. Counts once per visitor, subject and day, and for at
   * most `viewsPerNetworkMax` visitors per network: many readers share one, as does a script.
   * `origin`: where the visitor came from (`parseOrigin`).
   */
  count: (subjectId: string, viewer: Viewer, origin?: string) => void;
  /** The number of buffered views. */
  pending: () => number;
  /** Writes the buffer; after a failure it is retried. */
  flush: () => Promise<void>;
  /** Writes the buffer and stops the timer. */
  close: () => Promise<void>;
};

/** The visitor, and their network (`CallInput`). */
type Viewer = { visitorId: string; networkId: string };

type Mark = { subject_id: string; visitor: string; network: string; day: string; origin: string };

/** Phones of one operator share an address: a limit far above a household's reading. */
export const viewsPerNetworkMax = 50;

const flushEveryMs = 5_000;
const pendingMax = 50_000;
const retentionDays = 2;
/** Hosts that a novel counts on a day; views from further ones are counted together. */
export const originHostsMax = 50;
/** Two of the longest periods that are compared. */
const originRetentionDays = 2 * periodDaysMax;
/** Of what was read per day: more than the front page asks for. */
const readRetentionDays = 30;

/** The timer runs until `close` is called and does not keep the process alive. */
export function createViewCounter(world: { db: Database; clock: Clock; log: Logger }): ViewCounter {
  let pending = new Map<string, Mark>();
  let running: Promise<void> = Promise.resolve();
  let sweptDay = '';

  async function write(): Promise<void> {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    try {
      await writeMarks(world.db, [...batch.values()]);
      const today = parisDay(world.clock.now());
      if (sweptDay !== today) {
        await sweepMarks(world.db, today);
        sweptDay = today;
      }
    } catch (error) {
      world.log.error({ err: error, views: batch.size }, 'views could not be written');
      for (const [key, mark] of batch) if (pending.size < pendingMax) pending.set(key, mark);
    }
  }

  const flush = () => (running = running.then(write));
  const timer = setInterval(() => void flush(), flushEveryMs).unref();
  return {
    count: (subjectId, { visitorId, networkId }, origin = ':direct') => {
      if (pending.size >= pendingMax) return;
      const day = parisDay(world.clock.now());
      const mark = { subject_id: subjectId, visitor: visitorId, network: networkId, day, origin };
      const key = `${day} ${subjectId} ${visitorId}`;
      if (!pending.has(key)) pending.set(key, mark);
    },
    pending: () => pending.size,
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

/**
 * One statement: a duplicate view, or one beyond its network's limit, increments no
 * counter. Two concurrent instances may each fill what is left of a network's limit.
 */
async function writeMarks(db: Database, marks: Mark[]): Promise<void> {
  await db.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb)
        as mark(subject_id uuid, visitor uuid, network uuid, day date, origin text)
    ), fresh as (
      select *, row_number() over (partition by day, subject_id, network) as place from given
      where not exists (
        select from view_marks as held where held.day = given.day
          and held.subject_id = given.subject_id and held.visitor = given.visitor)
    ), marked as (
      insert into view_marks (subject_id, visitor, network, day)
      select subject_id, visitor, network, day from fresh
      where place + (
        select count(*) from view_marks as held where held.day = fresh.day
          and held.subject_id = fresh.subject_id and held.network = fresh.network
      ) <= ${viewsPerNetworkMax}::int
      on conflict do nothing
      returning subject_id, visitor, day
    ), per_day as (
      select subject_id, day, count(*)::int as views from marked group by subject_id, day
    ), per_subject as (
      select subject_id, sum(views)::int as views from per_day group by subject_id
    ), days as (
      insert into view_days (subject_id, day, views) select subject_id, day, views from per_day
      on conflict (subject_id, day) do update set views = view_days.views + excluded.views
    ), read_days as (
      insert into novel_read_days (novel_id, day, views)
      select chapters.novel_id, per_day.day, sum(per_day.views)::int
      from per_day inner join chapters on chapters.id = per_day.subject_id
      group by chapters.novel_id, per_day.day
      on conflict (novel_id, day) do update set views = novel_read_days.views + excluded.views
    ), came_from as (
      select coalesce(chapters.novel_id, novels.id) as novel_id, day, origin,
        count(novels.id)::int as novel_views, count(chapters.id)::int as chapter_views
      from marked inner join given using (subject_id, visitor, day)
        left join chapters on chapters.id = subject_id left join novels on novels.id = subject_id
      where coalesce(chapters.novel_id, novels.id) is not null group by 1, 2, 3
    ), named as (
      select came_from.*, held.novel_id is not null or origin like ':%' as is_named,
        row_number() over (partition by novel_id, day, held.novel_id is null and origin not like ':%'
          order by came_from.novel_views + came_from.chapter_views desc, origin)
        + (select count(*) from view_origins as hosts where hosts.novel_id = came_from.novel_id
          and hosts.day = came_from.day and hosts.origin not like ':%') as place
      from came_from left join view_origins as held using (novel_id, day, origin)
    ), origins as (
      insert into view_origins (novel_id, day, origin, novel_views, chapter_views)
      select novel_id, day,
        case when is_named or place <= ${originHostsMax}::int then origin else ':others' end as origin,
        sum(novel_views)::int, sum(chapter_views)::int
      from named group by 1, 2, 3 order by 1, 2, 3
      on conflict (novel_id, day, origin) do update set
        novel_views = view_origins.novel_views + excluded.novel_views,
        chapter_views = view_origins.chapter_views + excluded.chapter_views
    ), seen_novels as (
      update novel_views set views = novel_views.views + per_subject.views
      from per_subject where novel_views.novel_id = per_subject.subject_id
    )
    update chapters set views = chapters.views + per_subject.views
    from per_subject where chapters.id = per_subject.subject_id`);
}

async function sweepMarks(db: Database, today: string): Promise<void> {
  await db.execute(sql`delete from view_marks where day < ${today}::date - ${retentionDays}::int`);
  await db.execute(
    sql`delete from novel_read_days where day < ${today}::date - ${readRetentionDays}::int`,
  );
  await db.execute(
    sql`delete from view_origins where day < ${today}::date - ${originRetentionDays}::int`,
  );
}
