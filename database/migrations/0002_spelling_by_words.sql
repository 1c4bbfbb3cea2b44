CREATE TABLE "name_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- From here on written by hand: drizzle-kit knows neither functions, triggers nor classes of operators.
-- Adds the words that names have and removes those that none has any more. A novel that is saved
-- meanwhile may miss a word until the next time.
CREATE FUNCTION sync_name_words() RETURNS void LANGUAGE sql AS $$
  WITH used AS MATERIALIZED (
    SELECT DISTINCT word FROM novel_words, string_to_table(names, ' ') AS word WHERE word <> ''
  ), removed AS (
    DELETE FROM name_words WHERE NOT EXISTS (SELECT FROM used WHERE used.word = name_words.word)
  )
  INSERT INTO name_words SELECT word FROM used ORDER BY word ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
SELECT sync_name_words();
--> statement-breakpoint
CREATE INDEX "name_words_trigrams" ON "name_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint
-- In one order, so that two novels saved at once do not wait for each other's words. Nothing is removed
-- here: another transaction may be adding a novel with the same word.
CREATE FUNCTION add_name_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO name_words
    SELECT DISTINCT word FROM string_to_table(NEW.names, ' ') AS word WHERE word <> '' ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER novel_words_add_names_new AFTER INSERT ON "novel_words"
  FOR EACH ROW EXECUTE FUNCTION add_name_words();
--> statement-breakpoint
CREATE TRIGGER novel_words_add_names AFTER UPDATE OF names ON "novel_words"
  FOR EACH ROW WHEN (OLD.names <> NEW.names) EXECUTE FUNCTION add_name_words();
--> statement-breakpoint
-- Words of names that are spelt like one, and pairs of words that are like it without the space between
-- them (“foretnoire”): one of the two as it is, the other nearly so. By the index in a small catalogue
-- too: the planner takes a comparison of trigrams to be as cheap as any other.
CREATE FUNCTION words_spelt_like(given text) RETURNS TABLE (words text, likeness real)
  LANGUAGE plpgsql STABLE STRICT
  SET pg_trgm.word_similarity_threshold = 0.5 SET enable_seqscan = off AS $$
DECLARE
  known text;
  rest text;
BEGIN
  RETURN QUERY
    SELECT word, word_similarity(given, word) AS how FROM name_words WHERE given <% word
    ORDER BY how DESC, word LIMIT 20;
  FOR known, rest IN
    SELECT word, other FROM generate_series(3, char_length(given) - 2) AS length
      CROSS JOIN LATERAL (VALUES
        (left(given, length), substr(given, length + 1)),
        (right(given, length), left(given, -length))) AS cut (part, other)
      JOIN name_words ON word = part
    ORDER BY length DESC LIMIT 3
  LOOP
    RETURN QUERY
      SELECT pair, word_similarity(given, pair) AS how FROM (
        SELECT word FROM name_words WHERE word = rest UNION
        SELECT word FROM name_words WHERE char_length(rest) >= 4 AND rest <% word) AS near,
        concat(known, ' ', word) AS pair
      WHERE given <% pair ORDER BY how DESC, pair LIMIT 20;
  END LOOP;
END
$$;
--> statement-breakpoint
-- Novels whose names hold something like each of the longer words, the likest first; at most a hundred
-- are compared. Words are compared with words, whose number does not grow with that of novels; novels
-- are then found by the stems of these. Nothing is looked for where more than a hundred novels have each
-- of the words: they are spelt right.
CREATE OR REPLACE FUNCTION novels_spelt_like(given text, at_most integer)
  RETURNS TABLE (novel_id uuid, likeness real) LANGUAGE plpgsql STABLE STRICT AS $$
#variable_conflict use_column
DECLARE
  long_words text[] := ARRAY(
    SELECT word FROM string_to_table(without_accents(only_words(given)), ' ') AS word
    WHERE char_length(word) >= 4 AND numnode(french_query(word)) > 0
    ORDER BY char_length(word) DESC, word LIMIT 6);
  long_word text;
  has_rare boolean := false;
  alike integer;
  stems text;
  score text;
  all_stems tsquery := '';
  scores text[] := '{}';
BEGIN
  FOREACH long_word IN ARRAY long_words LOOP
    PERFORM FROM novel_words WHERE name_stems @@ french_query(long_word) OFFSET 100 LIMIT 1;
    has_rare := NOT FOUND;
    EXIT WHEN has_rare;
  END LOOP;
  IF NOT has_rare THEN RETURN; END IF;
  FOREACH long_word IN ARRAY long_words LOOP
    SELECT count(*), string_agg(format('(%s)', query), ' | ') FILTER (WHERE numnode(query) > 0),
      string_agg(format('WHEN name_stems @@ %L THEN %s', query, how), ' ' ORDER BY how DESC)
        FILTER (WHERE numnode(query) > 0)
    INTO alike, stems, score FROM (
      SELECT query, max(likeness) AS how
      FROM words_spelt_like(long_word), plainto_tsquery('pg_catalog.french', words) AS query
      GROUP BY query ORDER BY how DESC LIMIT 20) AS near;
    IF alike = 0 THEN RETURN; END IF;
    -- Like an empty word (“dasn”), which stands in no index.
    CONTINUE WHEN stems IS NULL;
    all_stems := all_stems && stems::tsquery;
    scores := scores || format('CASE %s END', score);
  END LOOP;
  IF cardinality(scores) = 0 THEN RETURN; END IF;
  -- Planned for these words: where nearly all novels have them, the first hundred are read without an index.
  RETURN QUERY EXECUTE format(
    'SELECT novel_id, likeness FROM (
      SELECT novel_id, ((%s) / %s)::real AS likeness FROM novel_words WHERE name_stems @@ $1 LIMIT 100) AS near
    ORDER BY likeness DESC, novel_id DESC LIMIT $2', array_to_string(scores, ' + '), cardinality(scores))
    USING all_stems, at_most;
END
$$;
