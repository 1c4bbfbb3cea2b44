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
ALTER TABLE "novel_invitations" ADD CONSTRAINT "novel_invitations_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_invitations" ADD CONSTRAINT "novel_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_members" ADD CONSTRAINT "novel_members_novel_id_novels_id_fk" FOREIGN KEY ("novel_id") REFERENCES "public"."novels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "novel_members" ADD CONSTRAINT "novel_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "novel_invitations_token" ON "novel_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "novel_invitations_novel" ON "novel_invitations" USING btree ("novel_id","created_at");--> statement-breakpoint
CREATE INDEX "novel_invitations_inviter" ON "novel_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "novel_members_user" ON "novel_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "novel_members_offered" ON "novel_members" USING btree ("novel_id") WHERE "novel_members"."offered_at" is not null;