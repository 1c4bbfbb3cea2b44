UPDATE "withdrawals" SET "refunded_before_cents" = (
  SELECT coalesce(-sum("total_cents"), 0) FROM "invoices" WHERE "kind" = 'credit_note'
    AND "invoices"."transaction_id" = "withdrawals"."transaction_id"
    AND "issued_at" < "withdrawals"."requested_at")
  WHERE "refunded_before_cents" IS NULL;--> statement-breakpoint
DELETE FROM "view_marks" WHERE "network" IS NULL;--> statement-breakpoint
UPDATE "reading_places" SET "start_mark" = coalesce("start_mark", 0), "end_mark" = coalesce("end_mark", 0),
  "before_mark" = coalesce("before_mark", 0), "after_mark" = coalesce("after_mark", 0)
  WHERE num_nulls("start_mark", "end_mark", "before_mark", "after_mark") > 0;--> statement-breakpoint
UPDATE "images" SET "colour" = CASE WHEN "hash" IN (SELECT "cover_hash" FROM "novels") THEN '#4a4a4a' ELSE '' END
  WHERE "colour" IS NULL;--> statement-breakpoint
ALTER TABLE "closed_months" DISABLE TRIGGER closed_months_append_only;--> statement-breakpoint
UPDATE "closed_months" SET "publisher" = coalesce(
  (SELECT "seller" FROM "invoices" ORDER BY "issued_at" DESC LIMIT 1), '{}') WHERE "publisher" IS NULL;--> statement-breakpoint
ALTER TABLE "closed_months" ENABLE TRIGGER closed_months_append_only;--> statement-breakpoint
ALTER TABLE "statements" DISABLE TRIGGER statements_append_only;--> statement-breakpoint
UPDATE "statements" SET "author_name" = "users"."name" FROM "users"
  WHERE "users"."id" = "author_id" AND "author_name" IS NULL;--> statement-breakpoint
ALTER TABLE "statements" ENABLE TRIGGER statements_append_only;--> statement-breakpoint
ALTER TABLE "images" ALTER COLUMN "colour" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "images" ALTER COLUMN "colour" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "closed_months" ALTER COLUMN "publisher" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "statements" ALTER COLUMN "author_name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "reading_places" ALTER COLUMN "start_mark" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "reading_places" ALTER COLUMN "start_mark" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "reading_places" ALTER COLUMN "end_mark" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "reading_places" ALTER COLUMN "end_mark" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "reading_places" ALTER COLUMN "before_mark" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "reading_places" ALTER COLUMN "before_mark" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "reading_places" ALTER COLUMN "after_mark" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "reading_places" ALTER COLUMN "after_mark" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "view_marks" ALTER COLUMN "network" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ALTER COLUMN "refunded_before_cents" SET NOT NULL;
