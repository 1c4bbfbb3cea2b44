ALTER TABLE "reading_places" ALTER COLUMN "paragraph" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reading_places" ADD COLUMN "mark" integer DEFAULT 0 NOT NULL;