CREATE TABLE "withheld_comments" (
	"comment_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"mention_id" uuid,
	"withheld_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "moderation_acts_newest";--> statement-breakpoint
ALTER TABLE "withheld_comments" ADD CONSTRAINT "withheld_comments_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withheld_comments" ADD CONSTRAINT "withheld_comments_mention_id_users_id_fk" FOREIGN KEY ("mention_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withheld_comments_age" ON "withheld_comments" USING btree ("withheld_at");--> statement-breakpoint
CREATE INDEX "comment_reports_user" ON "comment_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "comments_mention" ON "comments" USING btree ("mention_id") WHERE "comments"."mention_id" is not null;--> statement-breakpoint
CREATE INDEX "hidden_people_hidden" ON "hidden_people" USING btree ("hidden_user_id");--> statement-breakpoint
CREATE INDEX "moderation_acts_subject" ON "moderation_acts" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "moderation_acts_actor" ON "moderation_acts" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "items_newest" ON "items" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "items_creator" ON "items" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "withdrawals_user" ON "withdrawals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "moderation_acts_newest" ON "moderation_acts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);