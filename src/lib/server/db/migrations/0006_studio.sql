CREATE TABLE "chapter_drafts" (
	"chapter_id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"html" text NOT NULL,
	"word_count" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"hash" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"outcome" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "novels_owner";--> statement-breakpoint
ALTER TABLE "chapters" ADD COLUMN "copy_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chapters" ADD COLUMN "creation_key" uuid;--> statement-breakpoint
ALTER TABLE "novels" ADD COLUMN "is_draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "novels" ADD COLUMN "creation_key" uuid;--> statement-breakpoint
ALTER TABLE "chapter_drafts" ADD CONSTRAINT "chapter_drafts_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_uploads" ADD CONSTRAINT "book_uploads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "book_uploads_owner" ON "book_uploads" USING btree ("owner_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "book_uploads_expiry" ON "book_uploads" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chapters_creation" ON "chapters" USING btree ("novel_id","creation_key") WHERE "chapters"."creation_key" is not null;--> statement-breakpoint
CREATE INDEX "novels_changed" ON "novels" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novels_public" ON "novels" USING btree ("id") WHERE not "novels"."is_draft";--> statement-breakpoint
CREATE UNIQUE INDEX "novels_creation" ON "novels" USING btree ("owner_id","creation_key") WHERE "novels"."creation_key" is not null;--> statement-breakpoint
CREATE INDEX "comments_chapter" ON "comments" USING btree ("chapter_id","created_at");--> statement-breakpoint
CREATE INDEX "reading_places_chapter" ON "reading_places" USING btree ("chapter_id");--> statement-breakpoint
CREATE INDEX "novels_owner" ON "novels" USING btree ("owner_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "novels" ADD CONSTRAINT "novels_draft_has_no_public_chapter" CHECK (not "novels"."is_draft" or "novels"."chapter_count" = 0);