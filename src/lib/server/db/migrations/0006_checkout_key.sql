ALTER TABLE "credit_transactions" DROP CONSTRAINT "credit_transactions_method_known";--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD COLUMN "checkout_key" uuid;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "stripe_dispute_id" text;--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD CONSTRAINT "credit_transactions_checkout_key" UNIQUE("user_id","checkout_key");--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD CONSTRAINT "credit_transactions_method_known" CHECK ("credit_transactions"."payment_method" in ('card', 'sepa_debit', 'other'));