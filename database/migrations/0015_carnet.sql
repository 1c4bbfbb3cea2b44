ALTER TABLE "chapters" ADD COLUMN "leaves_on" date;--> statement-breakpoint
ALTER TABLE "chapters" ADD COLUMN "announced_leaves_on" date;--> statement-breakpoint
ALTER TABLE "novels" ADD COLUMN "allows_copy" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_log_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "is_of_leaving" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "chapters_leaving" ON "chapters" USING btree ("novel_id") WHERE "chapters"."leaves_on" is not null or "chapters"."announced_leaves_on" is not null;--> statement-breakpoint
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_leaving_is_public" CHECK ("chapters"."leaves_on" is null or "chapters"."status" = 'published') NOT VALID;