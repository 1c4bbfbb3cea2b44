ALTER TABLE "closed_months" ADD COLUMN "publisher" jsonb;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "author_name" text;