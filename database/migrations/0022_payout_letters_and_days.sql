ALTER TABLE "outbox" DROP CONSTRAINT "outbox_kind_known";--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_kind_known" CHECK ("outbox"."kind" in ('release', 'receipt', 'withdrawal', 'sign_in', 'account_deleted', 'review', 'statement', 'payout_account'));--> statement-breakpoint
DROP TRIGGER payouts_same ON "payouts";
--> statement-breakpoint
-- The day on which the bank paid may be corrected.
CREATE TRIGGER payouts_same BEFORE UPDATE ON "payouts"
  FOR EACH ROW WHEN (
    (OLD.id, OLD.order_id, OLD.author_id, OLD.amount_cents, OLD.holder_name, OLD.iban)
      IS DISTINCT FROM
    (NEW.id, NEW.order_id, NEW.author_id, NEW.amount_cents, NEW.holder_name, NEW.iban)
    OR OLD.state = 'failed' OR NEW.state = 'ordered'
  )
  EXECUTE FUNCTION refuse_other_payout();
