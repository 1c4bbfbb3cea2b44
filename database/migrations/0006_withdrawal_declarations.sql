CREATE TABLE "withdrawal_declarations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"invoice_number" text NOT NULL,
	"email" text NOT NULL,
	"declared_at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"transaction_id" uuid,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"answered_by" uuid,
	CONSTRAINT "withdrawal_declarations_once" UNIQUE("email","invoice_number","name"),
	CONSTRAINT "withdrawal_declarations_outcome_known" CHECK ("withdrawal_declarations"."outcome" in ('applied', 'no_invoice', 'other_person', 'too_late', 'nothing_left')),
	CONSTRAINT "withdrawal_declarations_purchase_named" CHECK (("withdrawal_declarations"."transaction_id" is null) = ("withdrawal_declarations"."outcome" in ('no_invoice', 'other_person'))),
	CONSTRAINT "withdrawal_declarations_answer_whole" CHECK (("withdrawal_declarations"."answer" is null) = ("withdrawal_declarations"."answered_at" is null) and ("withdrawal_declarations"."answered_by" is null) = ("withdrawal_declarations"."answered_at" is null) and ("withdrawal_declarations"."answered_at" is null or "withdrawal_declarations"."outcome" <> 'applied'))
);
--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_kind_known";--> statement-breakpoint
ALTER TABLE "outbox" DROP CONSTRAINT "outbox_has_recipient";--> statement-breakpoint
ALTER TABLE "withdrawal_declarations" ADD CONSTRAINT "withdrawal_declarations_transaction_id_credit_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."credit_transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_declarations" ADD CONSTRAINT "withdrawal_declarations_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withdrawal_declarations_open" ON "withdrawal_declarations" USING btree ("declared_at") WHERE "withdrawal_declarations"."answered_at" is null and "withdrawal_declarations"."outcome" <> 'applied';--> statement-breakpoint
CREATE INDEX "withdrawal_declarations_answered" ON "withdrawal_declarations" USING btree ("answered_at" DESC NULLS FIRST) WHERE "withdrawal_declarations"."answered_at" is not null;--> statement-breakpoint
CREATE INDEX "withdrawal_declarations_transaction" ON "withdrawal_declarations" USING btree ("transaction_id");--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_kind_known" CHECK ("outbox"."kind" in ('release', 'receipt', 'withdrawal', 'declaration', 'sign_in', 'account_deleted', 'statement', 'payout_account', 'offer_answer', 'name_use', 'push_ended'));--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_has_recipient" CHECK ("outbox"."user_id" is not null or "outbox"."kind" in ('receipt', 'withdrawal', 'declaration', 'account_deleted'));--> statement-breakpoint
-- by hand
CREATE FUNCTION refuse_other_declaration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'of a declaration only the answer is written later, once'
    USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER withdrawal_declarations_answered_once BEFORE UPDATE ON "withdrawal_declarations"
  FOR EACH ROW WHEN (
    (OLD.id, OLD.name, OLD.invoice_number, OLD.email, OLD.declared_at, OLD.outcome, OLD.transaction_id)
      IS DISTINCT FROM
    (NEW.id, NEW.name, NEW.invoice_number, NEW.email, NEW.declared_at, NEW.outcome, NEW.transaction_id)
    OR OLD.answered_at IS NOT NULL
  )
  EXECUTE FUNCTION refuse_other_declaration();
--> statement-breakpoint
-- Evidence for the five years of art. 2224 C. civ., then to be deleted.
CREATE TRIGGER withdrawal_declarations_stay BEFORE DELETE ON "withdrawal_declarations"
  FOR EACH ROW WHEN (OLD.declared_at > now() - interval '5 years')
  EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER withdrawal_declarations_keep BEFORE TRUNCATE ON "withdrawal_declarations"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
