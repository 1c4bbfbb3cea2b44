DROP TABLE "novel_reviews";--> statement-breakpoint
DELETE FROM "outbox" WHERE "kind" = 'review';--> statement-breakpoint
ALTER TABLE "novels" DROP CONSTRAINT "novels_gated_is_draft";--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_kind_known";--> statement-breakpoint
ALTER TABLE "novels" DROP COLUMN "is_gated";--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_kind_known" CHECK ("outbox"."kind" in ('release', 'receipt', 'withdrawal', 'sign_in', 'account_deleted', 'statement', 'payout_account', 'offer_answer', 'name_use', 'push_ended'));
