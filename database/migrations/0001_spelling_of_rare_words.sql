-- Novels with similar words are searched by the words that few novels have in their names. A word that
-- more than a hundred have is spelt right and tells none of them apart, yet the trigrams of all of them
-- would be read ("roman" of "roman 27").
CREATE OR REPLACE FUNCTION novels_spelt_like(given text, at_most integer)
  RETURNS TABLE (novel_id uuid, likeness real)
  LANGUAGE plpgsql STABLE STRICT SET pg_trgm.word_similarity_threshold = 0.5 AS $$
DECLARE
  words text[] := ARRAY(
    SELECT word FROM regexp_split_to_table(without_accents(only_words(given)), ' ') AS word
    WHERE char_length(word) >= 4 ORDER BY char_length(word) DESC, word LIMIT 6);
  asked tsquery;
  long_word text;
  rare text[] := '{}';
BEGIN
  FOREACH long_word IN ARRAY words LOOP
    asked := french_query(long_word);
    CONTINUE WHEN numnode(asked) = 0;
    PERFORM FROM novel_words WHERE name_stems @@ asked OFFSET 100 LIMIT 1;
    IF NOT FOUND THEN rare := rare || long_word; END IF;
  END LOOP;
  IF cardinality(rare) = 0 THEN RETURN; END IF;
  RETURN QUERY
    SELECT near.novel_id, near.mean FROM (
      SELECT held.novel_id, alike.mean FROM novel_words AS held CROSS JOIN LATERAL (
        SELECT min(likeness_of) AS least, avg(likeness_of)::real AS mean
        FROM unnest(words) AS word, word_similarity(word, held.names) AS likeness_of) AS alike
      WHERE rare[1] <% held.names AND coalesce(rare[2], rare[1]) <% held.names
        AND coalesce(rare[3], rare[1]) <% held.names AND alike.least >= 0.5
      LIMIT 100
    ) AS near
    ORDER BY near.mean DESC, near.novel_id DESC LIMIT at_most;
END
$$;
