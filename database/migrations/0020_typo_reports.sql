CREATE TABLE "typo_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"novel_id" uuid NOT NULL,
	"chapter_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"paragraph" integer NOT NULL,
	"mark" integer NOT NULL,
	"start" integer NOT NULL,
	"wrong" text NOT NULL,
	"correction" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"read_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone,
	CONSTRAINT "typo_reports_state_known" CHECK ("typo_reports"."state" in ('open', 'accepted', 'refused', 'corrected')),
	CONSTRAINT "typo_reports_decided" CHECK (("typo_reports"."state" = 'open') = ("typo_reports"."decided_at" is null)),
	CONSTRAINT "typo_reports_seen_once_decided" CHECK ("typo_reports"."seen_at" is null or "typo_reports"."state" <> 'open'),
	CONSTRAINT "typo_reports_refused_why" CHECK (("typo_reports"."state" = 'refused') = ("typo_reports"."reason" <> '')),
	CONSTRAINT "typo_reports_in_text" CHECK ("typo_reports"."paragraph" >= 0 and "typo_reports"."start" >= 0),
	CONSTRAINT "typo_reports_bounded" CHECK ("typo_reports"."wrong" <> '' and "typo_reports"."correction" <> ''
        and char_length("typo_reports"."wrong") <= 200
        and char_length("typo_reports"."correction") <= 300
        and char_length("typo_reports"."remark") <= 500)
);
--> statement-breakpoint
ALTER TABLE "typo_reports" ADD CONSTRAINT "typo_reports_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "typo_reports" ADD CONSTRAINT "typo_reports_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "typo_reports" ADD CONSTRAINT "typo_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "typo_reports" ADD CONSTRAINT "typo_reports_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "typo_reports_open_once" ON "typo_reports" USING btree ("user_id","chapter_id","mark","start","wrong") WHERE "typo_reports"."state" = 'open';--> statement-breakpoint
CREATE INDEX "typo_reports_own" ON "typo_reports" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "typo_reports_unseen" ON "typo_reports" USING btree ("user_id") WHERE "typo_reports"."state" <> 'open' and "typo_reports"."seen_at" is null;--> statement-breakpoint
CREATE INDEX "typo_reports_chapter" ON "typo_reports" USING btree ("chapter_id");--> statement-breakpoint
CREATE INDEX "typo_reports_newest" ON "typo_reports" USING btree ("novel_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "typo_reports_unread" ON "typo_reports" USING btree ("novel_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "typo_reports"."read_at" is null;--> statement-breakpoint
CREATE INDEX "typo_reports_waiting" ON "typo_reports" USING btree ("novel_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "typo_reports"."state" = 'open';--> statement-breakpoint
CREATE INDEX "typo_reports_decider" ON "typo_reports" USING btree ("decided_by");