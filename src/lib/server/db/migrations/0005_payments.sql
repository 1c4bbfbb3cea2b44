DROP INDEX "ledger_entries_user";--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD COLUMN "pack_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD COLUMN "payment_method" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "sequence" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_credit_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."credit_transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_transaction" ON "ledger_entries" USING btree ("transaction_id") WHERE "ledger_entries"."transaction_id" is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_user" ON "ledger_entries" USING btree ("user_id","sequence");--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD CONSTRAINT "credit_transactions_method_known" CHECK ("credit_transactions"."payment_method" in ('card', 'sepa_debit'));--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_purchase_has_transaction" CHECK ("ledger_entries"."kind" not in ('purchase', 'refund', 'dispute', 'withdrawal') or "ledger_entries"."transaction_id" is not null);