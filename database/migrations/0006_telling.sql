-- What reads many rows comes before what locks readers out.
CREATE INDEX "favorites_followers" ON "favorites" USING btree ("novel_id","user_id");
--> statement-breakpoint
CREATE INDEX "followed_authors_followers" ON "followed_authors" USING btree ("author_slug","user_id");
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
	CONSTRAINT "outbox_kind_known" CHECK ("outbox"."kind" in ('release', 'receipt', 'withdrawal', 'sign_in', 'account_deleted')),
	CONSTRAINT "outbox_channel_known" CHECK ("outbox"."channel" in ('email', 'push')),
	CONSTRAINT "outbox_rank_known" CHECK ("outbox"."rank" = case when "outbox"."kind" = 'release' then 1 else 0 end),
	CONSTRAINT "outbox_ends_once" CHECK ("outbox"."sent_at" is null or "outbox"."failed_at" is null),
	CONSTRAINT "outbox_has_recipient" CHECK ("outbox"."user_id" is not null or "outbox"."kind" = 'account_deleted')
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
DROP INDEX "favorites_novel";
--> statement-breakpoint
DROP INDEX "followed_authors_author";
--> statement-breakpoint
ALTER TABLE "chapters" ADD COLUMN "is_silent" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "favorites" ADD COLUMN "is_muted" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "followed_authors" ADD COLUMN "is_muted" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "mail_bounces" ADD CONSTRAINT "mail_bounces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notice_settings" ADD CONSTRAINT "notice_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "released_chapters" ADD CONSTRAINT "released_chapters_chapter_id_chapters_id_fk" FOREIGN KEY ("chapter_id") REFERENCES "public"."chapters"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "released_chapters" ADD CONSTRAINT "released_chapters_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("channel","rank","next_attempt_at") WHERE "outbox"."sent_at" is null and "outbox"."failed_at" is null;
--> statement-breakpoint
CREATE INDEX "outbox_user" ON "outbox" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "outbox_message" ON "outbox" USING btree ("message_id") WHERE "outbox"."message_id" is not null;
--> statement-breakpoint
CREATE INDEX "outbox_created" ON "outbox" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");
--> statement-breakpoint
CREATE INDEX "released_chapters_release" ON "released_chapters" USING btree ("release_id");
--> statement-breakpoint
CREATE INDEX "releases_novel" ON "releases" USING btree ("novel_id");
--> statement-breakpoint
CREATE INDEX "releases_waiting" ON "releases" USING btree ("released_at") WHERE "releases"."expanded_at" is null;
