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
	"is_premium" boolean DEFAULT false NOT NULL,
	"credit_cost" integer DEFAULT 1 NOT NULL,
	"free_from" timestamp (3) with time zone,
	"word_count" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	"source_key" text,
	"copy_version" integer DEFAULT 0 NOT NULL,
	"creation_key" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chapters_status_known" CHECK ("chapters"."status" in ('draft', 'scheduled', 'published')),
	CONSTRAINT "chapters_dated_when_public" CHECK ("chapters"."status" = 'draft' or "chapters"."published_at" is not null),
	CONSTRAINT "chapters_cost_positive" CHECK ("chapters"."credit_cost" >= 1),
	CONSTRAINT "chapters_counters_never_negative" CHECK ("chapters"."views" >= 0 and "chapters"."likes" >= 0 and "chapters"."comments" >= 0)
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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"chapter_count" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
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
	CONSTRAINT "novels_counters_never_negative" CHECK ("novels"."views" >= 0 and "novels"."favorites" >= 0 and "novels"."chapter_count" >= 0 and "novels"."rating_count" >= 0),
	CONSTRAINT "novels_rating_in_range" CHECK ("novels"."rating_sum" between "novels"."rating_count" and 5 * "novels"."rating_count")
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
	CONSTRAINT "ledger_entries_purchase_has_transaction" CHECK ("ledger_entries"."kind" in ('unlock', 'adjustment') or "ledger_entries"."transaction_id" is not null),
	CONSTRAINT "ledger_entries_sign_fits_kind" CHECK (case when "ledger_entries"."kind" in ('purchase', 'dispute_release') then "ledger_entries"."delta" > 0 when "ledger_entries"."kind" = 'adjustment' then "ledger_entries"."delta" <> 0 else "ledger_entries"."delta" < 0 end),
	CONSTRAINT "ledger_entries_balance_never_negative" CHECK ("ledger_entries"."balance_after" >= 0),
	CONSTRAINT "ledger_entries_kind_known" CHECK ("ledger_entries"."kind" in ('purchase', 'unlock', 'refund', 'dispute', 'withdrawal', 'adjustment', 'dispute_freeze', 'dispute_release'))
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
	CONSTRAINT "favorites_user_id_novel_id_pk" PRIMARY KEY("user_id","novel_id")
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
CREATE TABLE "reading_places" (
	"user_id" uuid NOT NULL,
	"chapter_id" uuid NOT NULL,
	"paragraph" integer,
	"character_offset" integer DEFAULT 0 NOT NULL,
	"mark" integer DEFAULT 0 NOT NULL,
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
	"network" uuid,
	CONSTRAINT "view_marks_day_subject_id_visitor_pk" PRIMARY KEY("day","subject_id","visitor")
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
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"credits" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_before_cents" integer,
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
	"stems" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_upload_parts" (
	"upload_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "book_upload_parts_upload_id_position_pk" PRIMARY KEY("upload_id","position")
);
--> statement-breakpoint
CREATE TABLE "book_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"hash" text NOT NULL,
	"edits" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"outcome" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chapter_drafts" ADD CONSTRAINT "chapter_drafts_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_texts" ADD CONSTRAINT "chapter_texts_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_variants" ADD CONSTRAINT "image_variants_hash_images_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."images"("hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novels" ADD CONSTRAINT "novels_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novels" ADD CONSTRAINT "novels_cover_hash_images_hash_fk" FOREIGN KEY ("cover_hash") REFERENCES "public"."images"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "premium_openings" ADD CONSTRAINT "premium_openings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premium_openings" ADD CONSTRAINT "premium_openings_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_paces" ADD CONSTRAINT "reading_paces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_likes" ADD CONSTRAINT "chapter_likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapter_likes" ADD CONSTRAINT "chapter_likes_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_places" ADD CONSTRAINT "reading_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_places" ADD CONSTRAINT "reading_places_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_transaction_id_credit_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."credit_transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_transaction_id_credit_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."credit_transactions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_words" ADD CONSTRAINT "novel_words_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_upload_parts" ADD CONSTRAINT "book_upload_parts_upload_id_book_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."book_uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_uploads" ADD CONSTRAINT "book_uploads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chapters_number" ON "chapters" USING btree ("novel_id","chapter_number");--> statement-breakpoint
CREATE UNIQUE INDEX "chapters_source" ON "chapters" USING btree ("novel_id","source_key");--> statement-breakpoint
CREATE UNIQUE INDEX "chapters_creation" ON "chapters" USING btree ("novel_id","creation_key") WHERE "chapters"."creation_key" is not null;--> statement-breakpoint
CREATE INDEX "chapters_published" ON "chapters" USING btree ("novel_id","chapter_number") WHERE "chapters"."status" = 'published';--> statement-breakpoint
CREATE INDEX "chapters_newest" ON "chapters" USING btree ("published_at" DESC NULLS FIRST) WHERE "chapters"."status" = 'published';--> statement-breakpoint
CREATE INDEX "chapters_newest_of_novel" ON "chapters" USING btree ("novel_id","published_at" DESC NULLS FIRST) WHERE "chapters"."status" = 'published';--> statement-breakpoint
CREATE INDEX "chapters_scheduled" ON "chapters" USING btree ("published_at") WHERE "chapters"."status" = 'scheduled';--> statement-breakpoint
CREATE INDEX "novels_newest" ON "novels" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novels_changed" ON "novels" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novels_owner" ON "novels" USING btree ("owner_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novels_public" ON "novels" USING btree ("id") WHERE not "novels"."is_draft";--> statement-breakpoint
CREATE UNIQUE INDEX "novels_creation" ON "novels" USING btree ("owner_id","creation_key") WHERE "novels"."creation_key" is not null;--> statement-breakpoint
CREATE INDEX "novels_most_viewed" ON "novels" USING btree ("views" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novels_best_rated" ON "novels" USING btree ((("rating_sum" + 15)::double precision / ("rating_count" + 5)) desc,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "novels_genres" ON "novels" USING gin ("genres");--> statement-breakpoint
CREATE INDEX "novels_status" ON "novels" USING btree ("status");--> statement-breakpoint
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
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","last_used_at");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
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
CREATE INDEX "favorites_novel" ON "favorites" USING btree ("novel_id");--> statement-breakpoint
CREATE INDEX "ratings_novel" ON "ratings" USING btree ("novel_id");--> statement-breakpoint
CREATE INDEX "reading_places_chapter" ON "reading_places" USING btree ("chapter_id");--> statement-breakpoint
CREATE INDEX "reading_places_recent" ON "reading_places" USING btree ("user_id","updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "view_marks_network" ON "view_marks" USING btree ("day","subject_id","network");--> statement-breakpoint
CREATE INDEX "disputes_transaction" ON "disputes" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("opened_at") WHERE "disputes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "withdrawals_user" ON "withdrawals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "withdrawals_owed" ON "withdrawals" USING btree ("requested_at") WHERE "withdrawals"."refunded_at" is null;--> statement-breakpoint
CREATE INDEX "withdrawals_settled" ON "withdrawals" USING btree ("refunded_at" DESC NULLS FIRST) WHERE "withdrawals"."transferred_on" is not null;--> statement-breakpoint
CREATE INDEX "novel_words_name_stems" ON "novel_words" USING gin ("name_stems");--> statement-breakpoint
CREATE INDEX "novel_words_stems" ON "novel_words" USING gin ("stems");--> statement-breakpoint
CREATE INDEX "book_uploads_owner" ON "book_uploads" USING btree ("owner_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "book_uploads_expiry" ON "book_uploads" USING btree ("expires_at");
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
-- How the words of novels are kept and asked for (decision 37).
-- A trusted extension: who owns a database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE INDEX "novel_words_names" ON "novel_words" USING gin ("names" gin_trgm_ops);
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
-- Novels whose names hold something like each of the longer words, the likest first. The threshold
-- belongs to the function: “dragno” and “dragon” share four of seven trigrams.
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
    SELECT near.novel_id, near.likeness FROM (
      SELECT held.novel_id, (
        SELECT avg(word_similarity(word, held.names))::real FROM unnest(words) AS word) AS likeness
      FROM novel_words AS held
      WHERE words[1] <% held.names AND NOT EXISTS (
        SELECT 1 FROM unnest(words) AS word WHERE word_similarity(word, held.names) < 0.5)
      LIMIT 500
    ) AS near
    ORDER BY near.likeness DESC, near.novel_id DESC LIMIT at_most;
END
$$;
--> statement-breakpoint
CREATE FUNCTION novels_keep_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  title text := left(NEW.title, 2000);
  author text := left(NEW.author_name, 2000);
  tags text := left(array_to_string(NEW.tags, ' '), 4000);
  name_stems tsvector := setweight(french_stems(title), 'A')
    || setweight(french_stems(author), 'B') || setweight(french_stems(tags), 'C');
BEGIN
  INSERT INTO novel_words VALUES (
    NEW.id,
    without_accents(only_words(concat_ws(' ', title, author, tags))),
    name_stems,
    name_stems || setweight(french_stems(left(NEW.description, 20000)), 'D'))
  ON CONFLICT (novel_id) DO UPDATE
    SET names = excluded.names, name_stems = excluded.name_stems, stems = excluded.stems;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER novels_keep_words
  AFTER INSERT OR UPDATE OF title, author_name, tags, description ON "novels"
  FOR EACH ROW EXECUTE FUNCTION novels_keep_words();
