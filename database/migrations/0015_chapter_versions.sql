CREATE TABLE "chapter_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chapter_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"html" text NOT NULL,
	"word_count" integer NOT NULL,
	"written_by" uuid,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"kept_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chapter_versions_kind_known" CHECK ("chapter_versions"."kind" in ('published', 'saved'))
);
--> statement-breakpoint
ALTER TABLE "chapter_versions" ADD CONSTRAINT "chapter_versions_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_versions" ADD CONSTRAINT "chapter_versions_written_by_users_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chapter_versions_newest" ON "chapter_versions" USING btree ("chapter_id","kept_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "chapter_versions_writer" ON "chapter_versions" USING btree ("written_by");--> statement-breakpoint
CREATE INDEX "chapter_versions_saved" ON "chapter_versions" USING btree ("kept_at") WHERE "chapter_versions"."kind" = 'saved';