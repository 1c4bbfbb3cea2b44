CREATE TABLE "novel_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"novel_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"first_chapters" integer DEFAULT 0 NOT NULL,
	"submitted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "novel_reviews_state_known" CHECK ("novel_reviews"."state" in ('waiting', 'accepted', 'refused')),
	CONSTRAINT "novel_reviews_decided" CHECK (("novel_reviews"."state" = 'waiting') = ("novel_reviews"."decided_at" is null)),
	CONSTRAINT "novel_reviews_refused_why" CHECK ("novel_reviews"."state" <> 'refused' or "novel_reviews"."reason" <> ''),
	CONSTRAINT "novel_reviews_bounded" CHECK (char_length("novel_reviews"."note") <= 1000 and char_length("novel_reviews"."reason") <= 1000 and "novel_reviews"."first_chapters" between 0 and 5000)
);
--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_kind_known";--> statement-breakpoint
ALTER TABLE "novels" ADD COLUMN "is_gated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "novel_reviews" ADD CONSTRAINT "novel_reviews_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_reviews" ADD CONSTRAINT "novel_reviews_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_reviews" ADD CONSTRAINT "novel_reviews_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "novel_reviews_waiting" ON "novel_reviews" USING btree ("novel_id") WHERE "novel_reviews"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "novel_reviews_queue" ON "novel_reviews" USING btree ("submitted_at","id") WHERE "novel_reviews"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "novel_reviews_novel" ON "novel_reviews" USING btree ("novel_id","submitted_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novel_reviews_author" ON "novel_reviews" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "novel_reviews_decider" ON "novel_reviews" USING btree ("decided_by");--> statement-breakpoint
ALTER TABLE "novels" ADD CONSTRAINT "novels_gated_is_draft" CHECK (not "novels"."is_gated" or "novels"."is_draft");--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_kind_known" CHECK ("outbox"."kind" in ('release', 'receipt', 'withdrawal', 'sign_in', 'account_deleted', 'review'));