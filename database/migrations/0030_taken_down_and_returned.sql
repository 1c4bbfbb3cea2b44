CREATE TABLE "returned_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"stripe_refund_id" text NOT NULL,
	"refund_cents" integer NOT NULL,
	"due_cents" integer NOT NULL,
	"returned_at" timestamp (3) with time zone NOT NULL,
	"transfer_reference" text,
	"transferred_on" date,
	"settled_at" timestamp (3) with time zone,
	"settled_by" uuid,
	CONSTRAINT "returned_refunds_stripe_refund_id_unique" UNIQUE("stripe_refund_id"),
	CONSTRAINT "returned_refunds_bounded" CHECK ("returned_refunds"."due_cents" between 0 and "returned_refunds"."refund_cents"),
	CONSTRAINT "returned_refunds_transfer_whole" CHECK (("returned_refunds"."transfer_reference" is null) = ("returned_refunds"."transferred_on" is null) and ("returned_refunds"."settled_at" is null) = ("returned_refunds"."transferred_on" is null))
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_purchase_has_transaction";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_sign_fits_kind";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_kind_known";--> statement-breakpoint
ALTER TABLE "chapters" ADD COLUMN "taken_down_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "returned_refunds" ADD CONSTRAINT "returned_refunds_transaction_id_credit_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."credit_transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_refunds" ADD CONSTRAINT "returned_refunds_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "returned_refunds_transaction" ON "returned_refunds" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "returned_refunds_open" ON "returned_refunds" USING btree ("returned_at") WHERE "returned_refunds"."transferred_on" is null;--> statement-breakpoint
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_taken_down_is_draft" CHECK ("chapters"."taken_down_at" is null or "chapters"."status" = 'draft');--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_purchase_has_transaction" CHECK ("ledger_entries"."kind" in ('unlock', 'adjustment', 'unlock_return') or "ledger_entries"."transaction_id" is not null);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_sign_fits_kind" CHECK (case when "ledger_entries"."kind" in ('purchase', 'dispute_release', 'unlock_return') then "ledger_entries"."delta" > 0 when "ledger_entries"."kind" = 'adjustment' then "ledger_entries"."delta" <> 0 else "ledger_entries"."delta" < 0 end);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_kind_known" CHECK ("ledger_entries"."kind" in ('purchase', 'unlock', 'refund', 'dispute', 'withdrawal', 'adjustment', 'dispute_freeze', 'dispute_release', 'unlock_return'));