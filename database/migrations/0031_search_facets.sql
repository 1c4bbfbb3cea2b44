-- Made by drizzle-kit and put in order by hand. Criteria of the catalogue are lexemes beside a novel's
-- words (decision 117): an index tells all of them.
ALTER TABLE "novel_words" ADD COLUMN "facets" "tsvector" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "novel_words" ADD COLUMN "sold_until" timestamp (3) with time zone;--> statement-breakpoint
-- Writes what these novels are found by. Of two transactions that change chapters of one novel, the
-- second waits for the row, and then reads what the first has written.
CREATE FUNCTION keep_facets(changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM novel_words WHERE novel_id = ANY (changed) ORDER BY novel_id FOR UPDATE;
  UPDATE novel_words AS held SET facets = found.facets, sold_until = found.sold_until
  FROM (
    SELECT novels.id,
      CASE WHEN novels.is_draft THEN ''::tsvector ELSE array_to_tsvector(
        ARRAY['public', 'status:' || novels.status]
        || ARRAY(SELECT 'genre:' || left(genre, 200) FROM unnest(novels.genres) AS genre)
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
-- What novels must have, and must not have. Tags as somebody typed them; `free` may come with time.
CREATE FUNCTION facet_query(wanted text[], unwanted text[]) RETURNS tsquery
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN (
    SELECT string_agg(
      CASE WHEN facet = 'free' THEN '(''free'' | ''timed'')' ELSE sign || ''''
        || replace(replace(
          CASE WHEN facet LIKE 'tag:%' THEN 'tag:' || slug_of(substr(facet, 5)) ELSE facet END,
          '\', '\\'), '''', '''''')
        || '''' END, ' & ')
    FROM (
      SELECT '' AS sign, unnest(wanted) AS facet UNION ALL SELECT '!', unnest(unwanted)) AS facets
  )::tsquery;
END
$$;
--> statement-breakpoint
CREATE FUNCTION novels_keep_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_facets(ARRAY[NEW.id]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- By its name after `novels_keep_words`, which makes the row.
CREATE TRIGGER novels_know_facets
  AFTER INSERT OR UPDATE OF genres, tags, status, original_language, chapter_count, is_draft ON "novels"
  FOR EACH ROW EXECUTE FUNCTION novels_keep_facets();
--> statement-breakpoint
-- Once for each statement: one may publish thousands of chapters. Views and likes change nothing here.
CREATE FUNCTION chapters_keep_facets() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    changed := ARRAY(SELECT DISTINCT novel_id FROM new_rows WHERE is_premium AND status = 'published');
  ELSIF TG_OP = 'DELETE' THEN
    changed := ARRAY(SELECT DISTINCT novel_id FROM old_rows WHERE is_premium AND status = 'published');
  ELSE
    changed := ARRAY(
      SELECT DISTINCT new_rows.novel_id FROM new_rows JOIN old_rows USING (id)
      WHERE (new_rows.is_premium OR old_rows.is_premium)
        AND (new_rows.is_premium, new_rows.status, new_rows.free_from)
          IS DISTINCT FROM (old_rows.is_premium, old_rows.status, old_rows.free_from));
  END IF;
  IF cardinality(changed) > 0 THEN PERFORM keep_facets(changed); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER chapters_keep_facets_new AFTER INSERT ON "chapters"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION chapters_keep_facets();
--> statement-breakpoint
CREATE TRIGGER chapters_keep_facets AFTER UPDATE ON "chapters"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION chapters_keep_facets();
--> statement-breakpoint
CREATE TRIGGER chapters_keep_facets_gone AFTER DELETE ON "chapters"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION chapters_keep_facets();
--> statement-breakpoint
-- As before, but by an index for three words, not one; with at most a hundred candidates, not five
-- hundred, of which each word is compared once.
CREATE OR REPLACE FUNCTION novels_spelt_like(given text, at_most integer)
  RETURNS TABLE (novel_id uuid, likeness real)
  LANGUAGE plpgsql STABLE STRICT SET pg_trgm.word_similarity_threshold = 0.5 AS $$
DECLARE
  words text[] := ARRAY(
    SELECT word FROM regexp_split_to_table(without_accents(only_words(given)), ' ') AS word
    WHERE char_length(word) >= 4 ORDER BY char_length(word) DESC, word LIMIT 6);
BEGIN
  IF cardinality(words) = 0 THEN RETURN; END IF;
  RETURN QUERY
    SELECT near.novel_id, near.mean FROM (
      SELECT held.novel_id, alike.mean FROM novel_words AS held CROSS JOIN LATERAL (
        SELECT min(likeness_of) AS least, avg(likeness_of)::real AS mean
        FROM unnest(words) AS word, word_similarity(word, held.names) AS likeness_of) AS alike
      WHERE words[1] <% held.names AND coalesce(words[2], words[1]) <% held.names
        AND coalesce(words[3], words[1]) <% held.names AND alike.least >= 0.5
      LIMIT 100
    ) AS near
    ORDER BY near.mean DESC, near.novel_id DESC LIMIT at_most;
END
$$;
--> statement-breakpoint
-- Novels and chapters are read, and not written, until the end; the search waits.
SELECT keep_facets(ARRAY(SELECT id FROM novels));
--> statement-breakpoint
CREATE INDEX "novel_words_facets" ON "novel_words" USING gin ("facets");--> statement-breakpoint
-- What waits to be put in order is read by every search; a novel is saved rarely.
ALTER INDEX "novel_words_facets" SET (fastupdate = off);--> statement-breakpoint
ALTER INDEX "novel_words_name_stems" SET (fastupdate = off);--> statement-breakpoint
ALTER INDEX "novel_words_stems" SET (fastupdate = off);--> statement-breakpoint
ALTER INDEX "novel_words_names" SET (fastupdate = off);--> statement-breakpoint
SELECT gin_clean_pending_list(name) FROM unnest(ARRAY['novel_words_name_stems', 'novel_words_stems', 'novel_words_names']::regclass[]) AS name;--> statement-breakpoint
DROP INDEX "novels_status";
