import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/core/db/database.ts';
import { dayTraces } from './count-readers.ts';

const amount = z.coerce.number();
const rowsSchema = z.object({
  rows: z.array(
    z.object({
      _id: z.uuid(),
      chapterNumber: amount,
      title: z.string(),
      nextNumber: amount,
      readers: amount,
      opened: amount,
    }),
  ),
});

/** Novels alternate between free and premium chapters at most a few times. */
const passagesMax = 50;

/**
 * Where a published free chapter is followed by a premium one: how many readers left a trace in the
 * first, and how many of these unlocked the second. Also where the second was freed since: then of
 * those who were in the novel before.
 */
export async function readConversions(db: Database, novelId: string, now: Date) {
  const result = await db.execute(sql`
    with published as (
      select id, chapter_number, title,
        is_premium and (free_from is null or free_from > ${now.toISOString()}) as is_locked,
        is_premium and (free_from is null or free_from > published_at
          or exists (select from unlocks where unlocks.chapter_id = chapters.id)) as was_sold,
        free_from
      from chapters where novel_id = ${novelId} and status = 'published'
    ), followed as (
      select *, lead(id) over numbered as next_id, lead(chapter_number) over numbered as next_number,
        lead(is_locked) over numbered as next_locked, lead(was_sold) over numbered as next_sold,
        lead(free_from) over numbered as next_free_from
      from published window numbered as (order by chapter_number)
    ), passages as (
      select *, case when not next_locked
          then (next_free_from at time zone 'Europe/Paris')::date end as freed_on
      from followed where (not is_locked and next_locked) or (not was_sold and next_sold)
      order by chapter_number limit ${passagesMax}
    ), traces as (
      select user_id, chapter_id from reading_places join passages on passages.id = chapter_id
      union select user_id, chapter_id from chapter_likes join passages on passages.id = chapter_id
      union select user_id, chapter_id from bookmarks join passages on passages.id = chapter_id
      union select user_id, chapter_id from unlocks join passages on passages.id = chapter_id
      union select user_id, chapter_id from comments join passages on passages.id = chapter_id
        where user_id is not null
    ), firsts as (
      select user_id, min(day) as day from (${dayTraces(novelId)}) as days group by user_id
    ), readers as (
      select passages.id as chapter_id, user_id
      from passages join traces on traces.chapter_id = passages.id join firsts using (user_id)
      where freed_on is null or firsts.day <= freed_on
    )
    select passages.id as "_id", passages.chapter_number as "chapterNumber", passages.title,
      passages.next_number as "nextNumber", count(readers.user_id) as readers,
      count(unlocks.user_id) as opened
    from passages
      left join readers on readers.chapter_id = passages.id
      left join unlocks on unlocks.chapter_id = passages.next_id
        and unlocks.user_id = readers.user_id
    group by passages.id, passages.chapter_number, passages.title, passages.next_number
    order by passages.chapter_number`);
  return rowsSchema.parse(result).rows;
}
