-- What a closed month says is never changed: shares, changes of owner, months, lines, statements.
CREATE TRIGGER earning_shares_append_only BEFORE UPDATE OR DELETE ON "earning_shares"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER earning_shares_keep BEFORE TRUNCATE ON "earning_shares"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER novel_handovers_append_only BEFORE UPDATE OR DELETE ON "novel_handovers"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER novel_handovers_keep BEFORE TRUNCATE ON "novel_handovers"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER closed_months_append_only BEFORE UPDATE OR DELETE ON "closed_months"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER closed_months_keep BEFORE TRUNCATE ON "closed_months"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statement_lines_append_only BEFORE UPDATE OR DELETE ON "statement_lines"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statement_lines_keep BEFORE TRUNCATE ON "statement_lines"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE ON "statements"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statements_keep BEFORE TRUNCATE ON "statements"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payout_orders_append_only BEFORE UPDATE OR DELETE ON "payout_orders"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payout_orders_keep BEFORE TRUNCATE ON "payout_orders"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A payment changes its state alone: ordered to paid or failed, paid to failed.
CREATE FUNCTION refuse_other_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a payout changes its state alone' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER payouts_same BEFORE UPDATE ON "payouts"
  FOR EACH ROW WHEN (
    (OLD.id, OLD.order_id, OLD.author_id, OLD.amount_cents, OLD.holder_name, OLD.iban)
      IS DISTINCT FROM
    (NEW.id, NEW.order_id, NEW.author_id, NEW.amount_cents, NEW.holder_name, NEW.iban)
    OR OLD.state = 'failed' OR NEW.state = 'ordered'
    OR (OLD.state = 'paid' AND NEW.state <> 'failed')
  )
  EXECUTE FUNCTION refuse_other_payout();
--> statement-breakpoint
CREATE TRIGGER payouts_append_only BEFORE DELETE ON "payouts"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payouts_keep BEFORE TRUNCATE ON "payouts"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
