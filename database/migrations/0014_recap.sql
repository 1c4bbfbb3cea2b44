ALTER TABLE "chapter_notes" ADD COLUMN "recap" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "chapter_notes" ADD COLUMN "cast" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "chapter_notes" ADD COLUMN "novel_id" uuid;--> statement-breakpoint
ALTER TABLE "chapter_notes" ADD CONSTRAINT "chapter_notes_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "chapter_notes_novel" ON "chapter_notes" USING btree ("novel_id");--> statement-breakpoint
ALTER TABLE "chapter_notes" ADD CONSTRAINT "chapter_notes_recap_bounded" CHECK (char_length("chapter_notes"."recap") <= 400 and char_length("chapter_notes"."cast") <= 2000) NOT VALID;