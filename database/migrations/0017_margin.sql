CREATE TABLE "comment_places" (
	"comment_id" uuid PRIMARY KEY NOT NULL,
	"chapter_id" uuid NOT NULL,
	"paragraph" integer NOT NULL,
	"character_offset" integer DEFAULT 0 NOT NULL,
	"mark" integer DEFAULT 0 NOT NULL,
	"start_mark" integer DEFAULT 0 NOT NULL,
	"end_mark" integer DEFAULT 0 NOT NULL,
	"before_mark" integer DEFAULT 0 NOT NULL,
	"after_mark" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "comment_places_inside" CHECK ("comment_places"."paragraph" >= 0 and "comment_places"."character_offset" >= 0)
);
--> statement-breakpoint
CREATE TABLE "highlights" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"chapter_id" uuid NOT NULL,
	"paragraph" integer NOT NULL,
	"character_offset" integer DEFAULT 0 NOT NULL,
	"mark" integer DEFAULT 0 NOT NULL,
	"start_mark" integer DEFAULT 0 NOT NULL,
	"end_mark" integer DEFAULT 0 NOT NULL,
	"before_mark" integer DEFAULT 0 NOT NULL,
	"after_mark" integer DEFAULT 0 NOT NULL,
	"length" integer NOT NULL,
	"passage_mark" integer NOT NULL,
	"colour" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "highlights_inside" CHECK ("highlights"."paragraph" >= 0 and "highlights"."character_offset" >= 0),
	CONSTRAINT "highlights_length" CHECK ("highlights"."length" between 1 and 2000),
	CONSTRAINT "highlights_colour" CHECK ("highlights"."colour" in ('yellow', 'green', 'blue', 'rose')),
	CONSTRAINT "highlights_note_bounded" CHECK (char_length("highlights"."note") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "margin_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chapter_id" uuid NOT NULL,
	"paragraph" integer NOT NULL,
	"character_offset" integer DEFAULT 0 NOT NULL,
	"mark" integer DEFAULT 0 NOT NULL,
	"start_mark" integer DEFAULT 0 NOT NULL,
	"end_mark" integer DEFAULT 0 NOT NULL,
	"before_mark" integer DEFAULT 0 NOT NULL,
	"after_mark" integer DEFAULT 0 NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "margin_notes_inside" CHECK ("margin_notes"."paragraph" >= 0 and "margin_notes"."character_offset" >= 0),
	CONSTRAINT "margin_notes_bounded" CHECK (char_length("margin_notes"."text") between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "chapter_versions" ADD COLUMN "recap" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "chapter_versions" ADD COLUMN "cast" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "comment_places" ADD CONSTRAINT "comment_places_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_places" ADD CONSTRAINT "comment_places_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "highlights" ADD CONSTRAINT "highlights_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "highlights" ADD CONSTRAINT "highlights_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "margin_notes" ADD CONSTRAINT "margin_notes_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_places_chapter" ON "comment_places" USING btree ("chapter_id","paragraph","mark");--> statement-breakpoint
CREATE INDEX "highlights_user" ON "highlights" USING btree ("user_id","chapter_id");--> statement-breakpoint
CREATE INDEX "highlights_chapter" ON "highlights" USING btree ("chapter_id");--> statement-breakpoint
CREATE INDEX "margin_notes_chapter" ON "margin_notes" USING btree ("chapter_id","paragraph");