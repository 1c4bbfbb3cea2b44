ALTER TABLE "novels" ADD COLUMN "content_warnings" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "novels" ADD COLUMN "age_min" integer;--> statement-breakpoint
ALTER TABLE "novels" ADD CONSTRAINT "novels_age_known" CHECK ("novels"."age_min" in (0, 12, 16, 18));--> statement-breakpoint
-- by hand
-- As in the baseline, with what a novel contains, and the ages that it is for at most: one that says
-- no age has none of these. No row says anything yet, so none is written again.
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
        || ARRAY(SELECT 'warning:' || left(warning, 200) FROM unnest(novels.content_warnings) AS warning)
        || ARRAY(SELECT 'age:' || most FROM unnest(ARRAY[0, 12, 16]) AS most
          WHERE most >= novels.age_min)
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
CREATE OR REPLACE TRIGGER novels_know_facets
  AFTER INSERT OR UPDATE OF genres, tags, status, original_language, chapter_count, is_draft,
    content_warnings, age_min ON "novels"
  FOR EACH ROW EXECUTE FUNCTION novels_keep_facets();
