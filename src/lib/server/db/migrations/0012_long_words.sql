-- Written by hand: a run of 150 letters without a space is no word that anybody looks for. One of
-- over 2,046 bytes could not be kept, and taken apart into its letters' parts a shorter one neither:
-- a description of Hangul without spaces refused its novel.
CREATE OR REPLACE FUNCTION only_words(given text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(regexp_replace(
    replace(replace(replace(replace(normalize(given, NFKC), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'),
    '[^ ]{150,}', ' ', 'g'))
$$;
