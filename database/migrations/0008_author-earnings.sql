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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "earning_shares_once" UNIQUE NULLS NOT DISTINCT("novel_id","author_id","starts_on"),
	CONSTRAINT "earning_shares_range" CHECK ("earning_shares"."basis_points" between 0 and 10000),
	CONSTRAINT "earning_shares_one_scope" CHECK ("earning_shares"."novel_id" is null or "earning_shares"."author_id" is null)
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"month" text NOT NULL,
	"novel_id" uuid NOT NULL,
	"author_id" uuid,
	"paid_credits" integer NOT NULL,
	"free_credits" integer NOT NULL,
	"spent_net_cents" integer NOT NULL,
	"spent_vat_cents" integer NOT NULL,
	"carried_net_cents" integer NOT NULL,
	"carried_vat_cents" integer NOT NULL,
	"due_cents" integer NOT NULL,
	CONSTRAINT "statement_lines_month_novel_id_pk" PRIMARY KEY("month","novel_id")
);
--> statement-breakpoint
ALTER TABLE "earning_shares" ADD CONSTRAINT "earning_shares_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_shares" ADD CONSTRAINT "earning_shares_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_month_closed_months_month_fk" FOREIGN KEY ("month") REFERENCES "public"."closed_months"("month") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_lines_author" ON "statement_lines" USING btree ("author_id","month");--> statement-breakpoint
CREATE INDEX "statement_lines_novel" ON "statement_lines" USING btree ("novel_id");