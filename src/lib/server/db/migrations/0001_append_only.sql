-- Money and moderation are told once. A correction is a new row, never a changed one.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_keep BEFORE TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER invoices_append_only BEFORE UPDATE OR DELETE ON "invoices"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER invoices_keep BEFORE TRUNCATE ON "invoices"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER moderation_acts_append_only BEFORE UPDATE OR DELETE ON "moderation_acts"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What was bought and opened may go on changing its state, but it never goes away.
CREATE TRIGGER credit_transactions_keep BEFORE DELETE ON "credit_transactions"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER unlocks_append_only BEFORE UPDATE OR DELETE ON "unlocks"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A payment that was completed stays so: refunds and withdrawals are rows of their own.
CREATE FUNCTION refuse_uncompleting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a completed transaction stays completed' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER credit_transactions_stay_completed BEFORE UPDATE ON "credit_transactions"
  FOR EACH ROW WHEN (OLD.status = 'completed' AND NEW.status <> 'completed')
  EXECUTE FUNCTION refuse_uncompleting();
