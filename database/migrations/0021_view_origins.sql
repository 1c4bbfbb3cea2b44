CREATE TABLE "view_origins" (
	"novel_id" uuid NOT NULL,
	"day" date NOT NULL,
	"origin" text NOT NULL,
	"novel_views" integer DEFAULT 0 NOT NULL,
	"chapter_views" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "view_origins_novel_id_day_origin_pk" PRIMARY KEY("novel_id","day","origin"),
	CONSTRAINT "view_origins_origin_bounded" CHECK (char_length("view_origins"."origin") between 1 and 253)
);
--> statement-breakpoint
ALTER TABLE "view_origins" ADD CONSTRAINT "view_origins_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "view_origins_day" ON "view_origins" USING btree ("day");