CREATE TABLE "content_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sequence" integer GENERATED ALWAYS AS IDENTITY (sequence name "content_notices_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" uuid NOT NULL,
	"place_kind" text NOT NULL,
	"place_id" uuid NOT NULL,
	"category" text NOT NULL,
	"reasons" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "content_notices_sequence_unique" UNIQUE("sequence"),
	CONSTRAINT "content_notices_key_unique" UNIQUE("key"),
	CONSTRAINT "content_notices_place_known" CHECK ("content_notices"."place_kind" in ('novel', 'chapter', 'comment')),
	CONSTRAINT "content_notices_category_known" CHECK ("content_notices"."category" in ('child-abuse', 'terrorism', 'hatred', 'person', 'rights', 'other'))
);
--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_kind_known";--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_has_recipient";--> statement-breakpoint
CREATE INDEX "content_notices_open" ON "content_notices" USING btree ("created_at","id") WHERE "content_notices"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "content_notices_email" ON "content_notices" USING btree (lower("email"),"created_at");--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_kind_known" CHECK ("outbox"."kind" in ('release', 'receipt', 'withdrawal', 'declaration', 'sign_in', 'account_deleted', 'statement', 'payout_account', 'offer_answer', 'name_use', 'push_ended', 'notice_received', 'notice_decided', 'account_unused')) NOT VALID;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_has_recipient" CHECK ("outbox"."user_id" is not null or "outbox"."kind" in ('receipt', 'withdrawal', 'declaration', 'account_deleted', 'notice_received', 'notice_decided')) NOT VALID;--> statement-breakpoint
-- by hand
-- A notice is evidence: it is decided once, and only who sent it may be emptied, when its time is over.
CREATE FUNCTION content_notices_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - '{decided_at,name,email}'::text[] = to_jsonb(OLD) - '{decided_at,name,email}'::text[]
    AND (OLD.decided_at IS NULL OR NEW.decided_at IS NOT DISTINCT FROM OLD.decided_at)
    AND NEW.name IN (OLD.name, '') AND NEW.email IN (OLD.email, '')
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'a notice of illegal content is not changed' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER content_notices_decided_once BEFORE UPDATE ON "content_notices"
  FOR EACH ROW EXECUTE FUNCTION content_notices_refuse_change();
--> statement-breakpoint
CREATE TRIGGER content_notices_append_only BEFORE DELETE ON "content_notices"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER content_notices_keep BEFORE TRUNCATE ON "content_notices"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
