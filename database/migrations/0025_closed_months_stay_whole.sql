-- Lines and statements are written in the transaction that closes their month; later none is added. What
-- was missing or wrong is part of the next month.
CREATE FUNCTION refuse_late_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The row of a month carries the transaction that wrote it.
  IF NOT EXISTS (
    SELECT FROM closed_months
    WHERE closed_months.month = NEW.month AND closed_months.xmin = pg_current_xact_id()::xid
  ) THEN
    RAISE EXCEPTION 'month % is closed', NEW.month USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER statement_lines_with_month BEFORE INSERT ON "statement_lines"
  FOR EACH ROW EXECUTE FUNCTION refuse_late_row();
--> statement-breakpoint
CREATE TRIGGER statements_with_month BEFORE INSERT ON "statements"
  FOR EACH ROW EXECUTE FUNCTION refuse_late_row();
