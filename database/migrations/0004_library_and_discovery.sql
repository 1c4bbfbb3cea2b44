-- Made by drizzle-kit and put in order by hand: what reads many rows first, what locks readers out last.
-- A name as it stands in addresses; one of other letters than ours has a code instead. Functions in an
-- index name their schema: a restore by pg_restore looks nowhere else.
CREATE FUNCTION slug_of(given text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN given = '' THEN '' ELSE coalesce(
    nullif(btrim(left(regexp_replace(public.without_accents(public.only_words(given)), '[^a-z0-9]+', '-', 'g'), 80), '-'), ''),
    'x-' || left(md5(given), 12)) END
$$;
--> statement-breakpoint
CREATE FUNCTION slugs_of(given text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT public.slug_of(name) FROM unnest(given) WITH ORDINALITY AS names(name, place) ORDER BY place)
$$;
--> statement-breakpoint
CREATE TABLE "featured_novels" (
	"novel_id" uuid PRIMARY KEY NOT NULL,
	"chosen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "similar_novels" (
	"novel_id" uuid NOT NULL,
	"similar_id" uuid NOT NULL,
	"rank" integer NOT NULL,
	"readers" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "similar_novels_novel_id_similar_id_pk" PRIMARY KEY("novel_id","similar_id"),
	CONSTRAINT "similar_novels_are_others" CHECK ("similar_novels"."novel_id" <> "similar_novels"."similar_id"),
	CONSTRAINT "similar_novels_anonymous" CHECK ("similar_novels"."readers" = 0 or "similar_novels"."readers" >= 5)
);
--> statement-breakpoint
CREATE TABLE "followed_authors" (
	"user_id" uuid NOT NULL,
	"author_slug" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "followed_authors_user_id_author_slug_pk" PRIMARY KEY("user_id","author_slug")
);
--> statement-breakpoint
CREATE TABLE "library_entries" (
	"user_id" uuid NOT NULL,
	"novel_id" uuid NOT NULL,
	"status" text NOT NULL,
	"is_chosen" boolean DEFAULT false NOT NULL,
	"last_chapter_id" uuid,
	"last_read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "library_entries_user_id_novel_id_pk" PRIMARY KEY("user_id","novel_id"),
	CONSTRAINT "library_entries_status_known" CHECK ("library_entries"."status" in ('reading', 'to_read', 'finished', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "novel_read_days" (
	"novel_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "novel_read_days_novel_id_day_pk" PRIMARY KEY("novel_id","day")
);
--> statement-breakpoint
INSERT INTO "novel_read_days" ("novel_id", "day", "views")
  SELECT chapters.novel_id, view_days.day, sum(view_days.views)::integer
  FROM view_days INNER JOIN chapters ON chapters.id = view_days.subject_id
  WHERE view_days.day > current_date - 8
  GROUP BY chapters.novel_id, view_days.day;
--> statement-breakpoint
-- Who has places in chapters has a library: each novel with the chapter that was read last.
INSERT INTO "library_entries" ("user_id", "novel_id", "status", "last_chapter_id", "last_read_at", "created_at", "updated_at")
  SELECT DISTINCT ON (reading_places.user_id, chapters.novel_id)
    reading_places.user_id, chapters.novel_id, 'reading', chapters.id,
    reading_places.updated_at, reading_places.updated_at, reading_places.updated_at
  FROM reading_places INNER JOIN chapters ON chapters.id = reading_places.chapter_id
  ORDER BY reading_places.user_id, chapters.novel_id, reading_places.updated_at DESC;
--> statement-breakpoint
ALTER TABLE "featured_novels" ADD CONSTRAINT "featured_novels_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "similar_novels" ADD CONSTRAINT "similar_novels_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "similar_novels" ADD CONSTRAINT "similar_novels_similar_id_novels_id_fk" FOREIGN KEY ("similar_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "followed_authors" ADD CONSTRAINT "followed_authors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "library_entries" ADD CONSTRAINT "library_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "library_entries" ADD CONSTRAINT "library_entries_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "library_entries" ADD CONSTRAINT "library_entries_last_chapter_id_chapters_id_fk" FOREIGN KEY ("last_chapter_id") REFERENCES "public"."chapters"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "novel_read_days" ADD CONSTRAINT "novel_read_days_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "featured_novels_last" ON "featured_novels" USING btree ("chosen_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "similar_novels_similar" ON "similar_novels" USING btree ("similar_id");
--> statement-breakpoint
CREATE INDEX "followed_authors_author" ON "followed_authors" USING btree ("author_slug");
--> statement-breakpoint
CREATE INDEX "library_entries_newest" ON "library_entries" USING btree ("user_id","updated_at" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "library_entries_novel" ON "library_entries" USING btree ("novel_id");
--> statement-breakpoint
CREATE INDEX "library_entries_chapter" ON "library_entries" USING btree ("last_chapter_id");
--> statement-breakpoint
CREATE INDEX "novel_read_days_most" ON "novel_read_days" USING btree ("day","views" DESC NULLS FIRST,"novel_id" DESC NULLS FIRST);
--> statement-breakpoint
-- From here on nothing is written to the novels until the end.
CREATE INDEX "novels_author" ON "novels" USING btree (slug_of("author_name"),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "novels_tags" ON "novels" USING gin (slugs_of("tags"));
--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "colour" text;
--> statement-breakpoint
ALTER TABLE "novels"
  ADD COLUMN "translator_name" text DEFAULT '' NOT NULL,
  ADD COLUMN "original_title" text DEFAULT '' NOT NULL,
  ADD COLUMN "original_language" text DEFAULT '' NOT NULL,
  ADD COLUMN "rhythm" text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE INDEX "novels_translator" ON "novels" USING btree (slug_of("translator_name"),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "novels"."translator_name" <> '';
--> statement-breakpoint
-- Novels are found by their translator and by their title at home too.
CREATE OR REPLACE FUNCTION novels_keep_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  title text := left(NEW.title, 2000);
  author text := left(concat_ws(' ', NEW.author_name, NEW.translator_name), 2000);
  original text := left(NEW.original_title, 2000);
  tags text := left(array_to_string(NEW.tags, ' '), 4000);
  name_stems tsvector := setweight(french_stems(title), 'A')
    || setweight(french_stems(author), 'B') || setweight(french_stems(original), 'B')
    || setweight(french_stems(tags), 'C');
BEGIN
  INSERT INTO novel_words VALUES (
    NEW.id,
    without_accents(only_words(concat_ws(' ', title, author, original, tags))),
    name_stems,
    name_stems || setweight(french_stems(left(NEW.description, 20000)), 'D'))
  ON CONFLICT (novel_id) DO UPDATE
    SET names = excluded.names, name_stems = excluded.name_stems, stems = excluded.stems;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER novels_keep_words ON "novels";
--> statement-breakpoint
CREATE TRIGGER novels_keep_words
  AFTER INSERT OR UPDATE OF title, author_name, tags, description, translator_name, original_title ON "novels"
  FOR EACH ROW EXECUTE FUNCTION novels_keep_words();
