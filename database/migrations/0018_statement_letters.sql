ALTER TABLE "outbox" DROP CONSTRAINT "outbox_kind_known";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "statements_seen_month" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_kind_known" CHECK ("outbox"."kind" in ('release', 'receipt', 'withdrawal', 'sign_in', 'account_deleted', 'review', 'statement'));