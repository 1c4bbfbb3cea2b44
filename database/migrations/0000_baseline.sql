-- Written by hand: what indexes need.
-- A trusted extension: who owns a database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Letters without their accents, under any locale.
CREATE FUNCTION without_accents(given text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(normalize(given, NFD), '[\u0300-\u036f]', '', 'g'))
$$;
--> statement-breakpoint
-- Words with one space between them, accents as they are: what is no letter and no digit goes away.
-- A run of 150 letters without a space is no word that anybody looks for, and PostgreSQL cannot keep
-- one of over 2,046 bytes.
CREATE FUNCTION only_words(given text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(regexp_replace(
    replace(replace(replace(replace(normalize(given, NFKC), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'),
    '[^ ]{150,}', ' ', 'g'))
$$;
--> statement-breakpoint
-- A name as it stands in addresses; one of other letters than ours has a code instead. Functions in an
-- index name their schema: a restore by pg_restore looks nowhere else.
CREATE FUNCTION slug_of(given text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN given = '' THEN '' ELSE coalesce(
    nullif(btrim(left(regexp_replace(public.without_accents(public.only_words(given)), '[^a-z0-9]+', '-', 'g'), 80), '-'), ''),
    'x-' || left(md5(given), 12)) END
$$;
--> statement-breakpoint
CREATE FUNCTION slugs_of(given text[]) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT public.slug_of(name) FROM unnest(given) WITH ORDINALITY AS names(name, place) ORDER BY place)
$$;
--> statement-breakpoint
-- Made by drizzle-kit.
CREATE TABLE "announcement_days" (
	"novel_id" uuid NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "announcement_days_novel_id_day_pk" PRIMARY KEY("novel_id","day")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"novel_id" uuid NOT NULL,
	"writer_id" uuid,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"release_id" uuid,
	"creation_key" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_bounded" CHECK (char_length("announcements"."title") between 1 and 120 and char_length("announcements"."text") between 1 and 4000)
);
--> statement-breakpoint
CREATE TABLE "chapter_notes" (
	"chapter_id" uuid PRIMARY KEY NOT NULL,
	"before" text,
	"after" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chapter_notes_bounded" CHECK (char_length("chapter_notes"."before") <= 1000 and char_length("chapter_notes"."after") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "novel_notes" (
	"novel_id" uuid PRIMARY KEY NOT NULL,
	"before" text DEFAULT '' NOT NULL,
	"after" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "novel_notes_bounded" CHECK (char_length("novel_notes"."before") <= 1000 and char_length("novel_notes"."after") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "chapter_drafts" (
	"chapter_id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"html" text NOT NULL,
	"word_count" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chapter_texts" (
	"chapter_id" uuid PRIMARY KEY NOT NULL,
	"html" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chapters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"novel_id" uuid NOT NULL,
	"chapter_number" integer NOT NULL,
	"part" text,
	"title" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"published_at" timestamp (3) with time zone,
	"is_silent" boolean DEFAULT false NOT NULL,
	"scheduled_by" uuid,
	"is_premium" boolean DEFAULT false NOT NULL,
	"credit_cost" integer DEFAULT 1 NOT NULL,
	"free_from" timestamp (3) with time zone,
	"is_free_by_rule" boolean DEFAULT false NOT NULL,
	"teaser" text DEFAULT '' NOT NULL,
	"word_count" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	"comments_closed_at" timestamp (3) with time zone,
	"taken_down_at" timestamp (3) with time zone,
	"source_key" text,
	"copy_version" integer DEFAULT 0 NOT NULL,
	"creation_key" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chapters_number" UNIQUE("novel_id","chapter_number"),
	CONSTRAINT "chapters_source" UNIQUE("novel_id","source_key"),
	CONSTRAINT "chapters_status_known" CHECK ("chapters"."status" in ('draft', 'scheduled', 'published')),
	CONSTRAINT "chapters_dated_when_public" CHECK ("chapters"."status" = 'draft' or "chapters"."published_at" is not null),
	CONSTRAINT "chapters_taken_down_is_draft" CHECK ("chapters"."taken_down_at" is null or "chapters"."status" = 'draft'),
	CONSTRAINT "chapters_cost_positive" CHECK ("chapters"."credit_cost" >= 1),
	CONSTRAINT "chapters_teaser_bounded" CHECK (char_length("chapters"."teaser") <= 300),
	CONSTRAINT "chapters_counters_never_negative" CHECK ("chapters"."views" >= 0 and "chapters"."likes" >= 0 and "chapters"."comments" >= 0)
);
--> statement-breakpoint
CREATE TABLE "featured_novels" (
	"novel_id" uuid PRIMARY KEY NOT NULL,
	"chosen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "image_variants" (
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"format" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "image_variants_hash_width_format_pk" PRIMARY KEY("hash","width","format")
);
--> statement-breakpoint
CREATE TABLE "images" (
	"hash" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"colour" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "novel_views" (
	"novel_id" uuid PRIMARY KEY NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "novel_views_never_negative" CHECK ("novel_views"."views" >= 0)
);
--> statement-breakpoint
CREATE TABLE "novels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"author_name" text NOT NULL,
	"owner_id" uuid,
	"cover_hash" text,
	"description" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'ongoing' NOT NULL,
	"language" text DEFAULT 'fr' NOT NULL,
	"genres" text[] DEFAULT '{}' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"translator_name" text DEFAULT '' NOT NULL,
	"original_title" text DEFAULT '' NOT NULL,
	"original_language" text DEFAULT '' NOT NULL,
	"rhythm" text DEFAULT '' NOT NULL,
	"chapter_count" integer DEFAULT 0 NOT NULL,
	"favorites" integer DEFAULT 0 NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"source_key" text,
	"is_draft" boolean DEFAULT false NOT NULL,
	"creation_key" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "novels_slug_unique" UNIQUE("slug"),
	CONSTRAINT "novels_source_key_unique" UNIQUE("source_key"),
	CONSTRAINT "novels_draft_has_no_public_chapter" CHECK (not "novels"."is_draft" or "novels"."chapter_count" = 0),
	CONSTRAINT "novels_status_known" CHECK ("novels"."status" in ('ongoing', 'completed', 'hiatus')),
	CONSTRAINT "novels_counters_never_negative" CHECK ("novels"."favorites" >= 0 and "novels"."chapter_count" >= 0 and "novels"."rating_count" >= 0),
	CONSTRAINT "novels_rating_in_range" CHECK ("novels"."rating_sum" between "novels"."rating_count" and 5 * "novels"."rating_count")
);
--> statement-breakpoint
CREATE TABLE "similar_novels" (
	"novel_id" uuid NOT NULL,
	"similar_id" uuid NOT NULL,
	"rank" integer NOT NULL,
	"readers" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "similar_novels_novel_id_similar_id_pk" PRIMARY KEY("novel_id","similar_id"),
	CONSTRAINT "similar_novels_are_others" CHECK ("similar_novels"."novel_id" <> "similar_novels"."similar_id"),
	CONSTRAINT "similar_novels_anonymous" CHECK ("similar_novels"."readers" = 0 or "similar_novels"."readers" >= 5)
);
--> statement-breakpoint
CREATE TABLE "sitemap_cuts" (
	"novel_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comment_reports" (
	"comment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "comment_reports_comment_id_user_id_pk" PRIMARY KEY("comment_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chapter_id" uuid NOT NULL,
	"user_id" uuid,
	"parent_id" uuid,
	"thread_id" uuid NOT NULL,
	"level" integer DEFAULT 1 NOT NULL,
	"text" text NOT NULL,
	"mention_id" uuid,
	"mention_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"removed_by" uuid,
	CONSTRAINT "comments_three_levels" CHECK ("comments"."level" between 1 and 3),
	CONSTRAINT "comments_level_fits_parent" CHECK (("comments"."level" = 1) = ("comments"."parent_id" is null)),
	CONSTRAINT "comments_text_not_blank" CHECK (btrim("comments"."text") <> '')
);
--> statement-breakpoint
CREATE TABLE "hidden_people" (
	"user_id" uuid NOT NULL,
	"hidden_user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hidden_people_user_id_hidden_user_id_pk" PRIMARY KEY("user_id","hidden_user_id")
);
--> statement-breakpoint
CREATE TABLE "moderation_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid NOT NULL,
	"act" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"details" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withheld_comments" (
	"comment_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"mention_id" uuid,
	"withheld_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocked_readers" (
	"author_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocked_readers_author_id_user_id_pk" PRIMARY KEY("author_id","user_id"),
	CONSTRAINT "blocked_readers_are_others" CHECK ("blocked_readers"."author_id" <> "blocked_readers"."user_id")
);
--> statement-breakpoint
CREATE TABLE "held_comments" (
	"comment_id" uuid PRIMARY KEY NOT NULL,
	"novel_id" uuid NOT NULL,
	"word" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "held_words" (
	"novel_id" uuid NOT NULL,
	"folded" text NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "held_words_novel_id_folded_pk" PRIMARY KEY("novel_id","folded"),
	CONSTRAINT "held_words_not_blank" CHECK ("held_words"."folded" <> '')
);
--> statement-breakpoint
CREATE TABLE "inbox_entries" (
	"comment_id" uuid PRIMARY KEY NOT NULL,
	"novel_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"answer_id" uuid
);
--> statement-breakpoint
CREATE TABLE "closed_months" (
	"month" text PRIMARY KEY NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"publisher" jsonb NOT NULL,
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
	"author_name" text NOT NULL,
	CONSTRAINT "statements_month_author_id_pk" PRIMARY KEY("month","author_id"),
	CONSTRAINT "statements_sum" CHECK ("statements"."brought_cents" + "statements"."earned_cents" - "statements"."paid_cents" = "statements"."balance_cents")
);
--> statement-breakpoint
CREATE TABLE "free_rules" (
	"novel_id" uuid NOT NULL,
	"part" text DEFAULT '' NOT NULL,
	"days" integer,
	CONSTRAINT "free_rules_novel_id_part_pk" PRIMARY KEY("novel_id","part"),
	CONSTRAINT "free_rules_days_in_range" CHECK ("free_rules"."days" between 1 and 3650),
	CONSTRAINT "free_rules_novel_has_days" CHECK ("free_rules"."part" <> '' or "free_rules"."days" is not null)
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"email_authoritative" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_provider_subject_pk" PRIMARY KEY("provider","subject"),
	CONSTRAINT "identities_provider_known" CHECK ("identities"."provider" in ('google', 'apple'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"browser_hash" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"provider" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"return_path" text DEFAULT '/' NOT NULL,
	"joins_waiting" boolean DEFAULT false NOT NULL,
	"renewed_browser_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"consumed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"display_name" text DEFAULT '' NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"preferred_genres" text[] DEFAULT '{}' NOT NULL,
	"profile_image" text,
	"role" text DEFAULT 'reader' NOT NULL,
	"credits" integer DEFAULT 0 NOT NULL,
	"reader_preferences" jsonb,
	"reader_preferences_at" timestamp (3) with time zone,
	"news_seen_until" timestamp (3) with time zone,
	"statements_seen_month" text,
	"comments_suspended_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "users_credits_never_negative" CHECK ("users"."credits" >= 0),
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('reader', 'author', 'admin'))
);
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
CREATE TABLE "invoice_counters" (
	"year" integer NOT NULL,
	"kind" text NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "invoice_counters_year_kind_pk" PRIMARY KEY("year","kind")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"transaction_id" uuid NOT NULL,
	"invoice_id" uuid,
	"refund_reference" text,
	"seller" jsonb NOT NULL,
	"buyer" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"net_cents" integer NOT NULL,
	"vat_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_refund_reference_unique" UNIQUE("refund_reference"),
	CONSTRAINT "invoices_gap_free" UNIQUE("kind","year","sequence"),
	CONSTRAINT "invoices_kind_known" CHECK ("invoices"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "invoices_credit_note_corrects_one" CHECK (("invoices"."kind" = 'credit_note') = ("invoices"."invoice_id" is not null)),
	CONSTRAINT "invoices_sum" CHECK ("invoices"."net_cents" + "invoices"."vat_cents" = "invoices"."total_cents")
);
--> statement-breakpoint
CREATE TABLE "items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price_cents" integer NOT NULL,
	"creator_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "items_price_never_negative" CHECK ("items"."price_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_id" text NOT NULL,
	"pack_name" text DEFAULT '' NOT NULL,
	"credits" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text DEFAULT 'eur' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"billing" jsonb NOT NULL,
	"checkout_key" uuid,
	"stripe_session_id" text,
	"submitted_at" timestamp (3) with time zone,
	"stripe_payment_intent_id" text,
	"payment_method" text DEFAULT 'card' NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"withdrawal_consent_version" text,
	"withdrawal_consent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	CONSTRAINT "credit_transactions_stripe_session_id_unique" UNIQUE("stripe_session_id"),
	CONSTRAINT "credit_transactions_stripe_payment_intent_id_unique" UNIQUE("stripe_payment_intent_id"),
	CONSTRAINT "credit_transactions_checkout_key" UNIQUE("user_id","checkout_key"),
	CONSTRAINT "credit_transactions_positive" CHECK ("credit_transactions"."credits" > 0 and "credit_transactions"."amount_cents" >= 0),
	CONSTRAINT "credit_transactions_status_known" CHECK ("credit_transactions"."status" in ('pending', 'completed', 'failed')),
	CONSTRAINT "credit_transactions_method_known" CHECK ("credit_transactions"."payment_method" in ('card', 'sepa_debit', 'other')),
	CONSTRAINT "credit_transactions_completed_dated" CHECK (("credit_transactions"."status" = 'completed') = ("credit_transactions"."completed_at" is not null)),
	CONSTRAINT "credit_transactions_refund_bounded" CHECK ("credit_transactions"."refunded_cents" between 0 and "credit_transactions"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"delta" integer NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"balance_after" integer NOT NULL,
	"transaction_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sequence" bigserial NOT NULL,
	CONSTRAINT "ledger_entries_once" UNIQUE("kind","reference"),
	CONSTRAINT "ledger_entries_purchase_has_transaction" CHECK ("ledger_entries"."kind" in ('unlock', 'adjustment', 'unlock_return') or "ledger_entries"."transaction_id" is not null),
	CONSTRAINT "ledger_entries_sign_fits_kind" CHECK (case when "ledger_entries"."kind" in ('purchase', 'dispute_release', 'unlock_return') then "ledger_entries"."delta" > 0 when "ledger_entries"."kind" = 'adjustment' then "ledger_entries"."delta" <> 0 else "ledger_entries"."delta" < 0 end),
	CONSTRAINT "ledger_entries_balance_never_negative" CHECK ("ledger_entries"."balance_after" >= 0),
	CONSTRAINT "ledger_entries_kind_known" CHECK ("ledger_entries"."kind" in ('purchase', 'unlock', 'refund', 'dispute', 'withdrawal', 'adjustment', 'dispute_freeze', 'dispute_release', 'unlock_return'))
);
--> statement-breakpoint
CREATE TABLE "stripe_customers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stripe_customers_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "unlocks" (
	"user_id" uuid NOT NULL,
	"chapter_id" uuid NOT NULL,
	"cost_credits" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unlocks_user_id_chapter_id_pk" PRIMARY KEY("user_id","chapter_id"),
	CONSTRAINT "unlocks_cost_never_negative" CHECK ("unlocks"."cost_credits" >= 0)
);
--> statement-breakpoint
CREATE TABLE "name_holders" (
	"slug" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "name_holders_slug_user_id_pk" PRIMARY KEY("slug","user_id")
);
--> statement-breakpoint
CREATE TABLE "name_uses" (
	"novel_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "name_uses_novel_id_slug_pk" PRIMARY KEY("novel_id","slug")
);
--> statement-breakpoint
CREATE TABLE "mail_bounces" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"answer" text NOT NULL,
	"bounced_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email_pace" text DEFAULT 'off' NOT NULL,
	"email_agreed_at" timestamp (3) with time zone,
	"push_pace" text DEFAULT 'off' NOT NULL,
	"push_agreed_at" timestamp (3) with time zone,
	"quiet_from_hour" integer,
	"quiet_until_hour" integer,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_settings_paces_known" CHECK ("notice_settings"."email_pace" in ('off', 'at_once', 'daily', 'weekly') and "notice_settings"."push_pace" in ('off', 'at_once', 'daily', 'weekly')),
	CONSTRAINT "notice_settings_agreed" CHECK (("notice_settings"."email_pace" = 'off' or "notice_settings"."email_agreed_at" is not null) and ("notice_settings"."push_pace" = 'off' or "notice_settings"."push_agreed_at" is not null)),
	CONSTRAINT "notice_settings_quiet_whole" CHECK (("notice_settings"."quiet_from_hour" is null) = ("notice_settings"."quiet_until_hour" is null) and "notice_settings"."quiet_from_hour" <> "notice_settings"."quiet_until_hour" and "notice_settings"."quiet_from_hour" between 0 and 23 and "notice_settings"."quiet_until_hour" between 0 and 23)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"rank" integer NOT NULL,
	"user_id" uuid,
	"deduplication_key" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"message_id" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_once" UNIQUE("deduplication_key"),
	CONSTRAINT "outbox_kind_known" CHECK ("outbox"."kind" in ('release', 'receipt', 'withdrawal', 'sign_in', 'account_deleted', 'statement', 'payout_account', 'offer_answer', 'name_use', 'push_ended')),
	CONSTRAINT "outbox_channel_known" CHECK ("outbox"."channel" in ('email', 'push')),
	CONSTRAINT "outbox_rank_known" CHECK ("outbox"."rank" = case when "outbox"."kind" = 'release' then 1 else 0 end),
	CONSTRAINT "outbox_ends_once" CHECK ("outbox"."sent_at" is null or "outbox"."failed_at" is null),
	CONSTRAINT "outbox_has_recipient" CHECK ("outbox"."user_id" is not null or "outbox"."kind" in ('receipt', 'withdrawal', 'account_deleted'))
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_message_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	CONSTRAINT "push_subscriptions_endpoint" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "released_chapters" (
	"chapter_id" uuid PRIMARY KEY NOT NULL,
	"release_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"novel_id" uuid NOT NULL,
	"released_at" timestamp (3) with time zone NOT NULL,
	"expanded_up_to" uuid,
	"expanded_at" timestamp (3) with time zone
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
CREATE TABLE "novel_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"novel_id" uuid NOT NULL,
	"invited_by" uuid NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "novel_invitations_note_bounded" CHECK (char_length("novel_invitations"."note") <= 100),
	CONSTRAINT "novel_invitations_role_known" CHECK ("novel_invitations"."role" in ('co_author', 'translator', 'editor', 'proofreader'))
);
--> statement-breakpoint
CREATE TABLE "novel_members" (
	"novel_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"offered_at" timestamp (3) with time zone,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "novel_members_novel_id_user_id_pk" PRIMARY KEY("novel_id","user_id"),
	CONSTRAINT "novel_members_role_known" CHECK ("novel_members"."role" in ('co_author', 'translator', 'editor', 'proofreader'))
);
--> statement-breakpoint
CREATE TABLE "challenge_locks" (
	"subject" text PRIMARY KEY NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "challenge_locks_errors_bounded" CHECK ("challenge_locks"."errors" >= 0)
);
--> statement-breakpoint
CREATE TABLE "challenge_passes" (
	"session_id" uuid NOT NULL,
	"chapter_id" uuid NOT NULL,
	"passed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "challenge_passes_session_id_chapter_id_pk" PRIMARY KEY("session_id","chapter_id")
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"difficulty" text NOT NULL,
	"purpose" text NOT NULL,
	"subject" text NOT NULL,
	"chapter_id" uuid,
	"item_key" text NOT NULL,
	"correct_option" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"is_correct" boolean,
	"pointer_trace" jsonb,
	CONSTRAINT "challenges_kind_known" CHECK ("challenges"."kind" in ('emotion', 'context', 'idiom', 'story', 'social')),
	CONSTRAINT "challenges_difficulty_known" CHECK ("challenges"."difficulty" in ('easy', 'medium', 'hard'))
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
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "bookmarks" (
	"user_id" uuid NOT NULL,
	"chapter_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookmarks_user_id_chapter_id_pk" PRIMARY KEY("user_id","chapter_id")
);
--> statement-breakpoint
CREATE TABLE "chapter_likes" (
	"user_id" uuid NOT NULL,
	"chapter_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chapter_likes_chapter_id_user_id_pk" PRIMARY KEY("chapter_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"user_id" uuid NOT NULL,
	"novel_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"is_muted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "favorites_user_id_novel_id_pk" PRIMARY KEY("user_id","novel_id")
);
--> statement-breakpoint
CREATE TABLE "followed_authors" (
	"user_id" uuid NOT NULL,
	"author_slug" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_muted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "followed_authors_user_id_author_slug_pk" PRIMARY KEY("user_id","author_slug")
);
--> statement-breakpoint
CREATE TABLE "library_entries" (
	"user_id" uuid NOT NULL,
	"novel_id" uuid NOT NULL,
	"status" text NOT NULL,
	"is_chosen" boolean DEFAULT false NOT NULL,
	"last_chapter_id" uuid,
	"last_read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "library_entries_user_id_novel_id_pk" PRIMARY KEY("user_id","novel_id"),
	CONSTRAINT "library_entries_status_known" CHECK ("library_entries"."status" in ('reading', 'to_read', 'finished', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "novel_read_days" (
	"novel_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "novel_read_days_novel_id_day_pk" PRIMARY KEY("novel_id","day")
);
--> statement-breakpoint
CREATE TABLE "opened_novels" (
	"user_id" uuid NOT NULL,
	"novel_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "opened_novels_user_id_novel_id_pk" PRIMARY KEY("user_id","novel_id")
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"user_id" uuid NOT NULL,
	"novel_id" uuid NOT NULL,
	"rating" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ratings_user_id_novel_id_pk" PRIMARY KEY("user_id","novel_id"),
	CONSTRAINT "ratings_one_to_five" CHECK ("ratings"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "reader_days" (
	"novel_id" uuid NOT NULL,
	"day" date NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "reader_days_novel_id_day_user_id_pk" PRIMARY KEY("novel_id","day","user_id")
);
--> statement-breakpoint
CREATE TABLE "reading_places" (
	"user_id" uuid NOT NULL,
	"chapter_id" uuid NOT NULL,
	"paragraph" integer,
	"character_offset" integer DEFAULT 0 NOT NULL,
	"mark" integer DEFAULT 0 NOT NULL,
	"start_mark" integer DEFAULT 0 NOT NULL,
	"end_mark" integer DEFAULT 0 NOT NULL,
	"before_mark" integer DEFAULT 0 NOT NULL,
	"after_mark" integer DEFAULT 0 NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"sent_at_ms" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reading_places_user_id_chapter_id_pk" PRIMARY KEY("user_id","chapter_id"),
	CONSTRAINT "reading_places_inside" CHECK ("reading_places"."paragraph" >= 0 and "reading_places"."character_offset" >= 0)
);
--> statement-breakpoint
CREATE TABLE "view_days" (
	"subject_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "view_days_subject_id_day_pk" PRIMARY KEY("subject_id","day")
);
--> statement-breakpoint
CREATE TABLE "view_marks" (
	"subject_id" uuid NOT NULL,
	"visitor" uuid NOT NULL,
	"day" date NOT NULL,
	"network" uuid NOT NULL,
	CONSTRAINT "view_marks_day_subject_id_visitor_pk" PRIMARY KEY("day","subject_id","visitor")
);
--> statement-breakpoint
CREATE TABLE "view_origins" (
	"novel_id" uuid NOT NULL,
	"day" date NOT NULL,
	"origin" text NOT NULL,
	"novel_views" integer DEFAULT 0 NOT NULL,
	"chapter_views" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "view_origins_novel_id_day_origin_pk" PRIMARY KEY("novel_id","day","origin"),
	CONSTRAINT "view_origins_origin_bounded" CHECK (char_length("view_origins"."origin") between 1 and 253)
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
CREATE TABLE "returned_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"stripe_refund_id" text NOT NULL,
	"refund_cents" integer NOT NULL,
	"due_cents" integer NOT NULL,
	"returned_at" timestamp (3) with time zone NOT NULL,
	"transfer_reference" text,
	"transferred_on" date,
	"settled_at" timestamp (3) with time zone,
	"settled_by" uuid,
	CONSTRAINT "returned_refunds_stripe_refund_id_unique" UNIQUE("stripe_refund_id"),
	CONSTRAINT "returned_refunds_bounded" CHECK ("returned_refunds"."due_cents" between 0 and "returned_refunds"."refund_cents"),
	CONSTRAINT "returned_refunds_transfer_whole" CHECK (("returned_refunds"."transfer_reference" is null) = ("returned_refunds"."transferred_on" is null) and ("returned_refunds"."settled_at" is null) = ("returned_refunds"."transferred_on" is null))
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"credits" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_before_cents" integer NOT NULL,
	"stripe_refund_id" text,
	"stripe_dispute_id" text,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"refunded_at" timestamp (3) with time zone,
	"refused_at" timestamp (3) with time zone,
	"refusal_code" text,
	"transfer_cents" integer,
	"transfer_note_cents" integer,
	"transfer_reference" text,
	"transferred_on" date,
	"settled_by" uuid,
	CONSTRAINT "withdrawals_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "withdrawals_stripe_refund_id_unique" UNIQUE("stripe_refund_id"),
	CONSTRAINT "withdrawals_positive" CHECK ("withdrawals"."credits" > 0 and "withdrawals"."amount_cents" >= 0),
	CONSTRAINT "withdrawals_refusal_whole" CHECK (("withdrawals"."refused_at" is null) = ("withdrawals"."transfer_cents" is null) and ("withdrawals"."refused_at" is null) = ("withdrawals"."transfer_note_cents" is null)),
	CONSTRAINT "withdrawals_transfer_bounded" CHECK ("withdrawals"."transfer_note_cents" between 0 and "withdrawals"."transfer_cents" and "withdrawals"."transfer_cents" <= "withdrawals"."amount_cents"),
	CONSTRAINT "withdrawals_transfer_whole" CHECK (("withdrawals"."transfer_reference" is null) = ("withdrawals"."transferred_on" is null) and ("withdrawals"."transferred_on" is null or ("withdrawals"."refused_at" is not null and "withdrawals"."refunded_at" is not null)))
);
--> statement-breakpoint
CREATE TABLE "novel_words" (
	"novel_id" uuid PRIMARY KEY NOT NULL,
	"names" text NOT NULL,
	"name_stems" "tsvector" NOT NULL,
	"stems" "tsvector" NOT NULL,
	"facets" "tsvector" DEFAULT '' NOT NULL,
	"sold_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "text_picture_variants" (
	"novel_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "text_picture_variants_novel_id_hash_width_pk" PRIMARY KEY("novel_id","hash","width")
);
--> statement-breakpoint
CREATE TABLE "text_pictures" (
	"novel_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "text_pictures_novel_id_hash_pk" PRIMARY KEY("novel_id","hash"),
	CONSTRAINT "text_pictures_size" CHECK ("text_pictures"."width" between 1 and 9999 and "text_pictures"."height" between 1 and 9999)
);
--> statement-breakpoint
CREATE TABLE "typo_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"novel_id" uuid NOT NULL,
	"chapter_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"paragraph" integer NOT NULL,
	"mark" integer NOT NULL,
	"start" integer NOT NULL,
	"wrong" text NOT NULL,
	"correction" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"read_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone,
	CONSTRAINT "typo_reports_state_known" CHECK ("typo_reports"."state" in ('open', 'accepted', 'refused', 'corrected')),
	CONSTRAINT "typo_reports_decided" CHECK (("typo_reports"."state" = 'open') = ("typo_reports"."decided_at" is null)),
	CONSTRAINT "typo_reports_seen_once_decided" CHECK ("typo_reports"."seen_at" is null or "typo_reports"."state" <> 'open'),
	CONSTRAINT "typo_reports_refused_why" CHECK (("typo_reports"."state" = 'refused') = ("typo_reports"."reason" <> '')),
	CONSTRAINT "typo_reports_in_text" CHECK ("typo_reports"."paragraph" >= 0 and "typo_reports"."start" >= 0),
	CONSTRAINT "typo_reports_bounded" CHECK ("typo_reports"."wrong" <> '' and "typo_reports"."correction" <> ''
        and char_length("typo_reports"."wrong") <= 200
        and char_length("typo_reports"."correction") <= 300
        and char_length("typo_reports"."remark") <= 500)
);
--> statement-breakpoint
CREATE TABLE "book_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"edits" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"outcome" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chapter_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chapter_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"html" text NOT NULL,
	"word_count" integer NOT NULL,
	"written_by" uuid,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"kept_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chapter_versions_kind_known" CHECK ("chapter_versions"."kind" in ('published', 'saved'))
);
--> statement-breakpoint
ALTER TABLE "announcement_days" ADD CONSTRAINT "announcement_days_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_writer_id_users_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_notes" ADD CONSTRAINT "chapter_notes_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_notes" ADD CONSTRAINT "novel_notes_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_drafts" ADD CONSTRAINT "chapter_drafts_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_texts" ADD CONSTRAINT "chapter_texts_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_scheduled_by_users_id_fk" FOREIGN KEY ("scheduled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "featured_novels" ADD CONSTRAINT "featured_novels_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_variants" ADD CONSTRAINT "image_variants_hash_images_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."images"("hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_views" ADD CONSTRAINT "novel_views_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novels" ADD CONSTRAINT "novels_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novels" ADD CONSTRAINT "novels_cover_hash_images_hash_fk" FOREIGN KEY ("cover_hash") REFERENCES "public"."images"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "similar_novels" ADD CONSTRAINT "similar_novels_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "similar_novels" ADD CONSTRAINT "similar_novels_similar_id_novels_id_fk" FOREIGN KEY ("similar_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sitemap_cuts" ADD CONSTRAINT "sitemap_cuts_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reports" ADD CONSTRAINT "comment_reports_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reports" ADD CONSTRAINT "comment_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_mention_id_users_id_fk" FOREIGN KEY ("mention_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_removed_by_users_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_people" ADD CONSTRAINT "hidden_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_people" ADD CONSTRAINT "hidden_people_hidden_user_id_users_id_fk" FOREIGN KEY ("hidden_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_acts" ADD CONSTRAINT "moderation_acts_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withheld_comments" ADD CONSTRAINT "withheld_comments_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withheld_comments" ADD CONSTRAINT "withheld_comments_mention_id_users_id_fk" FOREIGN KEY ("mention_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_readers" ADD CONSTRAINT "blocked_readers_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_readers" ADD CONSTRAINT "blocked_readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_comments" ADD CONSTRAINT "held_comments_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_comments" ADD CONSTRAINT "held_comments_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_words" ADD CONSTRAINT "held_words_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_entries" ADD CONSTRAINT "inbox_entries_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_entries" ADD CONSTRAINT "inbox_entries_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_entries" ADD CONSTRAINT "inbox_entries_answer_id_comments_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."comments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_shares" ADD CONSTRAINT "earning_shares_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_shares" ADD CONSTRAINT "earning_shares_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_handovers" ADD CONSTRAINT "novel_handovers_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_month_closed_months_month_fk" FOREIGN KEY ("month") REFERENCES "public"."closed_months"("month") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_month_closed_months_month_fk" FOREIGN KEY ("month") REFERENCES "public"."closed_months"("month") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "free_rules" ADD CONSTRAINT "free_rules_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_identities" ADD CONSTRAINT "waiting_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_transaction_id_credit_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."credit_transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_transactions" ADD CONSTRAINT "credit_transactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_credit_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."credit_transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_customers" ADD CONSTRAINT "stripe_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unlocks" ADD CONSTRAINT "unlocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unlocks" ADD CONSTRAINT "unlocks_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "name_holders" ADD CONSTRAINT "name_holders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "name_uses" ADD CONSTRAINT "name_uses_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_bounces" ADD CONSTRAINT "mail_bounces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_settings" ADD CONSTRAINT "notice_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "released_chapters" ADD CONSTRAINT "released_chapters_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "released_chapters" ADD CONSTRAINT "released_chapters_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_orders" ADD CONSTRAINT "payout_orders_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_order_id_payout_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payout_orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_invitations" ADD CONSTRAINT "novel_invitations_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_invitations" ADD CONSTRAINT "novel_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_members" ADD CONSTRAINT "novel_members_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_members" ADD CONSTRAINT "novel_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premium_openings" ADD CONSTRAINT "premium_openings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premium_openings" ADD CONSTRAINT "premium_openings_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_paces" ADD CONSTRAINT "reading_paces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_likes" ADD CONSTRAINT "chapter_likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_likes" ADD CONSTRAINT "chapter_likes_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followed_authors" ADD CONSTRAINT "followed_authors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_entries" ADD CONSTRAINT "library_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_entries" ADD CONSTRAINT "library_entries_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_entries" ADD CONSTRAINT "library_entries_last_chapter_id_chapters_id_fk" FOREIGN KEY ("last_chapter_id") REFERENCES "public"."chapters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_read_days" ADD CONSTRAINT "novel_read_days_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opened_novels" ADD CONSTRAINT "opened_novels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opened_novels" ADD CONSTRAINT "opened_novels_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reader_days" ADD CONSTRAINT "reader_days_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reader_days" ADD CONSTRAINT "reader_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_places" ADD CONSTRAINT "reading_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_places" ADD CONSTRAINT "reading_places_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_origins" ADD CONSTRAINT "view_origins_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_transaction_id_credit_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."credit_transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_refunds" ADD CONSTRAINT "returned_refunds_transaction_id_credit_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."credit_transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returned_refunds" ADD CONSTRAINT "returned_refunds_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_transaction_id_credit_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."credit_transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_words" ADD CONSTRAINT "novel_words_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_picture_variants" ADD CONSTRAINT "text_picture_variants_novel_id_hash_text_pictures_novel_id_hash_fk" FOREIGN KEY ("novel_id","hash") REFERENCES "public"."text_pictures"("novel_id","hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_pictures" ADD CONSTRAINT "text_pictures_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "typo_reports" ADD CONSTRAINT "typo_reports_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "typo_reports" ADD CONSTRAINT "typo_reports_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "typo_reports" ADD CONSTRAINT "typo_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "typo_reports" ADD CONSTRAINT "typo_reports_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_uploads" ADD CONSTRAINT "book_uploads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_versions" ADD CONSTRAINT "chapter_versions_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_versions" ADD CONSTRAINT "chapter_versions_written_by_users_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_newest" ON "announcements" USING btree ("novel_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "announcements_writer" ON "announcements" USING btree ("writer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "announcements_release" ON "announcements" USING btree ("release_id") WHERE "announcements"."release_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "announcements_creation" ON "announcements" USING btree ("novel_id","creation_key");--> statement-breakpoint
CREATE UNIQUE INDEX "chapters_creation" ON "chapters" USING btree ("novel_id","creation_key") WHERE "chapters"."creation_key" is not null;--> statement-breakpoint
CREATE INDEX "chapters_published" ON "chapters" USING btree ("novel_id","chapter_number") WHERE "chapters"."status" = 'published';--> statement-breakpoint
CREATE INDEX "chapters_newest" ON "chapters" USING btree ("published_at" DESC NULLS FIRST) WHERE "chapters"."status" = 'published';--> statement-breakpoint
CREATE INDEX "chapters_newest_of_novel" ON "chapters" USING btree ("novel_id","published_at" DESC NULLS FIRST) WHERE "chapters"."status" = 'published';--> statement-breakpoint
CREATE INDEX "chapters_becoming_free" ON "chapters" USING btree ("free_from") WHERE "chapters"."is_premium" and "chapters"."free_from" is not null;--> statement-breakpoint
CREATE INDEX "chapters_scheduled" ON "chapters" USING btree ("published_at") WHERE "chapters"."status" = 'scheduled';--> statement-breakpoint
CREATE INDEX "chapters_scheduler" ON "chapters" USING btree ("scheduled_by") WHERE "chapters"."scheduled_by" is not null;--> statement-breakpoint
CREATE INDEX "featured_novels_last" ON "featured_novels" USING btree ("chosen_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novel_views_most" ON "novel_views" USING btree ("views" DESC NULLS FIRST,"novel_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novels_newest" ON "novels" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novels_changed" ON "novels" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novels_owner" ON "novels" USING btree ("owner_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novels_public" ON "novels" USING btree ("id") WHERE not "novels"."is_draft";--> statement-breakpoint
CREATE UNIQUE INDEX "novels_creation" ON "novels" USING btree ("owner_id","creation_key") WHERE "novels"."creation_key" is not null;--> statement-breakpoint
CREATE INDEX "novels_best_rated" ON "novels" USING btree ((("rating_sum" + 15)::double precision / ("rating_count" + 5)) desc,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novels_genres" ON "novels" USING gin ("genres");--> statement-breakpoint
CREATE INDEX "novels_author" ON "novels" USING btree (slug_of("author_name"),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novels_translator" ON "novels" USING btree (slug_of("translator_name"),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "novels"."translator_name" <> '';--> statement-breakpoint
CREATE INDEX "novels_tags" ON "novels" USING gin (slugs_of("tags"));--> statement-breakpoint
CREATE INDEX "similar_novels_similar" ON "similar_novels" USING btree ("similar_id");--> statement-breakpoint
CREATE INDEX "comment_reports_open" ON "comment_reports" USING btree ("created_at") WHERE "comment_reports"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "comment_reports_user" ON "comment_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "comments_threads" ON "comments" USING btree ("chapter_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "comments"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "comments_chapter" ON "comments" USING btree ("chapter_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("thread_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_user" ON "comments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "comments_mention" ON "comments" USING btree ("mention_id") WHERE "comments"."mention_id" is not null;--> statement-breakpoint
CREATE INDEX "hidden_people_hidden" ON "hidden_people" USING btree ("hidden_user_id");--> statement-breakpoint
CREATE INDEX "moderation_acts_newest" ON "moderation_acts" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "moderation_acts_subject" ON "moderation_acts" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "moderation_acts_actor" ON "moderation_acts" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "withheld_comments_age" ON "withheld_comments" USING btree ("withheld_at");--> statement-breakpoint
CREATE INDEX "blocked_readers_user" ON "blocked_readers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "blocked_readers_newest" ON "blocked_readers" USING btree ("author_id","created_at" DESC NULLS FIRST,"user_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "held_comments_newest" ON "held_comments" USING btree ("novel_id","created_at" DESC NULLS FIRST,"comment_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inbox_entries_newest" ON "inbox_entries" USING btree ("novel_id","created_at" DESC NULLS FIRST,"comment_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inbox_entries_unread" ON "inbox_entries" USING btree ("novel_id","created_at" DESC NULLS FIRST,"comment_id" DESC NULLS FIRST) WHERE "inbox_entries"."read_at" is null;--> statement-breakpoint
CREATE INDEX "inbox_entries_waiting" ON "inbox_entries" USING btree ("novel_id","created_at" DESC NULLS FIRST,"comment_id" DESC NULLS FIRST) WHERE "inbox_entries"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "inbox_entries_answer" ON "inbox_entries" USING btree ("answer_id") WHERE "inbox_entries"."answer_id" is not null;--> statement-breakpoint
CREATE INDEX "earning_shares_latest" ON "earning_shares" USING btree ("novel_id","author_id","starts_on");--> statement-breakpoint
CREATE INDEX "novel_handovers_novel" ON "novel_handovers" USING btree ("novel_id","at");--> statement-breakpoint
CREATE INDEX "statement_lines_author" ON "statement_lines" USING btree ("author_id","month");--> statement-breakpoint
CREATE INDEX "statement_lines_novel" ON "statement_lines" USING btree ("novel_id");--> statement-breakpoint
CREATE INDEX "statements_author" ON "statements" USING btree ("author_id","month");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","last_used_at");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_browser" ON "sessions" USING btree ("browser_hash");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_expiry" ON "sign_in_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email")) WHERE "users"."email" is not null;--> statement-breakpoint
CREATE INDEX "waiting_identities_user" ON "waiting_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "waiting_identities_expiry" ON "waiting_identities" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_per_transaction" ON "invoices" USING btree ("transaction_id") WHERE "invoices"."kind" = 'invoice';--> statement-breakpoint
CREATE INDEX "invoices_transaction" ON "invoices" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "items_newest" ON "items" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "items_creator" ON "items" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "credit_transactions_user" ON "credit_transactions" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "credit_transactions_pending" ON "credit_transactions" USING btree ("created_at") WHERE "credit_transactions"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once_per_transaction" ON "ledger_entries" USING btree ("transaction_id","kind") WHERE "ledger_entries"."kind" in ('purchase', 'withdrawal');--> statement-breakpoint
CREATE INDEX "ledger_entries_user" ON "ledger_entries" USING btree ("user_id","sequence");--> statement-breakpoint
CREATE INDEX "ledger_entries_transaction" ON "ledger_entries" USING btree ("transaction_id") WHERE "ledger_entries"."transaction_id" is not null;--> statement-breakpoint
CREATE INDEX "unlocks_chapter" ON "unlocks" USING btree ("chapter_id");--> statement-breakpoint
CREATE INDEX "name_holders_user" ON "name_holders" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "name_uses_newest" ON "name_uses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "name_uses_untold" ON "name_uses" USING btree ("created_at") WHERE "name_uses"."told_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("channel","rank","next_attempt_at") WHERE "outbox"."sent_at" is null and "outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_user" ON "outbox" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "outbox_message" ON "outbox" USING btree ("message_id") WHERE "outbox"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_created" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "released_chapters_release" ON "released_chapters" USING btree ("release_id");--> statement-breakpoint
CREATE INDEX "releases_novel" ON "releases" USING btree ("novel_id");--> statement-breakpoint
CREATE INDEX "releases_waiting" ON "releases" USING btree ("released_at") WHERE "releases"."expanded_at" is null;--> statement-breakpoint
CREATE INDEX "payout_orders_created" ON "payout_orders" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_one_under_way" ON "payouts" USING btree ("author_id") WHERE "payouts"."state" = 'ordered';--> statement-breakpoint
CREATE INDEX "payouts_author" ON "payouts" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "novel_invitations_token" ON "novel_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "novel_invitations_novel" ON "novel_invitations" USING btree ("novel_id","created_at");--> statement-breakpoint
CREATE INDEX "novel_invitations_inviter" ON "novel_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "novel_members_user" ON "novel_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "novel_members_offered" ON "novel_members" USING btree ("novel_id") WHERE "novel_members"."offered_at" is not null;--> statement-breakpoint
CREATE INDEX "challenges_subject" ON "challenges" USING btree ("subject","created_at");--> statement-breakpoint
CREATE INDEX "challenges_expiry" ON "challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "premium_openings_time" ON "premium_openings" USING btree ("user_id","opened_at");--> statement-breakpoint
CREATE INDEX "premium_openings_age" ON "premium_openings" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "reading_paces_noticed" ON "reading_paces" USING btree ("noticed_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "rate_limits_expiry" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "bookmarks_newest" ON "bookmarks" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookmarks_chapter" ON "bookmarks" USING btree ("chapter_id");--> statement-breakpoint
CREATE INDEX "chapter_likes_user" ON "chapter_likes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "favorites_newest" ON "favorites" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "favorites_followers" ON "favorites" USING btree ("novel_id","user_id");--> statement-breakpoint
CREATE INDEX "followed_authors_newest" ON "followed_authors" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "followed_authors_followers" ON "followed_authors" USING btree ("author_slug","user_id");--> statement-breakpoint
CREATE INDEX "library_entries_newest" ON "library_entries" USING btree ("user_id","updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "library_entries_novel" ON "library_entries" USING btree ("novel_id");--> statement-breakpoint
CREATE INDEX "library_entries_chapter" ON "library_entries" USING btree ("last_chapter_id");--> statement-breakpoint
CREATE INDEX "novel_read_days_most" ON "novel_read_days" USING btree ("day","views" DESC NULLS FIRST,"novel_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "opened_novels_novel" ON "opened_novels" USING btree ("novel_id");--> statement-breakpoint
CREATE INDEX "ratings_novel" ON "ratings" USING btree ("novel_id");--> statement-breakpoint
CREATE INDEX "reader_days_user" ON "reader_days" USING btree ("user_id","novel_id","day");--> statement-breakpoint
CREATE INDEX "reading_places_chapter" ON "reading_places" USING btree ("chapter_id");--> statement-breakpoint
CREATE INDEX "reading_places_recent" ON "reading_places" USING btree ("user_id","updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "view_marks_network" ON "view_marks" USING btree ("day","subject_id","network");--> statement-breakpoint
CREATE INDEX "view_origins_day" ON "view_origins" USING btree ("day");--> statement-breakpoint
CREATE INDEX "disputes_transaction" ON "disputes" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("opened_at") WHERE "disputes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "returned_refunds_transaction" ON "returned_refunds" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "returned_refunds_open" ON "returned_refunds" USING btree ("returned_at") WHERE "returned_refunds"."transferred_on" is null;--> statement-breakpoint
CREATE INDEX "withdrawals_user" ON "withdrawals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "withdrawals_owed" ON "withdrawals" USING btree ("requested_at") WHERE "withdrawals"."refunded_at" is null;--> statement-breakpoint
CREATE INDEX "withdrawals_settled" ON "withdrawals" USING btree ("refunded_at" DESC NULLS FIRST) WHERE "withdrawals"."transferred_on" is not null;--> statement-breakpoint
CREATE INDEX "novel_words_facets" ON "novel_words" USING gin ("facets");--> statement-breakpoint
CREATE INDEX "novel_words_name_stems" ON "novel_words" USING gin ("name_stems");--> statement-breakpoint
CREATE INDEX "novel_words_stems" ON "novel_words" USING gin ("stems");--> statement-breakpoint
CREATE INDEX "text_pictures_created" ON "text_pictures" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "typo_reports_open_once" ON "typo_reports" USING btree ("user_id","chapter_id","mark","start","wrong") WHERE "typo_reports"."state" = 'open';--> statement-breakpoint
CREATE INDEX "typo_reports_own" ON "typo_reports" USING btree ("user_id",coalesce("decided_at", "created_at") desc,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "typo_reports_unseen" ON "typo_reports" USING btree ("user_id") WHERE "typo_reports"."state" <> 'open' and "typo_reports"."seen_at" is null;--> statement-breakpoint
CREATE INDEX "typo_reports_chapter" ON "typo_reports" USING btree ("chapter_id");--> statement-breakpoint
CREATE INDEX "typo_reports_newest" ON "typo_reports" USING btree ("novel_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "typo_reports_unread" ON "typo_reports" USING btree ("novel_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "typo_reports"."read_at" is null;--> statement-breakpoint
CREATE INDEX "typo_reports_waiting" ON "typo_reports" USING btree ("novel_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "typo_reports"."state" = 'open';--> statement-breakpoint
CREATE INDEX "typo_reports_decider" ON "typo_reports" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "book_uploads_owner" ON "book_uploads" USING btree ("owner_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "book_uploads_expiry" ON "book_uploads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "chapter_versions_newest" ON "chapter_versions" USING btree ("chapter_id","kept_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "chapter_versions_writer" ON "chapter_versions" USING btree ("written_by");--> statement-breakpoint
CREATE INDEX "chapter_versions_saved" ON "chapter_versions" USING btree ("kept_at") WHERE "chapter_versions"."kind" = 'saved';
--> statement-breakpoint
-- From here on written by hand again: drizzle-kit knows neither deferrable constraints, classes of
-- operators, functions nor triggers.
ALTER TABLE "chapters"
  DROP CONSTRAINT "chapters_number",
  DROP CONSTRAINT "chapters_source",
  ADD CONSTRAINT "chapters_number" UNIQUE ("novel_id", "chapter_number") DEFERRABLE,
  ADD CONSTRAINT "chapters_source" UNIQUE ("novel_id", "source_key") DEFERRABLE;
--> statement-breakpoint
CREATE INDEX "novel_words_names" ON "novel_words" USING gin ("names" gin_trgm_ops);
--> statement-breakpoint
-- What waits to be put in order is read by every search; a novel is saved rarely.
ALTER INDEX "novel_words_facets" SET (fastupdate = off);
--> statement-breakpoint
ALTER INDEX "novel_words_name_stems" SET (fastupdate = off);
--> statement-breakpoint
ALTER INDEX "novel_words_stems" SET (fastupdate = off);
--> statement-breakpoint
ALTER INDEX "novel_words_names" SET (fastupdate = off);
--> statement-breakpoint
-- From here on written by hand: drizzle-kit knows neither functions nor triggers nor extensions.
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
--> statement-breakpoint
-- Why a number is missing is said once, as the numbers themselves are.
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
-- Every novel has a row here, so that lists may join it and follow its index.
CREATE FUNCTION add_novel_views() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO novel_views (novel_id) VALUES (NEW.id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER novels_have_views AFTER INSERT ON "novels"
  FOR EACH ROW EXECUTE FUNCTION add_novel_views();
--> statement-breakpoint
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
CREATE TRIGGER payouts_append_only BEFORE DELETE ON "payouts"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payouts_keep BEFORE TRUNCATE ON "payouts"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
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
--> statement-breakpoint
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
--> statement-breakpoint
-- Who publishes under a name: the owner of a public novel. A name is free where it never had a holder,
-- no reader follows it and no novel of another account, or of the operator, is public under it.
CREATE FUNCTION novels_hold_names() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  name text;
  had boolean;
BEGIN
  IF NEW.is_draft OR NEW.owner_id IS NULL THEN RETURN NULL; END IF;
  FOR name IN
    SELECT DISTINCT slug_of(given) FROM unnest(ARRAY[NEW.author_name, NEW.translator_name]) AS given
    WHERE given <> '' ORDER BY 1
  LOOP
    -- Two accounts that publish under the same free name: one of them holds it.
    PERFORM pg_advisory_xact_lock(hashtextextended('name ' || name, 0));
    CONTINUE WHEN EXISTS (
      SELECT FROM name_holders WHERE slug = name AND user_id = NEW.owner_id AND ended_at IS NULL);
    had := false;
    IF TG_OP = 'UPDATE' THEN
      -- Given on by an account that held the name, or by the operator.
      had := NEW.owner_id IS DISTINCT FROM OLD.owner_id AND NOT OLD.is_draft
        AND name IN (slug_of(OLD.author_name), slug_of(OLD.translator_name))
        AND (OLD.owner_id IS NULL OR EXISTS (
          SELECT FROM name_holders WHERE slug = name AND user_id = OLD.owner_id AND ended_at IS NULL));
    END IF;
    IF had OR NOT (
      EXISTS (SELECT FROM name_holders WHERE slug = name)
      OR EXISTS (SELECT FROM followed_authors WHERE author_slug = name)
      OR EXISTS (SELECT FROM novels WHERE slug_of(author_name) = name
        AND NOT is_draft AND owner_id IS DISTINCT FROM NEW.owner_id)
      OR EXISTS (SELECT FROM novels WHERE slug_of(translator_name) = name AND translator_name <> ''
        AND NOT is_draft AND owner_id IS DISTINCT FROM NEW.owner_id))
    THEN
      INSERT INTO name_holders VALUES (name, NEW.owner_id, NEW.updated_at, NULL)
      ON CONFLICT DO NOTHING;
    ELSE
      INSERT INTO name_uses VALUES (NEW.id, name, NEW.updated_at, NULL) ON CONFLICT DO NOTHING;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER novels_hold_names_new AFTER INSERT ON "novels"
  FOR EACH ROW EXECUTE FUNCTION novels_hold_names();
--> statement-breakpoint
CREATE TRIGGER novels_hold_names AFTER UPDATE OF author_name, translator_name, is_draft, owner_id ON "novels"
  FOR EACH ROW WHEN (
    (OLD.author_name, OLD.translator_name, OLD.is_draft, OLD.owner_id)
    IS DISTINCT FROM (NEW.author_name, NEW.translator_name, NEW.is_draft, NEW.owner_id))
  EXECUTE FUNCTION novels_hold_names();
--> statement-breakpoint
-- How the words of novels are kept and asked for (decision 37).
-- French stems. The stemmer knows more of a word with its accents (“aimées” becomes “aim”), and many
-- leave them out (“aimees” becomes “aime”): both stems are kept, without accents.
CREATE FUNCTION french_stems(given text) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  words text;
BEGIN
  IF given = '' THEN RETURN ''::tsvector; END IF;
  words := only_words(given);
  RETURN to_tsvector('pg_catalog.french', without_accents(words))
    || without_accents(to_tsvector('pg_catalog.french', words)::text)::tsvector;
END
$$;
--> statement-breakpoint
-- What asks for all words of a text but the empty ones, among which PostgreSQL forgets “les”. “Été”
-- is one of them and “ete” is not: where nothing is left, words are read without their accents.
CREATE FUNCTION french_query(given text) RETURNS tsquery
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  words text := regexp_replace(only_words(given), '\mles\M', ' ', 'gi');
  asked tsquery := plainto_tsquery('pg_catalog.french', words);
BEGIN
  IF numnode(asked) > 0 THEN RETURN without_accents(asked::text)::tsquery; END IF;
  RETURN plainto_tsquery('pg_catalog.french', without_accents(words));
END
$$;
--> statement-breakpoint
-- Novels whose names hold something like each of the longer words, the likest first; at most a hundred
-- are compared. The threshold belongs to the function: “dragno” and “dragon” share four of seven
-- trigrams.
CREATE FUNCTION novels_spelt_like(given text, at_most integer)
  RETURNS TABLE (novel_id uuid, likeness real)
  LANGUAGE plpgsql STABLE STRICT SET pg_trgm.word_similarity_threshold = 0.5 AS $$
DECLARE
  words text[] := ARRAY(
    SELECT word FROM regexp_split_to_table(without_accents(only_words(given)), ' ') AS word
    WHERE char_length(word) >= 4 ORDER BY char_length(word) DESC, word LIMIT 6);
BEGIN
  IF cardinality(words) = 0 THEN RETURN; END IF;
  RETURN QUERY
    SELECT near.novel_id, near.mean FROM (
      SELECT held.novel_id, alike.mean FROM novel_words AS held CROSS JOIN LATERAL (
        SELECT min(likeness_of) AS least, avg(likeness_of)::real AS mean
        FROM unnest(words) AS word, word_similarity(word, held.names) AS likeness_of) AS alike
      WHERE words[1] <% held.names AND coalesce(words[2], words[1]) <% held.names
        AND coalesce(words[3], words[1]) <% held.names AND alike.least >= 0.5
      LIMIT 100
    ) AS near
    ORDER BY near.mean DESC, near.novel_id DESC LIMIT at_most;
END
$$;
--> statement-breakpoint
-- Novels are found by their translator and by their title at home too.
CREATE FUNCTION novels_keep_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  title text := left(NEW.title, 2000);
  author text := left(concat_ws(' ', NEW.author_name, NEW.translator_name), 2000);
  original text := left(NEW.original_title, 2000);
  tags text := left(array_to_string(NEW.tags, ' '), 4000);
  name_stems tsvector := setweight(french_stems(title), 'A')
    || setweight(french_stems(author), 'B') || setweight(french_stems(original), 'B')
    || setweight(french_stems(tags), 'C');
BEGIN
  INSERT INTO novel_words VALUES (
    NEW.id,
    without_accents(only_words(concat_ws(' ', title, author, original, tags))),
    name_stems,
    name_stems || setweight(french_stems(left(NEW.description, 20000)), 'D'))
  ON CONFLICT (novel_id) DO UPDATE
    SET names = excluded.names, name_stems = excluded.name_stems, stems = excluded.stems;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER novels_keep_words
  AFTER INSERT OR UPDATE OF title, author_name, tags, description, translator_name, original_title ON "novels"
  FOR EACH ROW EXECUTE FUNCTION novels_keep_words();
--> statement-breakpoint
-- Writes what these novels are found by. Of two transactions that change chapters of one novel, the
-- second waits for the row, and then reads what the first has written. What a novel has not is a lexeme
-- too: of a genre without another, the index reads the shorter list (decision 117).
CREATE FUNCTION keep_facets(changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  all_genres text[] := ARRAY[
    'Action', 'Adventure', 'Comedy', 'Drama', 'Fan-Fiction', 'Fantasy', 'Game', 'Historical',
    'Horror', 'Martial Arts', 'Mecha', 'Military', 'Mystery', 'Psychological', 'Romance',
    'School Life', 'Sci-fi', 'Seinen', 'Shoujo', 'Shounen', 'Slice of Life', 'Sports',
    'Supernatural', 'Tragedy', 'Urban Life', 'Wuxia', 'Xianxia', 'Xuanhuan'];
BEGIN
  PERFORM FROM novel_words WHERE novel_id = ANY (changed) ORDER BY novel_id FOR UPDATE;
  UPDATE novel_words AS held SET facets = found.facets, sold_until = found.sold_until
  FROM (
    SELECT novels.id,
      CASE WHEN novels.is_draft THEN ''::tsvector ELSE array_to_tsvector(
        ARRAY['public', 'status:' || novels.status]
        || ARRAY(SELECT 'genre:' || left(genre, 200) FROM unnest(novels.genres) AS genre)
        || ARRAY(SELECT 'without:' || genre FROM unnest(all_genres) AS genre
          WHERE genre <> ALL (novels.genres))
        || ARRAY(SELECT 'tag:' || slug FROM unnest(slugs_of(novels.tags)) AS slug)
        || ARRAY(SELECT 'origin:' || left(novels.original_language, 200) WHERE novels.original_language <> '')
        || ARRAY(SELECT 'chapters:' || least FROM unnest(ARRAY[10, 50, 100]) AS least
          WHERE least <= novels.chapter_count)
        || CASE WHEN novels.chapter_count = 0 OR sold.for_good > 0 THEN '{}'::text[]
          WHEN sold.premium = 0 THEN '{free}'::text[] ELSE '{timed}'::text[] END)
      END AS facets,
      CASE WHEN sold.for_good = 0 THEN sold.until END AS sold_until
    FROM novels CROSS JOIN LATERAL (
      SELECT count(*) AS premium, count(*) FILTER (WHERE free_from IS NULL) AS for_good,
        max(free_from) AS until
      FROM chapters WHERE novel_id = novels.id AND status = 'published' AND is_premium) AS sold
    WHERE novels.id = ANY (changed)
  ) AS found
  WHERE held.novel_id = found.id
    AND (held.facets, held.sold_until) IS DISTINCT FROM (found.facets, found.sold_until);
END
$$;
--> statement-breakpoint
CREATE FUNCTION novels_keep_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_facets(ARRAY[NEW.id]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- By its name after `novels_keep_words`, which makes the row.
CREATE TRIGGER novels_know_facets
  AFTER INSERT OR UPDATE OF genres, tags, status, original_language, chapter_count, is_draft ON "novels"
  FOR EACH ROW EXECUTE FUNCTION novels_keep_facets();
--> statement-breakpoint
-- Once for each statement: one may publish thousands of chapters. Views and likes change nothing here.
CREATE FUNCTION chapters_keep_facets() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    changed := ARRAY(SELECT DISTINCT novel_id FROM new_rows WHERE is_premium AND status = 'published');
  ELSIF TG_OP = 'DELETE' THEN
    changed := ARRAY(SELECT DISTINCT novel_id FROM old_rows WHERE is_premium AND status = 'published');
  ELSE
    changed := ARRAY(
      SELECT DISTINCT new_rows.novel_id FROM new_rows JOIN old_rows USING (id)
      WHERE (new_rows.is_premium OR old_rows.is_premium)
        AND (new_rows.is_premium, new_rows.status, new_rows.free_from)
          IS DISTINCT FROM (old_rows.is_premium, old_rows.status, old_rows.free_from));
  END IF;
  IF cardinality(changed) > 0 THEN PERFORM keep_facets(changed); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER chapters_keep_facets_new AFTER INSERT ON "chapters"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION chapters_keep_facets();
--> statement-breakpoint
CREATE TRIGGER chapters_keep_facets AFTER UPDATE ON "chapters"
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION chapters_keep_facets();
--> statement-breakpoint
CREATE TRIGGER chapters_keep_facets_gone AFTER DELETE ON "chapters"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION chapters_keep_facets();
