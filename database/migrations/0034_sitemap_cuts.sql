CREATE TABLE "sitemap_cuts" (
	"novel_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sitemap_cuts" ADD CONSTRAINT "sitemap_cuts_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;