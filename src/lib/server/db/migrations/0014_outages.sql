-- Written by hand: says what the index below would refuse, with the purchases to look at.
DO $$
DECLARE doubled text;
BEGIN
  SELECT string_agg(DISTINCT transaction_id::text, ', ') INTO doubled FROM (
    SELECT transaction_id FROM "ledger_entries" WHERE kind IN ('purchase', 'withdrawal')
    GROUP BY transaction_id, kind HAVING count(*) > 1) doubles;
  IF doubled IS NOT NULL THEN
    RAISE EXCEPTION 'Des achats ont deux écritures de la même sorte : %. Voir docs/how-to/production.md.', doubled;
  END IF;
END $$;
--> statement-breakpoint
CREATE TABLE "waiting_identities" (
	"browser_hash" text NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text,
	"email_verified" boolean NOT NULL,
	"email_authoritative" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "waiting_identities_browser_hash_provider_subject_pk" PRIMARY KEY("browser_hash","provider","subject"),
	CONSTRAINT "waiting_identities_provider_known" CHECK ("waiting_identities"."provider" in ('google', 'apple'))
);
--> statement-breakpoint
CREATE TABLE "acknowledged_gaps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"first_sequence" integer NOT NULL,
	"last_sequence" integer NOT NULL,
	"reason" text NOT NULL,
	"acknowledged_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "acknowledged_gaps_once" UNIQUE("kind","year","first_sequence"),
	CONSTRAINT "acknowledged_gaps_kind_known" CHECK ("acknowledged_gaps"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "acknowledged_gaps_range" CHECK ("acknowledged_gaps"."first_sequence" >= 1 and "acknowledged_gaps"."last_sequence" >= "acknowledged_gaps"."first_sequence"),
	CONSTRAINT "acknowledged_gaps_reasoned" CHECK ("acknowledged_gaps"."reason" <> '')
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"state" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "disputes_state_known" CHECK ("disputes"."state" in ('open', 'won', 'lost')),
	CONSTRAINT "disputes_closed_dated" CHECK (("disputes"."state" = 'open') = ("disputes"."closed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "premium_openings" (
	"user_id" uuid NOT NULL,
	"chapter_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "premium_openings_user_id_chapter_id_pk" PRIMARY KEY("user_id","chapter_id")
);
--> statement-breakpoint
CREATE TABLE "reading_paces" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'usual' NOT NULL,
	"last_opened_at" timestamp (3) with time zone,
	"stopped_until" timestamp (3) with time zone,
	"noticed_at" timestamp (3) with time zone,
	"rate" integer DEFAULT 0 NOT NULL,
	"natural_traces" integer DEFAULT 0 NOT NULL,
	"mechanical_traces" integer DEFAULT 0 NOT NULL,
	"missing_traces" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "reading_paces_state_known" CHECK ("reading_paces"."state" in ('usual', 'slowed', 'stopped'))
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_purchase_has_transaction";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_sign_fits_kind";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_kind_known";--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "email_authoritative" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD COLUMN "joins_waiting" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD COLUMN "renewed_browser_hash" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "refusal_code" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "transfer_cents" integer;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "transfer_note_cents" integer;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "transfer_reference" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "transferred_on" date;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "settled_by" uuid;--> statement-breakpoint
ALTER TABLE "view_marks" ADD COLUMN "network" uuid;--> statement-breakpoint
ALTER TABLE "book_uploads" ADD COLUMN "edits" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "waiting_identities" ADD CONSTRAINT "waiting_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_transaction_id_credit_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."credit_transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premium_openings" ADD CONSTRAINT "premium_openings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premium_openings" ADD CONSTRAINT "premium_openings_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_paces" ADD CONSTRAINT "reading_paces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_identities_user" ON "waiting_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "waiting_identities_expiry" ON "waiting_identities" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "disputes_transaction" ON "disputes" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("opened_at") WHERE "disputes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "premium_openings_time" ON "premium_openings" USING btree ("user_id","opened_at");--> statement-breakpoint
CREATE INDEX "premium_openings_age" ON "premium_openings" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "reading_paces_noticed" ON "reading_paces" USING btree ("noticed_at" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once_per_transaction" ON "ledger_entries" USING btree ("transaction_id","kind") WHERE "ledger_entries"."kind" in ('purchase', 'withdrawal');--> statement-breakpoint
CREATE INDEX "withdrawals_owed" ON "withdrawals" USING btree ("requested_at") WHERE "withdrawals"."refunded_at" is null;--> statement-breakpoint
CREATE INDEX "withdrawals_settled" ON "withdrawals" USING btree ("refunded_at" DESC NULLS FIRST) WHERE "withdrawals"."transferred_on" is not null;--> statement-breakpoint
CREATE INDEX "view_marks_network" ON "view_marks" USING btree ("day","subject_id","network");--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_purchase_has_transaction" CHECK ("ledger_entries"."kind" in ('unlock', 'adjustment') or "ledger_entries"."transaction_id" is not null);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_sign_fits_kind" CHECK (case when "ledger_entries"."kind" in ('purchase', 'dispute_release') then "ledger_entries"."delta" > 0 when "ledger_entries"."kind" = 'adjustment' then "ledger_entries"."delta" <> 0 else "ledger_entries"."delta" < 0 end);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_kind_known" CHECK ("ledger_entries"."kind" in ('purchase', 'unlock', 'refund', 'dispute', 'withdrawal', 'adjustment', 'dispute_freeze', 'dispute_release'));--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_refusal_whole" CHECK (("withdrawals"."refused_at" is null) = ("withdrawals"."transfer_cents" is null) and ("withdrawals"."refused_at" is null) = ("withdrawals"."transfer_note_cents" is null));--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_transfer_bounded" CHECK ("withdrawals"."transfer_note_cents" between 0 and "withdrawals"."transfer_cents" and "withdrawals"."transfer_cents" <= "withdrawals"."amount_cents");--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_transfer_whole" CHECK (("withdrawals"."transfer_reference" is null) = ("withdrawals"."transferred_on" is null) and ("withdrawals"."transferred_on" is null or ("withdrawals"."refused_at" is not null and "withdrawals"."refunded_at" is not null)));