CREATE TABLE "closed_months" (
	"month" text PRIMARY KEY NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "closed_months_form" CHECK ("closed_months"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "closed_months_over" CHECK ("closed_months"."closed_at" >= "closed_months"."ended_at")
);
--> statement-breakpoint
CREATE TABLE "earning_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"novel_id" uuid,
	"author_id" uuid,
	"basis_points" integer NOT NULL,
	"starts_on" date NOT NULL,
	"set_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "earning_shares_range" CHECK ("earning_shares"."basis_points" between 0 and 10000),
	CONSTRAINT "earning_shares_one_scope" CHECK ("earning_shares"."novel_id" is null or "earning_shares"."author_id" is null)
);
--> statement-breakpoint
CREATE TABLE "novel_handovers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"novel_id" uuid NOT NULL,
	"from_user_id" uuid,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"month" text NOT NULL,
	"novel_id" uuid NOT NULL,
	"novel_title" text NOT NULL,
	"author_id" uuid,
	"basis_points" integer NOT NULL,
	"paid_credits" integer NOT NULL,
	"free_credits" integer NOT NULL,
	"spent_net_cents" integer NOT NULL,
	"spent_vat_cents" integer NOT NULL,
	"carried_net_cents" integer NOT NULL,
	"carried_vat_cents" integer NOT NULL,
	"due_cents" integer NOT NULL,
	CONSTRAINT "statement_lines_once" UNIQUE NULLS NOT DISTINCT("month","novel_id","author_id"),
	CONSTRAINT "statement_lines_range" CHECK ("statement_lines"."basis_points" between 0 and 10000)
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"month" text NOT NULL,
	"author_id" uuid NOT NULL,
	"brought_cents" integer NOT NULL,
	"earned_cents" integer NOT NULL,
	"paid_cents" integer NOT NULL,
	"balance_cents" integer NOT NULL,
	CONSTRAINT "statements_month_author_id_pk" PRIMARY KEY("month","author_id"),
	CONSTRAINT "statements_sum" CHECK ("statements"."brought_cents" + "statements"."earned_cents" - "statements"."paid_cents" = "statements"."balance_cents")
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"holder_name" text NOT NULL,
	"iban" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_accounts_iban_form" CHECK ("payout_accounts"."iban" ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
	CONSTRAINT "payout_accounts_name_bounded" CHECK (char_length("payout_accounts"."holder_name") between 1 and 70)
);
--> statement-breakpoint
CREATE TABLE "payout_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"executes_on" date NOT NULL,
	"payer_name" text NOT NULL,
	"payer_iban" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"holder_name" text NOT NULL,
	"iban" text NOT NULL,
	"state" text DEFAULT 'ordered' NOT NULL,
	"paid_on" date,
	"settled_at" timestamp (3) with time zone,
	"settled_by" uuid,
	CONSTRAINT "payouts_once" UNIQUE("order_id","author_id"),
	CONSTRAINT "payouts_positive" CHECK ("payouts"."amount_cents" > 0),
	CONSTRAINT "payouts_state_known" CHECK ("payouts"."state" in ('ordered', 'paid', 'failed')),
	CONSTRAINT "payouts_settled_dated" CHECK (("payouts"."state" = 'ordered') = ("payouts"."settled_at" is null) and ("payouts"."state" <> 'paid' or "payouts"."paid_on" is not null))
);
--> statement-breakpoint
ALTER TABLE "earning_shares" ADD CONSTRAINT "earning_shares_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_shares" ADD CONSTRAINT "earning_shares_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_handovers" ADD CONSTRAINT "novel_handovers_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_month_closed_months_month_fk" FOREIGN KEY ("month") REFERENCES "public"."closed_months"("month") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_month_closed_months_month_fk" FOREIGN KEY ("month") REFERENCES "public"."closed_months"("month") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_orders" ADD CONSTRAINT "payout_orders_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_order_id_payout_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payout_orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earning_shares_latest" ON "earning_shares" USING btree ("novel_id","author_id","starts_on");--> statement-breakpoint
CREATE INDEX "novel_handovers_novel" ON "novel_handovers" USING btree ("novel_id","at");--> statement-breakpoint
CREATE INDEX "statement_lines_author" ON "statement_lines" USING btree ("author_id","month");--> statement-breakpoint
CREATE INDEX "statement_lines_novel" ON "statement_lines" USING btree ("novel_id");--> statement-breakpoint
CREATE INDEX "statements_author" ON "statements" USING btree ("author_id","month");--> statement-breakpoint
CREATE INDEX "payout_orders_created" ON "payout_orders" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_one_under_way" ON "payouts" USING btree ("author_id") WHERE "payouts"."state" = 'ordered';--> statement-breakpoint
CREATE INDEX "payouts_author" ON "payouts" USING btree ("author_id");