-- Written by hand: why a number is missing is said once, as the numbers themselves are.
CREATE TRIGGER acknowledged_gaps_append_only BEFORE UPDATE OR DELETE ON "acknowledged_gaps"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER acknowledged_gaps_keep BEFORE TRUNCATE ON "acknowledged_gaps"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A dispute is told here as long as the ledger is.
CREATE TRIGGER disputes_keep BEFORE DELETE ON "disputes"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Disputes that were lost before they were noted: the ledger and the withdrawals that they ended tell.
INSERT INTO "disputes" ("id", "transaction_id", "state", "amount_cents", "opened_at", "closed_at")
  SELECT l.reference, l.transaction_id, 'lost', t.amount_cents, l.created_at, l.created_at
    FROM "ledger_entries" l JOIN "credit_transactions" t ON t.id = l.transaction_id
    WHERE l.kind = 'dispute'
  UNION
  SELECT w.stripe_dispute_id, w.transaction_id, 'lost', t.amount_cents, w.refunded_at, w.refunded_at
    FROM "withdrawals" w JOIN "credit_transactions" t ON t.id = w.transaction_id
    WHERE w.stripe_dispute_id IS NOT NULL AND w.refunded_at IS NOT NULL
  ON CONFLICT DO NOTHING;
