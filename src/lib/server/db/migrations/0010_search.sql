CREATE TABLE "novel_words" (
	"novel_id" uuid PRIMARY KEY NOT NULL,
	"names" text NOT NULL,
	"name_stems" "tsvector" NOT NULL,
	"stems" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "news_seen_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "favorites" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "novel_words" ADD CONSTRAINT "novel_words_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "novel_words_name_stems" ON "novel_words" USING gin ("name_stems");--> statement-breakpoint
CREATE INDEX "novel_words_stems" ON "novel_words" USING gin ("stems");--> statement-breakpoint
CREATE INDEX "chapters_newest_of_novel" ON "chapters" USING btree ("novel_id","published_at" DESC NULLS FIRST) WHERE "chapters"."status" = 'published';--> statement-breakpoint
CREATE INDEX "novels_most_viewed" ON "novels" USING btree ("views" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novels_best_rated" ON "novels" USING btree ((("rating_sum" + 15)::double precision / ("rating_count" + 5)) desc,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novels_genres" ON "novels" USING gin ("genres");--> statement-breakpoint
CREATE INDEX "novels_status" ON "novels" USING btree ("status");--> statement-breakpoint
CREATE INDEX "favorites_newest" ON "favorites" USING btree ("user_id","created_at" DESC NULLS FIRST);