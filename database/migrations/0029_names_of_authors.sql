CREATE TABLE "name_holders" (
	"slug" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "name_holders_slug_user_id_pk" PRIMARY KEY("slug","user_id")
);
--> statement-breakpoint
CREATE TABLE "name_uses" (
	"novel_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "name_uses_novel_id_slug_pk" PRIMARY KEY("novel_id","slug")
);
--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_kind_known";--> statement-breakpoint
ALTER TABLE "name_holders" ADD CONSTRAINT "name_holders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "name_uses" ADD CONSTRAINT "name_uses_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "name_holders_user" ON "name_holders" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "name_uses_newest" ON "name_uses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "name_uses_untold" ON "name_uses" USING btree ("created_at") WHERE "name_uses"."told_at" is null;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_kind_known" CHECK ("outbox"."kind" in ('release', 'receipt', 'withdrawal', 'sign_in', 'account_deleted', 'review', 'statement', 'payout_account', 'offer_answer', 'name_use'));--> statement-breakpoint
-- Who publishes under a name: the owner of a public novel. A name is free where it never had a holder,
-- no reader follows it and no novel of another account, or of the operator, is public under it.
CREATE FUNCTION novels_hold_names() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  name text;
  had boolean;
BEGIN
  IF NEW.is_draft OR NEW.owner_id IS NULL THEN RETURN NULL; END IF;
  FOR name IN
    SELECT DISTINCT slug_of(given) FROM unnest(ARRAY[NEW.author_name, NEW.translator_name]) AS given
    WHERE given <> '' ORDER BY 1
  LOOP
    -- Two accounts that publish under the same free name: one of them holds it.
    PERFORM pg_advisory_xact_lock(hashtextextended('name ' || name, 0));
    CONTINUE WHEN EXISTS (
      SELECT FROM name_holders WHERE slug = name AND user_id = NEW.owner_id AND ended_at IS NULL);
    had := false;
    IF TG_OP = 'UPDATE' THEN
      -- Given on by an account that held the name, or by the operator.
      had := NEW.owner_id IS DISTINCT FROM OLD.owner_id AND NOT OLD.is_draft
        AND name IN (slug_of(OLD.author_name), slug_of(OLD.translator_name))
        AND (OLD.owner_id IS NULL OR EXISTS (
          SELECT FROM name_holders WHERE slug = name AND user_id = OLD.owner_id AND ended_at IS NULL));
    END IF;
    IF had OR NOT (
      EXISTS (SELECT FROM name_holders WHERE slug = name)
      OR EXISTS (SELECT FROM followed_authors WHERE author_slug = name)
      OR EXISTS (SELECT FROM novels WHERE slug_of(author_name) = name
        AND NOT is_draft AND owner_id IS DISTINCT FROM NEW.owner_id)
      OR EXISTS (SELECT FROM novels WHERE slug_of(translator_name) = name AND translator_name <> ''
        AND NOT is_draft AND owner_id IS DISTINCT FROM NEW.owner_id))
    THEN
      INSERT INTO name_holders VALUES (name, NEW.owner_id, NEW.updated_at, NULL)
      ON CONFLICT DO NOTHING;
    ELSE
      INSERT INTO name_uses VALUES (NEW.id, name, NEW.updated_at, NULL) ON CONFLICT DO NOTHING;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER novels_hold_names_new AFTER INSERT ON "novels"
  FOR EACH ROW EXECUTE FUNCTION novels_hold_names();
--> statement-breakpoint
CREATE TRIGGER novels_hold_names AFTER UPDATE OF author_name, translator_name, is_draft, owner_id ON "novels"
  FOR EACH ROW WHEN (
    (OLD.author_name, OLD.translator_name, OLD.is_draft, OLD.owner_id)
    IS DISTINCT FROM (NEW.author_name, NEW.translator_name, NEW.is_draft, NEW.owner_id))
  EXECUTE FUNCTION novels_hold_names();
--> statement-breakpoint
-- Names in use are held by the owners of their novels.
INSERT INTO name_holders (slug, user_id)
  SELECT DISTINCT slug_of(given), owner_id
  FROM novels CROSS JOIN LATERAL unnest(ARRAY[author_name, translator_name]) AS given
  WHERE NOT is_draft AND owner_id IS NOT NULL AND given <> ''
ON CONFLICT DO NOTHING;
