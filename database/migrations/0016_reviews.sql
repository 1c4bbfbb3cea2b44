CREATE TABLE "review_votes" (
	"comment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_votes_comment_id_user_id_pk" PRIMARY KEY("comment_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "comments" ALTER COLUMN "chapter_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "novel_id" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "has_spoiler" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "hidden_subjects" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_votes_user" ON "review_votes" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_review_once" ON "comments" USING btree ("novel_id","user_id") WHERE "comments"."novel_id" is not null and "comments"."parent_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_answer_once" ON "comments" USING btree ("parent_id") WHERE "comments"."novel_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_reviews" ON "comments" USING btree ("novel_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "comments"."novel_id" is not null and "comments"."parent_id" is null and "comments"."removed_at" is null;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_in_one_place" CHECK (num_nonnulls("comments"."chapter_id", "comments"."novel_id") = 1) NOT VALID;