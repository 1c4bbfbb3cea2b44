CREATE TABLE "name_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- From here on written by hand: drizzle-kit knows neither functions, triggers nor classes of operators.
CREATE INDEX "name_words_trigrams" ON "name_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint
-- At the end of the transaction, so that nobody waits for it long, and in one order, so that two novels
-- saved at once do not wait for each other's words. Nothing is removed here: another transaction may be
-- adding a novel with the same word.
CREATE FUNCTION add_name_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO name_words
    SELECT DISTINCT word FROM string_to_table(NEW.names, ' ') AS word WHERE word <> '' ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER novel_words_add_names_new AFTER INSERT ON "novel_words"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION add_name_words();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER novel_words_add_names AFTER UPDATE OF names ON "novel_words"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.names <> NEW.names) EXECUTE FUNCTION add_name_words();
--> statement-breakpoint
INSERT INTO name_words
  SELECT DISTINCT word FROM novel_words, string_to_table(names, ' ') AS word WHERE word <> '' ORDER BY word
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Words of names that are spelt like one. What is written without a space (“foretnoire”) is cut at words
-- that names have, as often as `cuts` says. By the index in a small catalogue too: the planner takes a
-- comparison of trigrams to be as cheap as any other.
CREATE FUNCTION words_spelt_like(given text, cuts integer) RETURNS TABLE (words text, likeness real)
  LANGUAGE plpgsql STABLE STRICT
  SET pg_trgm.word_similarity_threshold = 0.5 SET enable_seqscan = off AS $$
DECLARE
  known text;
  rest text;
BEGIN
  RETURN QUERY
    SELECT word, word_similarity(given, word) AS how FROM name_words WHERE given <% word
    ORDER BY how DESC, word LIMIT 50;
  FOR known, rest IN
    SELECT word, other FROM generate_series(3, char_length(given) - 2) AS length
      CROSS JOIN LATERAL (VALUES
        (left(given, length), substr(given, length + 1)),
        (right(given, length), left(given, -length))) AS cut (part, other)
      JOIN name_words ON word = part
    ORDER BY length DESC, word LIMIT cuts
  LOOP
    RETURN QUERY
      SELECT several, word_similarity(given, several) AS how
      FROM words_spelt_like(rest, cuts - 1) AS near, concat(known, ' ', near.words) AS several
      WHERE given <% several ORDER BY how DESC, several LIMIT 50;
  END LOOP;
END
$$;
--> statement-breakpoint
-- Novels whose names hold something like each of the longer words, the likest first; at most a hundred,
-- those with the likest words before others. Words are compared with words, whose number hardly grows
-- with that of novels; the novels are found by the stems of these. Nothing is looked for where more than
-- a hundred novels have each of the words: they are spelt right.
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
  alike tsquery[];
  score text;
  scores text[] := '{}';
  any_of tsquery;
  all_likest tsquery;
  all_alike tsquery;
BEGIN
  FOREACH long_word IN ARRAY long_words LOOP
    PERFORM FROM novel_words WHERE name_stems @@ french_query(long_word) OFFSET 100 LIMIT 1;
    has_rare := NOT FOUND;
    EXIT WHEN has_rare;
  END LOOP;
  IF NOT has_rare THEN RETURN; END IF;
  FOREACH long_word IN ARRAY long_words LOOP
    SELECT array_agg(stems ORDER BY how DESC, stems),
      string_agg(format('WHEN name_stems @@ %L THEN %s', stems, how), ' ' ORDER BY how DESC)
    INTO alike, score FROM (
      SELECT stems, max(likeness) AS how
      FROM words_spelt_like(long_word, 2), plainto_tsquery('pg_catalog.french', words) AS stems
      WHERE numnode(stems) > 0 GROUP BY stems ORDER BY how DESC, stems LIMIT 50) AS near;
    IF alike IS NULL THEN
      -- Like an empty word (“dasn”), which no index has.
      CONTINUE WHEN EXISTS (SELECT FROM words_spelt_like(long_word, 0));
      RETURN;
    END IF;
    scores := scores || format('CASE %s END', score);
    any_of := format('(%s)', array_to_string(alike, ') | ('));
    all_likest := coalesce(all_likest && alike[1], alike[1]);
    all_alike := coalesce(all_alike && any_of, any_of);
  END LOOP;
  IF cardinality(scores) = 0 THEN RETURN; END IF;
  -- Planned for these words: where most novels have them, the first hundred are read without an index.
  RETURN QUERY EXECUTE format(
    'SELECT novel_id, ((%s) / %s)::real AS likeness FROM (
      (SELECT novel_id, name_stems FROM novel_words WHERE name_stems @@ $1 AND facets @@ ''public'' LIMIT 100) UNION ALL
      (SELECT novel_id, name_stems FROM novel_words
        WHERE name_stems @@ $2 AND NOT name_stems @@ $1 AND facets @@ ''public'' LIMIT 100)
      LIMIT 100) AS near
    ORDER BY likeness DESC, novel_id DESC LIMIT $3', array_to_string(scores, ' + '), cardinality(scores))
    USING all_likest, all_alike, at_most;
END
$$;
