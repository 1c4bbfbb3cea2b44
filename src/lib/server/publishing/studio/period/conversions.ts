import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#server/db/database.ts';

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
 * first, and how many of these unlocked the second.
 */
export async function readConversions(db: Database, novelId: string, now: Date) {
  const result = await db.execute(sql`
    with published as (
      select id, chapter_number, title,
        is_premium and (free_from is null or free_from > ${now.toISOString()}) as is_locked
      from chapters where novel_id = ${novelId} and status = 'published'
    ), followed as (
      select *, lead(id) over numbered as next_id, lead(chapter_number) over numbered as next_number,
        lead(is_locked) over numbered as next_locked
      from published window numbered as (order by chapter_number)
    ), passages as (
      select * from followed where not is_locked and next_locked
      order by chapter_number limit ${passagesMax}
    ), traces as (
      select user_id, chapter_id from reading_places join passages on passages.id = chapter_id
      union select user_id, chapter_id from chapter_likes join passages on passages.id = chapter_id
      union select user_id, chapter_id from bookmarks join passages on passages.id = chapter_id
      union select user_id, chapter_id from unlocks join passages on passages.id = chapter_id
      union select user_id, chapter_id from comments join passages on passages.id = chapter_id
        where user_id is not null
    )
    select passages.id as "_id", passages.chapter_number as "chapterNumber", passages.title,
      passages.next_number as "nextNumber", count(traces.user_id) as readers,
      count(unlocks.user_id) as opened
    from passages
      left join traces on traces.chapter_id = passages.id
      left join unlocks on unlocks.chapter_id = passages.next_id
        and unlocks.user_id = traces.user_id
    group by passages.id, passages.chapter_number, passages.title, passages.next_number
    order by passages.chapter_number`);
  return rowsSchema.parse(result).rows;
}
