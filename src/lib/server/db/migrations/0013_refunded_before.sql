ALTER TABLE "withdrawals" ADD COLUMN "refunded_before_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Of what is owed already: nothing was given back by hand since, as far as the site knows.
UPDATE "withdrawals" SET "refunded_before_cents" = "credit_transactions"."refunded_cents"
FROM "credit_transactions"
WHERE "credit_transactions"."id" = "withdrawals"."transaction_id" AND "withdrawals"."refunded_at" IS NULL;
