CREATE TABLE "free_rules" (
	"novel_id" uuid NOT NULL,
	"part" text DEFAULT '' NOT NULL,
	"days" integer,
	CONSTRAINT "free_rules_novel_id_part_pk" PRIMARY KEY("novel_id","part"),
	CONSTRAINT "free_rules_days_in_range" CHECK ("free_rules"."days" between 1 and 3650),
	CONSTRAINT "free_rules_novel_has_days" CHECK ("free_rules"."part" <> '' or "free_rules"."days" is not null)
);
--> statement-breakpoint
ALTER TABLE "chapters" ADD COLUMN "is_free_by_rule" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "free_rules" ADD CONSTRAINT "free_rules_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chapters_becoming_free" ON "chapters" USING btree ("free_from") WHERE "chapters"."is_premium" and "chapters"."free_from" is not null;