import { sql } from 'drizzle-orm';
import type { App } from '#server/app.ts';

/** The only novel of the site `vast`: too long for a list that is loaded whole. */
export const endlessNovel = {
  title: 'Le feuilleton sans fin',
  slug: 'le-feuilleton-sans-fin',
  chapterCount: 2_000,
  premiumFrom: 101,
  parts: ['Première époque', 'Seconde époque'],
  secondPartFrom: 1_021,
} as const;

/** Adds it in SQL: through `saveNovel` it would take seconds. */
export async function addEndlessNovel({ db, clock }: App): Promise<void> {
  const { title, slug, chapterCount, premiumFrom, parts, secondPartFrom } = endlessNovel;
  const now = clock.now().toISOString();
  await db.execute(sql`insert into novels (id, slug, title, author_name, chapter_count)
    values (gen_random_uuid(), ${slug}, ${title}, 'Prosper Escalier', ${chapterCount})`);
  await db.execute(sql`insert into chapters
      (id, novel_id, chapter_number, title, part, status, published_at, is_premium)
    select gen_random_uuid(), novels.id, n, 'Page ' || n
        || case when n % 7 = 0 then ', où il est question, longuement, de tout autre chose' else '' end,
      case when n < ${secondPartFrom} then ${parts[0]} else ${parts[1]} end,
      'published', ${now}::timestamptz, n >= ${premiumFrom}
    from novels, generate_series(1, ${chapterCount}) n where slug = ${slug}`);
  await db.execute(sql`insert into chapter_texts (chapter_id, html)
    select id, '<p>On tourne la page, et il en reste.</p>' from chapters`);
}
