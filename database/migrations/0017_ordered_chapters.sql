ALTER TABLE "credit_transactions" DROP CONSTRAINT "credit_transactions_rest_whole";--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD COLUMN "ordered_chapter_ids" uuid[];--> statement-breakpoint
ALTER TABLE "credit_transactions" DROP COLUMN "ordered_chapters";--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD CONSTRAINT "credit_transactions_rest_whole" CHECK (num_nulls("credit_transactions"."novel_id", "credit_transactions"."ordered_chapter_ids", "credit_transactions"."ordered_credits") in (0, 3)
        and num_nonnulls("credit_transactions"."opened_chapters", "credit_transactions"."opened_credits") =
          case when "credit_transactions"."novel_id" is not null and "credit_transactions"."status" = 'completed' then 2 else 0 end
        and coalesce("credit_transactions"."opened_credits" between 0 and "credit_transactions"."ordered_credits", true)) NOT VALID;