/** What the catalogue is searched by. Decision 37. */
import { customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { novels } from './catalogue.ts';
import { instant } from './columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The words of a novel, apart from it: a view or a rating that is counted must not write them
 * again. Kept by the database itself, in the transaction that changes the novel
 * (`novels_keep_words` and `keep_facets` in the baseline, where the index on `names` is too, which needs
 * an extension first); nothing else writes here.
 */
export const novelWords = pgTable(
  'novel_words',
  {
    novelId: uuid('novel_id')
      .primaryKey()
      .references(() => novels.id, { onDelete: 'cascade' }),
    /** Title, author and tags without accents, for what is spelt nearly so. */
    names: text('names').notNull(),
    /** Their stems, by weight: title, author, tags. */
    nameStems: tsvector('name_stems').notNull(),
    /** The same and the description's. */
    stems: tsvector('stems').notNull(),
    /**
     * What criteria of the catalogue ask for (decision 117), as lexemes: `public`, `genre:…`, `tag:…`
     * (its address), `status:…`, `origin:…`, `chapters:10`, `warning:…`, `age:12` for at most 12; `free` without a premium chapter, `timed` where all
     * of them become free. None for a draft.
     */
    facets: tsvector('facets').notNull().default(''),
    /** When the last premium chapter of a `timed` novel becomes free; null for others. */
    soldUntil: instant('sold_until'),
  },
  (t) => [
    index('novel_words_facets').using('gin', t.facets),
    index('novel_words_name_stems').using('gin', t.nameStems),
    index('novel_words_stems').using('gin', t.stems),
  ],
);

/**
 * The words of names, each once: a misspelt word is compared with words, not with novels. The database
 * adds them with the novel; a job removes those that no name has any more. Their index of trigrams is in
 * migration 0002.
 */
export const nameWords = pgTable('name_words', { word: text('word').primaryKey() });
