CREATE INDEX "ledger_entries_created" ON "ledger_entries" USING btree ("created_at","kind","delta");--> statement-breakpoint
CREATE TABLE "balance_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"net_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"source_id" text,
	"payment_intent_id" text,
	"payout_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "balance_lines_sum" CHECK ("balance_lines"."amount_cents" - "balance_lines"."fee_cents" = "balance_lines"."net_cents")
);
--> statement-breakpoint
CREATE TABLE "balance_readings" (
	"id" integer PRIMARY KEY NOT NULL,
	"read_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "balance_readings_one" CHECK ("balance_readings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "book_accounts" (
	"role" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"label" text NOT NULL,
	CONSTRAINT "book_accounts_role_known" CHECK ("book_accounts"."role" in ('customers', 'sales', 'vat', 'bank', 'fees', 'deferred')),
	CONSTRAINT "book_accounts_number" CHECK ("book_accounts"."number" ~ '^[0-9]{3}[0-9A-Z]{0,9}$')
);
--> statement-breakpoint
CREATE TABLE "stripe_payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"arrives_on" date NOT NULL,
	"is_automatic" boolean NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD COLUMN "network_country" text;--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD COLUMN "card_country" text;--> statement-breakpoint
ALTER TABLE "balance_lines" ADD CONSTRAINT "balance_lines_payout_id_stripe_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."stripe_payouts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "balance_lines_created" ON "balance_lines" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "balance_lines_payment" ON "balance_lines" USING btree ("payment_intent_id") WHERE "balance_lines"."payment_intent_id" is not null;--> statement-breakpoint
CREATE INDEX "balance_lines_source" ON "balance_lines" USING btree ("source_id") WHERE "balance_lines"."source_id" is not null;--> statement-breakpoint
CREATE INDEX "balance_lines_payout" ON "balance_lines" USING btree ("payout_id") WHERE "balance_lines"."payout_id" is not null;--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("issued_at");--> statement-breakpoint
-- by hand
CREATE TRIGGER balance_lines_keep BEFORE DELETE ON "balance_lines"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A line is what Stripe said; only the payout that pays it is learned later, once.
CREATE TRIGGER balance_lines_append_only BEFORE UPDATE ON "balance_lines"
  FOR EACH ROW WHEN (OLD.payout_id IS NOT NULL
    OR to_jsonb(NEW) - 'payout_id' IS DISTINCT FROM to_jsonb(OLD) - 'payout_id')
  EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER balance_lines_keep_all BEFORE TRUNCATE ON "balance_lines"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER stripe_payouts_keep BEFORE DELETE ON "stripe_payouts"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A payout's sum stays; its state and its day are the bank's.
CREATE TRIGGER stripe_payouts_keep_sums BEFORE UPDATE ON "stripe_payouts"
  FOR EACH ROW WHEN (to_jsonb(NEW) - '{status,arrives_on,is_complete}'::text[]
    IS DISTINCT FROM to_jsonb(OLD) - '{status,arrives_on,is_complete}'::text[])
  EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER stripe_payouts_keep_all BEFORE TRUNCATE ON "stripe_payouts"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
