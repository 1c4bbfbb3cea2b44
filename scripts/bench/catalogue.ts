/** Fills a database with a catalogue of any size, in SQL. */
import type pg from 'pg';
import { connect } from './postgres.ts';
import type { Cursor } from '#server/core/http/cursor.ts';

/** Addresses spread over what was put in. */
export type Catalogue = {
  novels: number;
  slugs: string[];
  chapterIds: string[];
  /** All free chapters with a text, and premium ones with a text. */
  freeIds: string[];
  premiumIds: string[];
  /** Premium chapters that no reader has unlocked; without a text. */
  lockedIds: string[];
  /** Places in the last tenth of the list of novels. */
  deepCursors: Cursor[];
  longNovel: { slug: string; lastPage: number };
};

const chaptersPerNovel = 20;
/** The first novel is long, in every catalogue, so that its last page is the same work. */
const longNovelChapters = 2_000;

const novelsPerBatch = 1_000;
const chapterPageSize = 10;
/** Every tenth novel keeps its last chapter as a draft. */
const draftEvery = 10;

/** A UUIDv7 of an instant, the same for the same `seed`. */
const uuidOf = (instant: string, seed: string) =>
  `(lpad(to_hex((extract(epoch from ${instant}) * 1000)::bigint), 12, '0') || '7' ||
    substr(md5(${seed}), 1, 3) || '8' || substr(md5(${seed}), 4, 15))::uuid`;

const insertImages = `insert into images (hash, width, height, colour)
  select md5('cover' || n), 800, 1200, '#334455' from generate_series(1, 50) n`;

/** Each stands in the title of one novel in forty, and is found in the descriptions of as many others. */
export const benchWords =
  'abbaye aigle amiral automne baleine balcon brume cathédrale cerisier citadelle comète corsaire ' +
  'dragon ermite falaise forêt forteresse galerie hirondelle horloge jardin labyrinthe lanterne ' +
  'marionnette miroir montagne neige nuage océan orage palais papillon pèlerin renard royaume ' +
  'sorcière tempête théâtre vallée voyageuse';

const wordAt = (place: string) => `(string_to_array('${benchWords}', ' '))[1 + (${place}) % 40]`;

/**
 * $1 to $2: numbers of the novels; $3: how many there are. Five years, the newest last. All are of one
 * genre, one in 500 of a rare one.
 */
const insertNovels = `insert into novels (id, slug, title, author_name, cover_hash, description,
    genres, tags, chapter_count, favorites, rating_sum, rating_count, created_at, updated_at)
  select ${uuidOf('made.at', "'novel' || n")}, 'roman-' || n, 'Roman numéro ' || n || ', ' || ${wordAt('n')},
    'Autrice ' || n % 5000, md5('cover' || 1 + n % 50),
    repeat('Une histoire qui se lit chapitre après chapitre. ', 1 + n % 12) || ${wordAt('n / 7')},
    array['Fantasy', case when n % 500 = 0 then 'Mecha' else 'Mystery' end], array['mesure', 'banc'],
    case when n = 1 then ${longNovelChapters}
      else ${chaptersPerNovel} - (n % ${draftEvery} = 0)::int end,
    n % 97, 4 * (n % 53), n % 53, made.at, made.at
  from generate_series($1::int, $2::int) n,
    lateral (select date_trunc('milliseconds', timestamptz '2021-01-01T00:00:00Z'
      + n * (interval '1800 days' / $3::int)) as at) made`;

const setViews = `update novel_views set views = n % 9973
  from generate_series($1::int, $2::int) n join novels on novels.slug = 'roman-' || n
  where novel_views.novel_id = novels.id`;

const insertChapters = `insert into chapters (id, novel_id, chapter_number, title, status,
    published_at, is_premium, word_count, views, likes, created_at, updated_at)
  select ${uuidOf('made.at', "novels.slug || ' ' || c")}, novels.id, c,
    'Où l’on tourne la page ' || c,
    case when c > novels.chapter_count then 'draft' else 'published' end,
    case when c > novels.chapter_count then null else made.at end,
    c > 6, 1500 + c % 700, c % 89, c % 31, made.at, made.at
  from generate_series($1::int, $2::int) n
    join novels on novels.slug = 'roman-' || n,
    lateral generate_series(1, case when n = 1 then ${longNovelChapters}
      else ${chaptersPerNovel} end) c,
    lateral (select novels.created_at + c * interval '31 minutes' as at) made`;

