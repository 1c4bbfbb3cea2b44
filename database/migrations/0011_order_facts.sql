CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"every_seconds" integer NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"succeeded_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD COLUMN "refunds_blocked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "reason" text;--> statement-breakpoint
-- by hand
-- Who looks for a purchase types a part of the name or address on its invoice.
CREATE INDEX "invoices_billed" ON "invoices" USING gin (public.without_accents(coalesce("buyer" ->> 'fullName', '') || ' ' || coalesce("buyer" ->> 'email', '')) gin_trgm_ops) WHERE "kind" = 'invoice';
