import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { genreLabel, genreSlug, isGenre, type Genre } from '#shared/site/genres.ts';
import { parisDay } from '#shared/site/formats.ts';
import type { Database } from '#server/core/db/database.ts';
import { prepared } from '#server/core/db/prepared.ts';
import {
  chapters,
  featuredNovels,
  images,
  novels,
  novelViews,
} from '#server/core/db/schema/catalogue.ts';
import { plainText } from '#shared/text/words.ts';
import { setPlainText } from '#shared/text/typography.ts';
import type { App } from '../app.ts';
import { freeText } from './chapter-texts.ts';
import { listFreshChapters, type FreshChapter } from './fresh-chapters.ts';
import { coverColumns, isPublic, type NovelCover } from './novels.ts';

/** A novel as a row of covers shows it. */
export type ShelfNovel = {
  id: string;
  slug: string;
  title: string;
  authorName: string;
  chapterCount: number;
  genres: string[];
  ageMin: number | null;
  contentWarnings: string[];
  cover: NovelCover | null;
};

/** The novel across the page, with the first sentence of its first chapter. */
export type Featured = ShelfNovel & {
  description: string;
  language: string;
  first: { id: string; chapterNumber: number };
  /** '' where the first chapter is not free, or has no words. */
  opening: string;
};

export type GenreShelf = { genre: Genre; label: string; slug: string; novels: ShelfNovel[] };

/** What stands on the front page beside the newest novels; what has nothing to show is empty. */
export type FrontPage = {
  featured: Featured | null;
  fresh: FreshChapter[];
  shelves: GenreShelf[];
  readThisWeek: ShelfNovel[];
  readEver: ShelfNovel[];
};

const weekDays = 7;
const rankedMax = 5;
/** With fewer a list of the most read says nothing. */
const rankedMin = 3;
const shelvesMax = 3;
const shelfMin = 4;
const shelfMax = 8;
/** Among the newest novels, which are looked at. */
const shelfLookedAt = 200;
/** Of each day, among which the week's most read are. */
const readOfDayMax = 60;

