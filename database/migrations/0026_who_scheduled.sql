-- In one statement with its reference: PostgreSQL then knows that no row has one, and reads none.
ALTER TABLE "chapters" ADD COLUMN "scheduled_by" uuid CONSTRAINT "chapters_scheduled_by_users_id_fk" REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "chapters_scheduler" ON "chapters" USING btree ("scheduled_by") WHERE "chapters"."scheduled_by" is not null;
