ALTER TABLE "credit_transactions" ADD COLUMN "novel_id" uuid;--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD COLUMN "part" text;--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD COLUMN "ordered_chapter_ids" uuid[];--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD COLUMN "ordered_credits" integer;--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD COLUMN "opened_chapters" integer;--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD COLUMN "opened_credits" integer;--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD CONSTRAINT "credit_transactions_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_transactions_novel" ON "credit_transactions" USING btree ("novel_id") WHERE "credit_transactions"."novel_id" is not null;--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD CONSTRAINT "credit_transactions_rest_whole" CHECK (num_nulls("credit_transactions"."novel_id", "credit_transactions"."ordered_chapter_ids", "credit_transactions"."ordered_credits") in (0, 3)
        and num_nonnulls("credit_transactions"."opened_chapters", "credit_transactions"."opened_credits") =
          case when "credit_transactions"."novel_id" is not null and "credit_transactions"."status" = 'completed' then 2 else 0 end
        and coalesce("credit_transactions"."opened_credits" between 0 and "credit_transactions"."ordered_credits", true)) NOT VALID;
