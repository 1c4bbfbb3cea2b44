CREATE TABLE "pay_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"value" integer NOT NULL,
	"starts_on" date NOT NULL,
	"set_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pay_rates_kind_known" CHECK ("pay_rates"."kind" in ('old_age', 'ceiling', 'csg', 'crds', 'csg_base', 'training', 'vat', 'vat_treasury', 'publisher', 'publisher_training')),
	CONSTRAINT "pay_rates_range" CHECK ("pay_rates"."value" >= 0 and ("pay_rates"."kind" = 'ceiling' or "pay_rates"."value" <= 10000))
);
--> statement-breakpoint
CREATE TABLE "payout_lines" (
	"payout_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"base_cents" integer NOT NULL,
	"rate" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	CONSTRAINT "payout_lines_payout_id_kind_pk" PRIMARY KEY("payout_id","kind"),
	CONSTRAINT "payout_lines_kind_known" CHECK ("payout_lines"."kind" in ('old_age', 'csg', 'crds', 'training', 'vat_author', 'vat_treasury', 'vat_paid', 'publisher', 'publisher_training')),
	CONSTRAINT "payout_lines_positive" CHECK ("payout_lines"."base_cents" >= 0 and "payout_lines"."rate" between 0 and 10000 and "payout_lines"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "tax_sheets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"starts_on" date NOT NULL,
	"legal_name" text NOT NULL,
	"address" text NOT NULL,
	"social_security_number" text,
	"residence" text NOT NULL,
	"abroad_certificate" text,
	"abroad_until" date,
	"regime" text NOT NULL,
	"exemption_number" text,
	"exemption_year" integer,
	"vat" text NOT NULL,
	"vat_until" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tax_sheets_bounded" CHECK (char_length("tax_sheets"."legal_name") between 1 and 140 and char_length("tax_sheets"."address") between 1 and 300 and char_length("tax_sheets"."abroad_certificate") between 1 and 100 and char_length("tax_sheets"."exemption_number") between 1 and 50),
	CONSTRAINT "tax_sheets_residence_known" CHECK ("tax_sheets"."residence" in ('france', 'abroad')),
	CONSTRAINT "tax_sheets_regime_known" CHECK ("tax_sheets"."regime" in ('wages', 'bnc')),
	CONSTRAINT "tax_sheets_vat_known" CHECK ("tax_sheets"."vat" in ('withheld', 'charged', 'franchise')),
	CONSTRAINT "tax_sheets_abroad_certified" CHECK (("tax_sheets"."residence" = 'abroad') = ("tax_sheets"."abroad_certificate" is not null) and ("tax_sheets"."residence" = 'abroad') = ("tax_sheets"."abroad_until" is not null)),
	CONSTRAINT "tax_sheets_exemption_whole" CHECK (("tax_sheets"."exemption_number" is null) = ("tax_sheets"."exemption_year" is null) and ("tax_sheets"."regime" = 'bnc' or "tax_sheets"."exemption_year" is null)),
	CONSTRAINT "tax_sheets_vat_dated" CHECK ("tax_sheets"."vat" <> 'withheld' or "tax_sheets"."vat_until" is null)
);
--> statement-breakpoint
ALTER TABLE "payout_orders" ADD COLUMN "publisher" jsonb;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "net_cents" integer;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "sheet_id" uuid;--> statement-breakpoint
ALTER TABLE "pay_rates" ADD CONSTRAINT "pay_rates_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_sheets" ADD CONSTRAINT "tax_sheets_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pay_rates_latest" ON "pay_rates" USING btree ("kind","starts_on");--> statement-breakpoint
CREATE INDEX "tax_sheets_author" ON "tax_sheets" USING btree ("author_id","starts_on");--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_sheet_id_tax_sheets_id_fk" FOREIGN KEY ("sheet_id") REFERENCES "public"."tax_sheets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payouts_sheet" ON "payouts" USING btree ("sheet_id");--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_net_positive" CHECK ("payouts"."net_cents" > 0 and ("payouts"."net_cents" is null) = ("payouts"."sheet_id" is null));--> statement-breakpoint
-- by hand
CREATE TRIGGER pay_rates_append_only BEFORE UPDATE OR DELETE ON "pay_rates"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER pay_rates_keep BEFORE TRUNCATE ON "pay_rates"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The erasure of an account deletes those that no payment refers to.
CREATE TRIGGER tax_sheets_same BEFORE UPDATE ON "tax_sheets"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER tax_sheets_keep BEFORE TRUNCATE ON "tax_sheets"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payout_lines_append_only BEFORE UPDATE OR DELETE ON "payout_lines"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payout_lines_keep BEFORE TRUNCATE ON "payout_lines"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Lines are written in the transaction that prepares their payment; later none is added.
CREATE FUNCTION refuse_late_payout_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM payouts
    WHERE payouts.id = NEW.payout_id AND payouts.xmin = pg_current_xact_id()::xid
  ) THEN
    RAISE EXCEPTION 'payout % is prepared', NEW.payout_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER payout_lines_with_payout BEFORE INSERT ON "payout_lines"
  FOR EACH ROW EXECUTE FUNCTION refuse_late_payout_line();
--> statement-breakpoint
-- What the bank pays, and what it was computed from, never change either.
DROP TRIGGER payouts_same ON "payouts";
--> statement-breakpoint
CREATE TRIGGER payouts_same BEFORE UPDATE ON "payouts"
  FOR EACH ROW WHEN (
    (OLD.id, OLD.order_id, OLD.author_id, OLD.amount_cents, OLD.net_cents, OLD.sheet_id, OLD.holder_name, OLD.iban)
      IS DISTINCT FROM
    (NEW.id, NEW.order_id, NEW.author_id, NEW.amount_cents, NEW.net_cents, NEW.sheet_id, NEW.holder_name, NEW.iban)
    OR OLD.state = 'failed' OR NEW.state = 'ordered'
  )
  EXECUTE FUNCTION refuse_other_payout();