const insertTexts = `insert into chapter_texts (chapter_id, html)
  select chapters.id, repeat('<p>Le train entra en gare sans un bruit, et personne ne descendit ; '
    || 'sur le quai, une lampe restait allumée pour celle qui viendrait (' || chapters.id || ').</p>', 70)
  from chapters join novels on novels.id = chapters.novel_id
  where novels.slug = any($1) and chapters.chapter_number <= 7`;

/** $1: how many novels there are. The newest fiftieth of them came out in the last seven days. */
const publishThisWeek = `update chapters set published_at = now() - interval '7 days'
    * (('x' || substr(md5(chapters.id::text), 1, 7))::bit(28)::int / 268435456.0)
  from generate_series($1::int - $1::int / 50, $1::int) n join novels on novels.slug = 'roman-' || n
  where chapters.novel_id = novels.id and chapters.status = 'published'`;

/** All novels are read on each of the last eight days. */
const insertReadDays = `insert into novel_read_days (novel_id, day, views)
  select novels.id, current_date - d, 1 + (novel_views.views * (d + 3)) % 997
  from novels join novel_views on novel_views.novel_id = novels.id, generate_series(0, 7) d`;

/** @param samples how many novels, chapters and cursors to pick, evenly spread. */
export async function fillCatalogue(
  url: string,
  novels: number,
  samples: number,
): Promise<Catalogue> {
  const client = await connect(url);
  try {
    await client.query(insertImages);
    for (let from = 1; from <= novels; from += novelsPerBatch) {
      const to = Math.min(novels, from + novelsPerBatch - 1);
      await client.query('begin');
      await client.query(insertNovels, [from, to, novels]);
      if (from === 1) await client.query('analyze novels');
      await client.query(setViews, [from, to]);
      await client.query(insertChapters, [from, to]);
      await client.query('commit');
    }
    const slugs = spread(samples, 2, novels).map((n) => `roman-${n}`);
    await client.query(insertTexts, [slugs]);
    await client.query(publishThisWeek, [novels]);
    await client.query(insertReadDays);
    // What autovacuum does in an hour: statistics, and the map of pages that all may see.
    await client.query(
      `vacuum (analyze) novels, novel_views, novel_read_days, novel_words, chapters, chapter_texts, images`,
    );
    return {
      novels,
      slugs,
      chapterIds: await listChapterIds(client, slugs, 'chapter_number = 2'),
      freeIds: await listChapterIds(client, slugs, 'chapter_number <= 6'),
      premiumIds: await listChapterIds(client, slugs, 'chapter_number = 7'),
      lockedIds: await listChapterIds(client, slugs, 'chapter_number = 8'),
      deepCursors: await listDeepCursors(client, novels, samples),
      longNovel: { slug: 'roman-1', lastPage: longNovelChapters / chapterPageSize },
    };
  } finally {
    await client.end();
  }
}

/** Whole numbers from `first` to `last`, about evenly apart. */
function spread(count: number, first: number, last: number): number[] {
  const step = (last - first) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, index) => Math.round(first + index * step));
}

async function listChapterIds(
  client: pg.Client,
  slugs: string[],
  condition: string,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select chapters.id from chapters join novels on novels.id = chapters.novel_id
      where novels.slug = any($1) and ${condition}`,
    [slugs],
  );
  return rows.map(({ id }) => id);
}

async function listDeepCursors(
  client: pg.Client,
  novels: number,
  samples: number,
): Promise<Cursor[]> {
  const { rows } = await client.query<Cursor>(
    `select id, created_at as "createdAt" from novels where slug = any($1)`,
    [spread(samples, 50, Math.floor(novels / 10)).map((n) => `roman-${n}`)],
  );
  return rows;
}
