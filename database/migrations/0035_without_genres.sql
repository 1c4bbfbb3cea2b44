-- Written by hand. What a novel has not is a lexeme too: of a genre without another, the index reads
-- the shorter list (decision 117).
CREATE OR REPLACE FUNCTION keep_facets(changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  all_genres text[] := ARRAY[
    'Action', 'Adventure', 'Comedy', 'Drama', 'Fan-Fiction', 'Fantasy', 'Game', 'Historical',
    'Horror', 'Martial Arts', 'Mecha', 'Military', 'Mystery', 'Psychological', 'Romance',
    'School Life', 'Sci-fi', 'Seinen', 'Shoujo', 'Shounen', 'Slice of Life', 'Sports',
    'Supernatural', 'Tragedy', 'Urban Life', 'Wuxia', 'Xianxia', 'Xuanhuan'];
BEGIN
  PERFORM FROM novel_words WHERE novel_id = ANY (changed) ORDER BY novel_id FOR UPDATE;
  UPDATE novel_words AS held SET facets = found.facets, sold_until = found.sold_until
  FROM (
    SELECT novels.id,
      CASE WHEN novels.is_draft THEN ''::tsvector ELSE array_to_tsvector(
        ARRAY['public', 'status:' || novels.status]
        || ARRAY(SELECT 'genre:' || left(genre, 200) FROM unnest(novels.genres) AS genre)
        || ARRAY(SELECT 'without:' || genre FROM unnest(all_genres) AS genre
          WHERE genre <> ALL (novels.genres))
        || ARRAY(SELECT 'tag:' || slug FROM unnest(slugs_of(novels.tags)) AS slug)
        || ARRAY(SELECT 'origin:' || left(novels.original_language, 200) WHERE novels.original_language <> '')
        || ARRAY(SELECT 'chapters:' || least FROM unnest(ARRAY[10, 50, 100]) AS least
          WHERE least <= novels.chapter_count)
        || CASE WHEN novels.chapter_count = 0 OR sold.for_good > 0 THEN '{}'::text[]
          WHEN sold.premium = 0 THEN '{free}'::text[] ELSE '{timed}'::text[] END)
      END AS facets,
      CASE WHEN sold.for_good = 0 THEN sold.until END AS sold_until
    FROM novels CROSS JOIN LATERAL (
      SELECT count(*) AS premium, count(*) FILTER (WHERE free_from IS NULL) AS for_good,
        max(free_from) AS until
      FROM chapters WHERE novel_id = novels.id AND status = 'published' AND is_premium) AS sold
    WHERE novels.id = ANY (changed)
  ) AS found
  WHERE held.novel_id = found.id
    AND (held.facets, held.sold_until) IS DISTINCT FROM (found.facets, found.sold_until);
END
$$;
--> statement-breakpoint
-- Novels are read, and not written, until the end; the search waits.
SELECT keep_facets(ARRAY(SELECT id FROM novels));
