ALTER TABLE "reading_places" ADD COLUMN "start_mark" integer;--> statement-breakpoint
ALTER TABLE "reading_places" ADD COLUMN "end_mark" integer;--> statement-breakpoint
ALTER TABLE "reading_places" ADD COLUMN "before_mark" integer;--> statement-breakpoint
ALTER TABLE "reading_places" ADD COLUMN "after_mark" integer;