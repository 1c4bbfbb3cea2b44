CREATE TABLE "staff_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"writer_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_notes_not_blank" CHECK (btrim("staff_notes"."text") <> '')
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_role_known";--> statement-breakpoint
ALTER TABLE "stripe_events" ADD COLUMN "object_id" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "evidence_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_notes" ADD CONSTRAINT "staff_notes_writer_id_users_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_notes_user" ON "staff_notes" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "staff_notes_writer" ON "staff_notes" USING btree ("writer_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_movements" ON "ledger_entries" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "ledger_entries"."kind" <> 'unlock';--> statement-breakpoint
CREATE INDEX "stripe_events_object" ON "stripe_events" USING btree ("object_id") WHERE "stripe_events"."object_id" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_known" CHECK ("users"."role" in ('reader', 'author', 'support', 'admin')) NOT VALID;--> statement-breakpoint
CREATE INDEX "moderation_acts_notice_person" ON "moderation_acts" USING btree (("details" ->> 'personId')) WHERE "moderation_acts"."act" = 'notice.decided';--> statement-breakpoint
CREATE INDEX "invoices_credit_notes" ON "invoices" USING btree ("issued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "invoices"."kind" = 'credit_note';--> statement-breakpoint
CREATE INDEX "moderation_acts_payouts" ON "moderation_acts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "moderation_acts"."act" in ('payout.paid', 'payout.failed');--> statement-breakpoint
-- by hand
-- Who looks for a person types a part of a name or of an address.
CREATE INDEX "users_named" ON "users" USING gin (public.without_accents("name" || ' ' || "display_name" || ' ' || "first_name" || ' ' || "last_name" || ' ' || coalesce("email", '')) gin_trgm_ops);--> statement-breakpoint
CREATE TRIGGER moderation_acts_keep BEFORE TRUNCATE ON "moderation_acts"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