/** Loads it in at most five bounded queries. */
export async function loadFrontPage({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<FrontPage> {
  const now = clock.now();
  const [newest, fresh, week, ever] = await Promise.all([
    selectNewest(db).execute(),
    listFreshChapters(db, now),
    selectReadThisWeek(db).execute({ today: parisDay(now) }),
    selectReadEver(db).execute(),
  ]);
  const readable = newest.find(({ chapterCount }) => chapterCount > 0);
  const featured = await findFeatured(db, now, week[0]?.id ?? readable?.id ?? null);
  return {
    featured,
    fresh,
    shelves: shelvesOf(newest),
    readThisWeek: ranked(week),
    readEver: ranked(ever),
  };
}

const shelfColumns = {
  id: novels.id,
  slug: novels.slug,
  title: novels.title,
  authorName: novels.authorName,
  chapterCount: novels.chapterCount,
  genres: novels.genres,
  ageMin: novels.ageMin,
  contentWarnings: novels.contentWarnings,
  cover: coverColumns,
};

const selectNewest = prepared((db) =>
  db
    .select(shelfColumns)
    .from(novels)
    .leftJoin(images, eq(images.hash, novels.coverHash))
    .where(isPublic)
    .orderBy(desc(novels.createdAt), desc(novels.id))
    .limit(shelfLookedAt)
    .prepare('list_front_page_novels'),
);

/** The most read of each day, added up: what is not among a day's most read counts for nothing that day. */
const selectReadThisWeek = prepared((db) =>
  db
    .select({ ...shelfColumns, views: sql<number>`week.views`.mapWith(Number) })
    .from(
      sql`(
        select novel_id, sum(views) as views
        from generate_series(
          ${sql.placeholder('today')}::date - ${weekDays - 1}::int, ${sql.placeholder('today')}::date,
          interval '1 day') as days(day)
        cross join lateral (
          select novel_id, views from novel_read_days where novel_read_days.day = days.day::date
          order by views desc, novel_id desc limit ${readOfDayMax}::int) as most
        group by novel_id order by sum(views) desc, novel_id desc limit ${2 * rankedMax}::int
      ) as week`,
    )
    .innerJoin(novels, and(eq(novels.id, sql`week.novel_id`), isPublic, gt(novels.chapterCount, 0)))
    .leftJoin(images, eq(images.hash, novels.coverHash))
    .orderBy(sql`week.views desc`, desc(novels.id))
    .limit(rankedMax)
    .prepare('list_read_this_week'),
);

const selectReadEver = prepared((db) =>
  db
    .select(shelfColumns)
    .from(novelViews)
    .innerJoin(novels, and(eq(novels.id, novelViews.novelId), isPublic, gt(novels.chapterCount, 0)))
    .leftJoin(images, eq(images.hash, novels.coverHash))
    .where(gt(novelViews.views, 0))
    .orderBy(desc(novelViews.views), desc(novelViews.novelId))
    .limit(rankedMax)
    .prepare('list_read_ever'),
);

/** The novel that the operator has chosen last, else the given one, with its first chapter. */
async function findFeatured(
  db: Database,
  now: Date,
  otherwise: string | null,
): Promise<Featured | null> {
  const [found] = await selectFeatured(db).execute({ otherwise, now: now.toISOString() });
  if (!found) return null;
  const { html, first, ...novel } = found;
  return { ...novel, first, opening: openingSentence(html ?? '', novel.language) };
}

/** Enough of a text to find its first sentence in. */
const openingCharacters = 4_000;

const selectFeatured = prepared((db) => {
  const first = db
    .select({
      id: chapters.id,
      chapterNumber: chapters.chapterNumber,
    })
    .from(chapters)
    .where(and(eq(chapters.novelId, novels.id), eq(chapters.status, 'published')))
    .orderBy(chapters.chapterNumber)
    .limit(1)
    .as('first');
  const chosen = db
    .select({ novelId: featuredNovels.novelId })
    .from(featuredNovels)
    .innerJoin(novels, and(eq(novels.id, featuredNovels.novelId), gt(novels.chapterCount, 0)))
    .orderBy(desc(featuredNovels.chosenAt))
    .limit(1);
  return db
    .select({
      ...shelfColumns,
      description: novels.description,
      language: novels.language,
      first: {
        id: first.id,
        chapterNumber: first.chapterNumber,
      },
      html: sql<
        string | null
      >`left(${freeText(first.id, sql.placeholder('now'))}, ${openingCharacters}::int)`,
    })
    .from(novels)
    .innerJoinLateral(first, sql`true`)
    .leftJoin(images, eq(images.hash, novels.coverHash))
    .where(
      and(
        isPublic,
        eq(novels.id, sql`coalesce((${chosen}), ${sql.placeholder('otherwise')}::uuid)`),
      ),
    )
    .limit(1)
    .prepare('find_featured_novel');
});

/** The genres that most of the newest readable novels have, each with some of them. */
function shelvesOf(newest: readonly ShelfNovel[]): GenreShelf[] {
  const byGenre = new Map<Genre, ShelfNovel[]>();
  for (const novel of newest) {
    if (novel.chapterCount === 0) continue;
    for (const genre of novel.genres.filter(isGenre)) {
      byGenre.set(genre, [...(byGenre.get(genre) ?? []), novel]);
    }
  }
  return [...byGenre]
    .filter(([, found]) => found.length >= shelfMin)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, shelvesMax)
    .map(([genre, found]) => ({
      genre,
      label: genreLabel(genre),
      slug: genreSlug(genre),
      novels: found.slice(0, shelfMax),
    }));
}

const ranked = (found: ShelfNovel[]) => (found.length < rankedMin ? [] : found);

const longestCharacters = 240;
const paragraph = /<p\b[^<>]*>([\s\S]*?)<\/p>/g;
const noteMark = /<sup>(?:(?!<\/sup>)[\s\S])*<\/sup>/g;
/**
 * Up to a mark after which a new sentence begins: not after an initial (“M. Tissot”), nor before what
 * says who speaks (“? cria-t-il”).
 */
const sentence =
  /^.{12,}?(?<!(?:^|\P{L})\p{Lu})[.!?…]+(?:\s?[»”"’)\]])*(?=$|\s+[\p{Lu}\p{N}«“"—–])/u;

/**
 * The first sentence of a chapter as plain text, set for its page: of a long one the beginning, up to a
 * word. '' for a text without words. Only for a text that everybody may read.
 */
export function openingSentence(html: string, language: string): string {
  const paragraphs = Array.from(html.matchAll(paragraph), ([, inner = '']) => inner);
  const text = (paragraphs.length > 0 ? paragraphs : [html])
    .map((inner) => plainText(inner.replace(noteMark, '')).replaceAll(/\s+/g, ' ').trim())
    .find((inner) => inner !== '');
  if (text === undefined) return '';
  const first = sentence.exec(text)?.[0] ?? text;
  return setPlainText(shortened(first), language);
}

function shortened(text: string): string {
  if (text.length <= longestCharacters) return text;
  const beginning = text.slice(0, longestCharacters - 1).toWellFormed();
  return `${beginning.replace(/[\s,;:]*\S*$/u, '')}…`;
}
