-- Written by hand: how the words of novels are kept and asked for (decision 37). It follows `search`.
-- A trusted extension: who owns a database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE INDEX "novel_words_names" ON "novel_words" USING gin ("names" gin_trgm_ops);
--> statement-breakpoint
-- Letters without their accents, under any locale.
CREATE FUNCTION without_accents(given text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(normalize(given, NFD), '[\u0300-\u036f]', '', 'g'))
$$;
--> statement-breakpoint
-- Words with one space between them, accents as they are: what is no letter and no digit goes away.
CREATE FUNCTION only_words(given text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(
    replace(replace(replace(replace(normalize(given, NFKC), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'))
$$;
--> statement-breakpoint
-- French stems. The stemmer knows more of a word with its accents (“aimées” becomes “aim”), and many
-- leave them out (“aimees” becomes “aime”): both stems are kept, without accents.
CREATE FUNCTION french_stems(given text) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  words text;
BEGIN
  IF given = '' THEN RETURN ''::tsvector; END IF;
  words := only_words(given);
  RETURN to_tsvector('pg_catalog.french', without_accents(words))
    || without_accents(to_tsvector('pg_catalog.french', words)::text)::tsvector;
END
$$;
--> statement-breakpoint
-- What asks for all words of a text but the empty ones, among which PostgreSQL forgets “les”. “Été”
-- is one of them and “ete” is not: where nothing is left, words are read without their accents.
CREATE FUNCTION french_query(given text) RETURNS tsquery
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  words text := regexp_replace(only_words(given), '\mles\M', ' ', 'gi');
  asked tsquery := plainto_tsquery('pg_catalog.french', words);
BEGIN
  IF numnode(asked) > 0 THEN RETURN without_accents(asked::text)::tsquery; END IF;
  RETURN plainto_tsquery('pg_catalog.french', without_accents(words));
END
$$;
--> statement-breakpoint
-- Novels whose names hold something like each of the longer words, the likest first. The threshold
-- belongs to the function: “dragno” and “dragon” share four of seven trigrams.
CREATE FUNCTION novels_spelt_like(given text, at_most integer)
  RETURNS TABLE (novel_id uuid, likeness real)
  LANGUAGE plpgsql STABLE STRICT SET pg_trgm.word_similarity_threshold = 0.5 AS $$
DECLARE
  words text[] := ARRAY(
    SELECT word FROM regexp_split_to_table(without_accents(only_words(given)), ' ') AS word
    WHERE char_length(word) >= 4 ORDER BY char_length(word) DESC, word LIMIT 6);
BEGIN
  IF cardinality(words) = 0 THEN RETURN; END IF;
  RETURN QUERY
    SELECT near.novel_id, near.likeness FROM (
      SELECT held.novel_id, (
        SELECT avg(word_similarity(word, held.names))::real FROM unnest(words) AS word) AS likeness
      FROM novel_words AS held
      WHERE words[1] <% held.names AND NOT EXISTS (
        SELECT 1 FROM unnest(words) AS word WHERE word_similarity(word, held.names) < 0.5)
      LIMIT 500
    ) AS near
    ORDER BY near.likeness DESC, near.novel_id DESC LIMIT at_most;
END
$$;
--> statement-breakpoint
CREATE FUNCTION novels_keep_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  title text := left(NEW.title, 2000);
  author text := left(NEW.author_name, 2000);
  tags text := left(array_to_string(NEW.tags, ' '), 4000);
  name_stems tsvector := setweight(french_stems(title), 'A')
    || setweight(french_stems(author), 'B') || setweight(french_stems(tags), 'C');
BEGIN
  INSERT INTO novel_words VALUES (
    NEW.id,
    without_accents(only_words(concat_ws(' ', title, author, tags))),
    name_stems,
    name_stems || setweight(french_stems(left(NEW.description, 20000)), 'D'))
  ON CONFLICT (novel_id) DO UPDATE
    SET names = excluded.names, name_stems = excluded.name_stems, stems = excluded.stems;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER novels_keep_words
  AFTER INSERT OR UPDATE OF title, author_name, tags, description ON "novels"
  FOR EACH ROW EXECUTE FUNCTION novels_keep_words();
--> statement-breakpoint
-- Those that are there already: the trigger keeps them.
UPDATE "novels" SET "title" = "title";
