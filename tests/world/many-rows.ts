import { sql } from 'drizzle-orm';
import type { Database } from '#server/core/db/database.ts';

/** How many rows of a kind there are. */
export type ManyRows = { novels: number; readers: number; traces: number };

/** The n-th id of a table, in SQL. */
const idOf = (table: number, n: string) =>
  `('019a${table.toString().padStart(4, '0')}-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;

/** The same for parameters. */
const textOf = (table: number, n: number) =>
  `019a${table.toString().padStart(4, '0')}-0000-7000-8000-${n.toString().padStart(12, '0')}`;

/** The novel of a thousand chapters, and a reader who follows it and others. */
export const longNovelId = textOf(2, 0);
export const followerId = textOf(1, 1);
const longNovelChapters = 1_000;
/** A novel of three chapters, as most are. */
export const shortNovelId = textOf(2, 3_000);
export const shortNovelChapters = 3;
/** Owns the long novel and nine others. */
export const authorId = textOf(1, 2);

/**
 * Fills an empty database by SQL alone: a novel of a thousand chapters, of which twenty
 * readers read all; short novels with the other traces; likes, bookmarks, unlocks, comments, views.
 * Premium chapters become free on days spread over a year. Statistics are up to date at the end.
 * The database has one connection.
 */
export async function fillWithManyRows(db: Database, { novels, readers, traces }: ManyRows) {
  const longReaders = 20;
  const others = Math.max(0, traces - longReaders * longNovelChapters);
  const perReader = Math.ceil(others / readers);
  const trace = (columns: string, table: string, share: number, more = '') => `
    insert into ${table} (user_id, chapter_id, ${columns})
    select ${idOf(1, 'reader')}, ${idOf(3, 'chapter')}, now() - random() * interval '300 days'${more}
    from generate_series(1, ${longReaders}) as reader,
      generate_series(1, ${longNovelChapters}, ${share}) as chapter
    union all
    select ${idOf(1, 'reader')},
      ${idOf(3, `${longNovelChapters} + 1 + (reader * 7 + nth * 13) % (${novels} * 3)`)},
      now() - random() * interval '300 days'${more}
    from generate_series(1, ${readers}) as reader, generate_series(1, ${perReader}, ${share}) as nth
    on conflict do nothing`;
  const statements = [
    `insert into users (id, name) select ${idOf(1, 'n')}, 'Lecteur ' || n
      from generate_series(1, ${readers}) as n`,
    `insert into novels (id, slug, title, author_name, chapter_count, owner_id, created_at)
      select ${idOf(2, 'n')}, 'roman-' || n, 'Roman ' || n, 'Auteur ' || n / 3, 3,
        ${idOf(1, `case when n < 10 then 2 else 3 + n % (${readers} - 3) end`)},
        now() - n * interval '1 minute' from generate_series(0, ${novels}) as n`,
    `insert into chapters
        (id, novel_id, chapter_number, title, status, published_at, is_premium, free_from)
      select ${idOf(3, 'n')},
        case when n <= ${longNovelChapters} then ${idOf(2, '0')}
          else ${idOf(2, `1 + (n - ${longNovelChapters} - 1) / 3`)} end,
        case when n <= ${longNovelChapters} then n
          else 1 + (n - ${longNovelChapters} - 1) % 3 end,
        'Chapitre', 'published', now() - (1 + n % 300) * interval '1 day', n % 3 <> 1,
        case when n % 3 = 2 then now() + (n % 360 - 180) * interval '1 day' end
      from generate_series(1, ${longNovelChapters} + ${novels} * 3) as n`,
    // Without the checks of references, which would take most of the time. One connection only.
    'set session_replication_role = replica',
    trace('updated_at', 'reading_places', 1),
    `insert into reader_days (novel_id, day, user_id)
      select distinct novel_id, (reading_places.updated_at at time zone 'Europe/Paris')::date, user_id
      from reading_places join chapters on chapters.id = chapter_id`,
    trace('created_at', 'chapter_likes', 10),
    trace('created_at', 'bookmarks', 10),
    trace('created_at, cost_credits', 'unlocks', 10, ', 2'),
    `insert into comments (id, thread_id, user_id, chapter_id, level, text)
      select id, id, user_id, chapter_id, 1, 'Bien.' from (
        select ${idOf(4, 'row_number() over ()')} as id, user_id, chapter_id from chapter_likes
      ) as numbered`,
    `insert into inbox_entries (comment_id, novel_id, created_at, read_at, settled_at)
      select comments.id, chapters.novel_id, comments.created_at,
        case when random() < 0.9 then now() end, case when random() < 0.9 then now() end
      from comments join chapters on chapters.id = comments.chapter_id`,
    `insert into view_days (subject_id, day, views)
      select id, current_date - age, 3 from chapters, generate_series(0, 39) as age
      where age = 0 or novel_id = ${idOf(2, '0')}`,
    `insert into announcements (id, novel_id, title, text, creation_key, created_at)
      select ${idOf(5, 'n')}, ${idOf(2, `n / 2`)}, 'Annonce', 'Texte.', ${idOf(5, 'n')},
        now() - n % 300 * interval '1 day' from generate_series(0, ${novels}) as n`,
    `insert into favorites (user_id, novel_id, created_at)
      select ${idOf(1, 'reader')}, ${idOf(2, `reader * nth % ${novels}`)}, now() - interval '1 year'
      from generate_series(1, ${readers}) as reader, generate_series(0, 30) as nth
      on conflict do nothing`,
    `insert into followed_authors (user_id, author_slug, created_at)
      select ${idOf(1, 'reader')}, 'auteur-' || (reader * nth) % (${novels} / 3),
        now() - interval '1 year'
      from generate_series(1, ${readers}) as reader, generate_series(1, 20) as nth
      on conflict do nothing`,
    'set session_replication_role = origin',
    'analyze',
  ];
  for (const statement of statements) await db.execute(sql.raw(statement));
}
