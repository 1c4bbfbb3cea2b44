-- They last a day.
DELETE FROM "book_uploads";
--> statement-breakpoint
DROP TABLE "book_upload_parts" CASCADE;--> statement-breakpoint
ALTER TABLE "book_uploads" ADD COLUMN "bytes" "bytea" NOT NULL;