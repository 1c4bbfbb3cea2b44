CREATE TABLE "text_picture_variants" (
	"novel_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "text_picture_variants_novel_id_hash_width_pk" PRIMARY KEY("novel_id","hash","width")
);
--> statement-breakpoint
CREATE TABLE "text_pictures" (
	"novel_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "text_pictures_novel_id_hash_pk" PRIMARY KEY("novel_id","hash"),
	CONSTRAINT "text_pictures_size" CHECK ("text_pictures"."width" between 1 and 9999 and "text_pictures"."height" between 1 and 9999)
);
--> statement-breakpoint
ALTER TABLE "text_picture_variants" ADD CONSTRAINT "text_picture_variants_novel_id_hash_text_pictures_novel_id_hash_fk" FOREIGN KEY ("novel_id","hash") REFERENCES "public"."text_pictures"("novel_id","hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_pictures" ADD CONSTRAINT "text_pictures_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "text_pictures_created" ON "text_pictures" USING btree ("created_at");