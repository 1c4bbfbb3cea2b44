CREATE TABLE "book_upload_parts" (
	"upload_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "book_upload_parts_upload_id_position_pk" PRIMARY KEY("upload_id","position")
);
--> statement-breakpoint
ALTER TABLE "book_upload_parts" ADD CONSTRAINT "book_upload_parts_upload_id_book_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."book_uploads"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Written by hand: files that wait go with it as one piece.
INSERT INTO "book_upload_parts" ("upload_id", "position", "bytes")
  SELECT "id", 0, "bytes" FROM "book_uploads";
--> statement-breakpoint
ALTER TABLE "book_uploads" DROP COLUMN "bytes";