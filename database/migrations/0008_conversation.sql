CREATE TABLE "announcement_days" (
	"novel_id" uuid NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "announcement_days_novel_id_day_pk" PRIMARY KEY("novel_id","day")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"novel_id" uuid NOT NULL,
	"writer_id" uuid,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"release_id" uuid,
	"creation_key" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_bounded" CHECK (char_length("announcements"."title") between 1 and 120 and char_length("announcements"."text") between 1 and 4000)
);
--> statement-breakpoint
CREATE TABLE "chapter_notes" (
	"chapter_id" uuid PRIMARY KEY NOT NULL,
	"before" text,
	"after" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chapter_notes_bounded" CHECK (char_length("chapter_notes"."before") <= 1000 and char_length("chapter_notes"."after") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "novel_notes" (
	"novel_id" uuid PRIMARY KEY NOT NULL,
	"before" text DEFAULT '' NOT NULL,
	"after" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "novel_notes_bounded" CHECK (char_length("novel_notes"."before") <= 1000 and char_length("novel_notes"."after") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "blocked_readers" (
	"author_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocked_readers_author_id_user_id_pk" PRIMARY KEY("author_id","user_id"),
	CONSTRAINT "blocked_readers_are_others" CHECK ("blocked_readers"."author_id" <> "blocked_readers"."user_id")
);
--> statement-breakpoint
CREATE TABLE "held_comments" (
	"comment_id" uuid PRIMARY KEY NOT NULL,
	"novel_id" uuid NOT NULL,
	"word" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "held_words" (
	"novel_id" uuid NOT NULL,
	"folded" text NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "held_words_novel_id_folded_pk" PRIMARY KEY("novel_id","folded"),
	CONSTRAINT "held_words_not_blank" CHECK ("held_words"."folded" <> '')
);
--> statement-breakpoint
CREATE TABLE "inbox_entries" (
	"comment_id" uuid PRIMARY KEY NOT NULL,
	"novel_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"answer_id" uuid
);
--> statement-breakpoint
ALTER TABLE "chapters" ADD COLUMN "comments_closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "announcement_days" ADD CONSTRAINT "announcement_days_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_writer_id_users_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_notes" ADD CONSTRAINT "chapter_notes_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_notes" ADD CONSTRAINT "novel_notes_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_readers" ADD CONSTRAINT "blocked_readers_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_readers" ADD CONSTRAINT "blocked_readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_comments" ADD CONSTRAINT "held_comments_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_comments" ADD CONSTRAINT "held_comments_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_words" ADD CONSTRAINT "held_words_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_entries" ADD CONSTRAINT "inbox_entries_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_entries" ADD CONSTRAINT "inbox_entries_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_entries" ADD CONSTRAINT "inbox_entries_answer_id_comments_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."comments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_newest" ON "announcements" USING btree ("novel_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "announcements_writer" ON "announcements" USING btree ("writer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "announcements_release" ON "announcements" USING btree ("release_id") WHERE "announcements"."release_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "announcements_creation" ON "announcements" USING btree ("novel_id","creation_key");--> statement-breakpoint
CREATE INDEX "blocked_readers_user" ON "blocked_readers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "blocked_readers_newest" ON "blocked_readers" USING btree ("author_id","created_at" DESC NULLS FIRST,"user_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "held_comments_newest" ON "held_comments" USING btree ("novel_id","created_at" DESC NULLS FIRST,"comment_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inbox_entries_newest" ON "inbox_entries" USING btree ("novel_id","created_at" DESC NULLS FIRST,"comment_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inbox_entries_unread" ON "inbox_entries" USING btree ("novel_id","created_at" DESC NULLS FIRST,"comment_id" DESC NULLS FIRST) WHERE "inbox_entries"."read_at" is null;--> statement-breakpoint
CREATE INDEX "inbox_entries_waiting" ON "inbox_entries" USING btree ("novel_id","created_at" DESC NULLS FIRST,"comment_id" DESC NULLS FIRST) WHERE "inbox_entries"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "inbox_entries_answer" ON "inbox_entries" USING btree ("answer_id") WHERE "inbox_entries"."answer_id" is not null;