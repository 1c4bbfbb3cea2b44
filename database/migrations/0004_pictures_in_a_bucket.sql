CREATE TABLE "picture_objects" (
	"key" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "image_variants" ALTER COLUMN "bytes" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "text_picture_variants" ALTER COLUMN "bytes" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "image_variants" ADD COLUMN "object_key" text;--> statement-breakpoint
ALTER TABLE "text_picture_variants" ADD COLUMN "object_key" text;--> statement-breakpoint
ALTER TABLE "image_variants" ADD CONSTRAINT "image_variants_object_key_picture_objects_key_fk" FOREIGN KEY ("object_key") REFERENCES "public"."picture_objects"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_picture_variants" ADD CONSTRAINT "text_picture_variants_object_key_picture_objects_key_fk" FOREIGN KEY ("object_key") REFERENCES "public"."picture_objects"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "image_variants_object" ON "image_variants" USING btree ("object_key");--> statement-breakpoint
CREATE UNIQUE INDEX "text_picture_variants_object" ON "text_picture_variants" USING btree ("object_key");--> statement-breakpoint
ALTER TABLE "image_variants" ADD CONSTRAINT "image_variants_in_one_place" CHECK (num_nonnulls("image_variants"."bytes", "image_variants"."object_key") = 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "text_picture_variants" ADD CONSTRAINT "text_picture_variants_in_one_place" CHECK (num_nonnulls("text_picture_variants"."bytes", "text_picture_variants"."object_key") = 1) NOT VALID;