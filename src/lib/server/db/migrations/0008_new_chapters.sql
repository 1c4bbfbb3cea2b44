ALTER TABLE "users" ADD COLUMN "news_seen_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "favorites" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "chapters_newest_of_novel" ON "chapters" USING btree ("novel_id","published_at" DESC NULLS FIRST) WHERE "chapters"."status" = 'published';--> statement-breakpoint
CREATE INDEX "favorites_newest" ON "favorites" USING btree ("user_id","created_at" DESC NULLS FIRST);