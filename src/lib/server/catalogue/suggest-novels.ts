import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { SuggestedNovel } from '#shared/contracts/novels.ts';
import { searchWordsMax, suggestionsFrom, suggestionsMax } from '#shared/constants.ts';
import type { Database } from '#server/core/db/database.ts';
import { novels, novelViews } from '#server/core/db/schema/catalogue.ts';
import { novelWords } from '#server/core/db/schema/search.ts';
import { isPublic } from './novels.ts';

/** Novels that match, of which the best are suggested: of a frequent beginning, any. */
const candidatesMax = 200;

/**
 * Novels in whose names (title, author, original title, tags) each word begins one: those whose title
 * begins so first, then those that are read most. None for fewer than `suggestionsFrom` characters.
 */
export async function suggestNovels(db: Database, typed: string): Promise<SuggestedNovel[]> {
  const words = typed
    .normalize('NFC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
    .slice(0, searchWordsMax);
  if (words.join('').length < suggestionsFrom) return [];
  const matches = db
    .select({ id: novelWords.novelId, names: novelWords.names })
    .from(novelWords)
    .innerJoin(novels, eq(novels.id, novelWords.novelId))
    .where(and(isPublic, ...words.map(beginsOne)))
    .limit(candidatesMax)
    .as('matches');
  return db
    .select({
      slug: novels.slug,
      title: novels.title,
      authorName: novels.authorName,
      contentWarnings: novels.contentWarnings,
      ageMin: novels.ageMin,
    })
    .from(matches)
    .innerJoin(novels, eq(novels.id, matches.id))
    .innerJoin(novelViews, eq(novelViews.novelId, matches.id))
    .orderBy(
      desc(sql`starts_with(${matches.names}, ${plain(words.join(' '))})`),
      desc(novelViews.views),
      desc(novels.id),
    )
    .limit(suggestionsMax);
}

/** As in `novel_words.names`: no character of it means anything to LIKE. */
const plain = (word: string): SQL => sql`without_accents(only_words(${word}::text))`;

/** Both patterns are found by the index of trigrams. */
function beginsOne(word: string): SQL {
  return sql`(${novelWords.names} like ${plain(word)} || '%'
    or ${novelWords.names} like '% ' || ${plain(word)} || '%')`;
}
